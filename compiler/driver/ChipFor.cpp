// SPDX-License-Identifier: Apache-2.0
#include "driver/ChipFor.h"

#include "driver/Compilation.h"
#include "driver/PlanClocks.h"
#include "driver/UseProfile.h"
#include "driver/system/Errors.h"
#include "driver/system/Installation.h"
#include "soc/LoadSpec.h"
#include "support/Policy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>

namespace hocket::driver {

namespace {

/// Processors of one family run each other's programs: Thumb is ARM.
bool areOfOneFamily(const std::string &one, const std::string &other) {
  llvm::Triple a(llvm::Triple::normalize(one)), b(other);
  return a.getArch() == b.getArch() ||
         ((a.isARM() || a.isThumb()) && (b.isARM() || b.isThumb()));
}

void takeMachine(soc::SocSpec &soc, const Options &options,
                 const TargetMachine &target) {
  for (soc::CoreType &type : soc.types) {
    if (type.triple.empty()) {
      if (!target.isThisMachine)
        type.triple = target.triple;
    } else if (!target.triple.empty() && !options.stopAfter &&
               !areOfOneFamily(type.triple, target.triple)) {
      throw UserError("--soc=" + options.soc + ": '" + type.name +
                      "' runs programs for " + type.triple + ", but '" +
                      options.compiler + "' compiles for " + target.triple +
                      "; name a compiler for that chip with --cc=");
    }
  }
}

} // namespace

void chooseCompiler(Options &options) {
  if (options.isCompilerNamed || options.soc == "host")
    return;
  std::vector<soc::SpecError> errors;
  std::optional<soc::SocSpec> spec =
      soc::loadSpec(options.soc, specDirectories(), errors);
  if (!spec)
    return;
  for (const soc::CoreType &type : spec->types) {
    bool isHere = type.triple.empty() || runsHere(type.triple);
    if (isHere && type.compiler.empty())
      continue;
    const std::string name = type.compiler.empty()
                                 ? machineName(type.triple) + "-gcc"
                                 : type.compiler;
    if (llvm::sys::findProgramByName(name))
      options.compiler = name;
    else if (!options.stopAfter)
      throw UserError("--soc=" + options.soc + ": its programs are for " +
                      (isHere ? "this machine" : type.triple) +
                      ", and there is no '" + name +
                      "'; name a compiler for that chip with --cc=");
    return;
  }
}

ChipFlags chipFlags(const soc::SocSpec &soc, unsigned cores) {
  std::vector<const std::vector<std::string> *> lists; // of types, each once
  for (uint32_t position : soc.usableCores(cores)) {
    const std::vector<std::string> *flags =
        &soc.types[soc.cores[position].type].flags;
    if (!llvm::is_contained(lists, flags))
      lists.push_back(flags);
  }
  ChipFlags result;
  for (const std::vector<std::string> *list : lists)
    for (const std::string &flag : *list) {
      const bool isCommon = llvm::all_of(lists, [&](const auto *other) {
        return llvm::is_contained(*other, flag);
      });
      std::vector<std::string> &kind = isCommon ? result.common : result.others;
      if (!llvm::is_contained(kind, flag))
        kind.push_back(flag);
    }
  return result;
}

void chooseFlags(Options &options) {
  if (options.soc == "host" || options.cInputs().empty())
    return;
  std::vector<soc::SpecError> errors;
  std::optional<soc::SocSpec> spec =
      soc::loadSpec(options.soc, specDirectories(), errors);
  if (!spec)
    return;
  spec->spansClusters = options.incoherentClusters;
  bool isComplete = true;
  std::vector<Argument> arguments =
      cutCommandLine(chipFlags(*spec, options.cores).common, isComplete);
  if (arguments.empty())
    return;
  arguments.insert(arguments.end(), options.arguments.begin(),
                   options.arguments.end());
  options.arguments = std::move(arguments);
  CommandFacts facts = readCommand(options.arguments);
  if (!options.facts.passThroughReason.empty())
    facts.passThroughReason = options.facts.passThroughReason;
  facts.writesDependencies |= options.facts.writesDependencies;
  options.facts = std::move(facts);
}

/// The checking runtime knows one cache.
static soc::SocSpec namedChip(const Options &options) {
  soc::SocSpec soc = loadSoc(options.soc);
  soc.spansClusters = options.incoherentClusters && !options.checkDependences;
  return soc;
}

soc::SocSpec chipFor(const Options &options, const TargetMachine &target) {
  soc::SocSpec soc =
      soc::withCores(withMeasuredSpeeds(namedChip(options), options.profileUse),
                     options.cores);
  checkObjective(options, soc);
  takeMachine(soc, options, target);
  // With --always-parallel waits count for little, so that work is spread over
  // the cores where that does not pay either.
  constexpr double littleNs = policy.profit.littleNs;
  if (options.alwaysParallel) {
    soc.costs.syncNs = std::min(soc.costs.syncNs, littleNs);
    soc.costs.syncAcrossNs = std::min(soc.costs.syncAcrossNs, 2 * littleNs);
  }
  return soc;
}

bool lacksChip(const Options &options, const TargetMachine &target) {
  return options.soc == "host" && !target.isThisMachine;
}

} // namespace hocket::driver
