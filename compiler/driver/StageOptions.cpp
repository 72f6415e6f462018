// SPDX-License-Identifier: Apache-2.0
#include "driver/StageOptions.h"

#include "driver/UseProfile.h"
#include "support/Policy.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <string>
#include <vector>

namespace hocket::driver {

namespace {

/// By the last flag that says which C it is.
bool isBeforeC99(const SourceInput &input) {
  bool isBefore = false;
  for (llvm::StringRef flag : input.flags) {
    if (flag == "-ansi")
      isBefore = true;
    else if (flag.consume_front("-std="))
      isBefore = llvm::StringSwitch<bool>(flag)
                     .Cases("c89", "c90", "gnu89", "gnu90", true)
                     .Cases("iso9899:1990", "iso9899:199409", true)
                     .Default(false);
  }
  return isBefore;
}

} // namespace

polyhedral::LoopOptions loopOptions(const Compilation &c) {
  const Options &options = c.options;
  polyhedral::LoopOptions result;
  result.mayFuse = c.mayFuse;
  result.hasExcess = c.hasExcess;
  result.mayReassociate = options.facts.mayReassociate;
  result.strictAliasing = options.facts.strictAliasing;
  // Those who keep records of memory would report it.
  result.mayReadAhead =
      !options.facts.anySanitizer && !options.checkDependences;
  result.islBudget = options.islBudget ? options.islBudget : policy.isl.loop;
  if (!options.islBudget)
    result.retryBudget = policy.isl.loop * policy.isl.retryFactor;
  return result;
}

inlining::InliningOptions inliningOptions(const Options &options) {
  const std::vector<std::string> &flags = options.facts.costFlags;
  return {std::find(flags.begin(), flags.end(), "-ffp-contract=off") ==
          flags.end()};
}

transformation::ReorderOptions
reorderOptions(const Compilation &c, const std::vector<SourceInput> &inputs,
               transformation::SeenOperations &seen) {
  const Options &options = c.options;
  transformation::ReorderOptions result;
  result.bits = {c.nestFusing, c.hasExcess};
  result.seen = options.pinsSums ? &seen : nullptr;
  result.strictAliasing = options.facts.strictAliasing;
  result.mayReassociate = options.facts.mayReassociate;
  result.isAlways = options.alwaysTransform;
  result.mayTile = !options.noTiles;
  // No proof follows copies; values of more bits would lose them.
  result.mayHaveTables = !options.proveNests && !c.hasExcess;
  result.islBudget = options.islBudget ? options.islBudget : policy.isl.nest;
  // To find tiles, and to prove them independent, takes as much again twice.
  result.tileBudget =
      options.islBudget ? options.islBudget : 3 * policy.isl.nest;
  for (std::size_t i = 0; i < inputs.size(); ++i) // units in their order
    if (isBeforeC99(inputs[i]))
      result.beforeC99.insert(static_cast<ir::UnitId>(i));
  return result;
}

nestcheck::CheckOptions checkOptions(const Compilation &c) {
  const Options &options = c.options;
  return {options.facts.strictAliasing,
          options.islBudget ? options.islBudget : policy.isl.nestCheck};
}

bool maySpeculate(const Compilation &c) {
  const Options &options = c.options;
  return !options.noSpeculation && !options.checkDependences &&
         !options.facts.anySanitizer && !c.plansClocks;
}

speculation::SpeculationOptions speculationOptions(const Compilation &c) {
  return {c.mayFuse, c.hasExcess, c.options.facts.strictAliasing,
          c.options.alwaysSpeculate};
}

planning::PlanOptions planOptions(const Compilation &c) {
  const Options &options = c.options;
  planning::PlanOptions result;
  result.cores = options.cores;
  result.chip = chipName(c.soc);
  result.costFlags = options.facts.costFlags;
  result.cycles = c.cycles;
  if (options.islBudget)
    result.islBudget = options.islBudget;
  if (options.costBudget)
    result.costBudget = options.costBudget;
  result.costFactor = options.costFactor;
  result.scheduler = options.scheduler;
  result.strictAliasing = options.facts.strictAliasing;
  result.mayFuse = inliningOptions(options).mayFuse;
  result.alwaysParallel = options.alwaysParallel;
  result.alwaysGroups = options.alwaysGroups;
  result.withNets = options.withNets;
  result.noCallTasks = options.noCallTasks;
  result.roughCosts = options.roughCosts;
  // The checking runtime sees the tasks of regions alone.
  result.noForkJoin = options.checkDependences;
  return result;
}

} // namespace hocket::driver
