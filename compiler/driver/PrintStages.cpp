// SPDX-License-Identifier: Apache-2.0
#include "driver/PrintStages.h"

#include "codegen/text/CheckText.h"
#include "codegen/text/UnitLines.h"
#include "planning/CacheRemarks.h"
#include "taskdeps/Print.h"
#include "taskgraph/conditions/Conditions.h"
#include "verdict/Print.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::driver {

void printVerdicts(const ir::Program &program,
                   const std::vector<polyhedral::LoopVerdict> &verdicts,
                   llvm::raw_ostream &out) {
  auto write = [&](const polyhedral::CheckExpr &expr) {
    return codegen::checkText(program, expr, "@");
  };
  polyhedral::print(program, verdicts, write, out);
}

void printInlining(const ir::Program &program,
                   const inlining::Inlining &inlined,
                   const std::vector<polyhedral::LoopVerdict> &verdicts,
                   llvm::raw_ostream &out) {
  for (const inlining::InlinedCall &call : inlined.calls)
    out << "line " << call.location.line << ": '" << call.callee
        << "' in place of its call in '" << call.caller << "'\n";
  if (!inlined.calls.empty())
    printVerdicts(program, verdicts, out);
}

void printGraphs(const ir::Program &program,
                 const planning::PlannedProgram &planned,
                 llvm::raw_ostream &out) {
  for (const planning::PlannedRegion &r : planned.regions) {
    taskgraph::print(program, r.graph, out);
    taskgraph::printConditions(program, r.graph, out);
  }
}

void printCosts(const ir::Program &program,
                const planning::PlannedProgram &planned,
                llvm::raw_ostream &out) {
  for (const planning::PlannedRegion &r : planned.regions) {
    out << "region " << program[r.graph.region.function].name << '\n';
    for (size_t i = 0; i < r.graph.region.tasks.size(); ++i) {
      out << "  task " << i << ' '
          << taskgraph::taskName(program, r.graph.region.tasks[i]);
      for (double ns : r.costs.taskNs[i])
        out << ' ' << llvm::format("%.0f", ns) << " ns";
      out << '\n';
    }
  }
  if (!planned.costProblem.empty())
    out << "rough sizes: " << planned.costProblem << '\n';
}

void printSchedules(const ir::Program &program,
                    const planning::PlannedProgram &planned,
                    llvm::raw_ostream &out) {
  for (const planning::PlannedRegion &r : planned.regions) {
    out << "region " << llvm::format("%.0f", r.plan.sequentialNs)
        << " ns sequential, " << llvm::format("%.0f", r.plan.parallelNs)
        << " ns parallel\n";
    for (size_t l = 0; l < r.plan.levels.size(); ++l) {
      const taskgraph::LevelPlan &level = r.plan.levels[l];
      out << "  level " << l << " by " << level.schedule.algorithm << '\n';
      for (uint32_t core : level.cores) {
        out << "    core " << core << ':';
        for (scheduling::TaskIndex t : level.orderOn(core))
          out << " {" << t << ' ' << level.problem.tasks[t].name << '}';
        out << '\n';
      }
      for (const scheduling::Sync &s : level.schedule.syncs)
        out << "    wait " << s.from << " -> " << s.to
            << (s.distance ? " across the loop" : "") << '\n';
    }
    planning::printCaches(program, r, out);
  }
}

void printUnits(const std::vector<codegen::EmittedUnit> &units,
                llvm::raw_ostream &out) {
  for (const codegen::EmittedUnit &unit : units)
    if (unit.hasRegions)
      out << codegen::withoutPinnedMarkers(unit.text);
}

} // namespace hocket::driver
