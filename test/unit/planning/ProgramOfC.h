// SPDX-License-Identifier: Apache-2.0
//
// C text, read and classified, for the tests of this folder. The text must need
// no preprocessing.
#pragma once

#include "analysis/ComputeEffects.h"
#include "analysis/calls/SeeThroughCalls.h"
#include "frontend/ExtractProgram.h"
#include "loops/ClassifyLoops.h"
#include "planning/PlanProgram.h"
#include "soc/SocSpec.h"

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace hocket::planning::test {

struct ProgramOfC {
  ir::Program program;
  analysis::Effects effects;
  std::vector<polyhedral::LoopVerdict> verdicts;
  ir::Measured measured;
  std::vector<polyhedral::ForkJoinFunction> forkJoin;
  std::map<ir::NodeId, double> mayBeTried;
  std::vector<ir::AcceleratorTask> accelerated;
  codegen::Naming naming;
  soc::SocSpec soc;
  PlanOptions options;

  explicit ProgramOfC(const std::string &text, unsigned cores = 2)
      : ProgramOfC(std::vector<std::string>{text}, cores) {}

  /// Of several files: t.c, t1.c, t2.c ...
  explicit ProgramOfC(const std::vector<std::string> &texts,
                      unsigned cores = 2) {
    RemarkSink sink;
    std::vector<SourceInput> inputs;
    for (const std::string &text : texts) {
      std::string number = inputs.empty() ? "" : std::to_string(inputs.size());
      std::string name = "t" + number + ".c";
      inputs.push_back({name, "# 1 \"" + name + "\"\n" + text, {}});
    }
    program = extractProgram(inputs, false, sink);
    for (const ir::Unit &unit : program.units)
      if (!unit.parsed)
        throw std::runtime_error(unit.problem);
    analysis::seeThroughCalls(program);
    effects = analysis::computeEffects(program);
    verdicts = polyhedral::classifyLoops(program, effects, {});
    soc.clusters.resize(1);
    soc.types.resize(1);
    soc.cores.resize(cores);
    soc.costs.syncNs = 400;
    soc.costs.syncAcrossNs = 400;
    soc.costs.regionEntryNs = 2000;
    options.roughCosts = true; // a statement takes a nanosecond, about
  }

  Understood understood() const {
    return {program,  effects,    verdicts,   measured,
            forkJoin, mayBeTried, accelerated};
  }
  PlannedProgram plan() const {
    return planProgram(understood(), naming, soc, options);
  }

  /// Of the loop that begins in a line.
  ir::NodeId loopAt(unsigned line) const {
    for (const ir::Node &node : program.nodes)
      if (node.as<ir::Loop>() && node.location.line == line)
        return node.id;
    throw std::runtime_error("no loop in line " + std::to_string(line));
  }
  std::set<std::string>
  namesOf(const std::set<ir::FunctionId> &functions) const {
    std::set<std::string> names;
    for (ir::FunctionId function : functions)
      names.insert(program[function].name);
    return names;
  }
};

} // namespace hocket::planning::test
