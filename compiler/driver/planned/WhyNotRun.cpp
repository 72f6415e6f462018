// SPDX-License-Identifier: Apache-2.0
#include "driver/planned/WhyNotRun.h"

#include "ir/Tree.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::driver {

using ir::NodeId;
using polyhedral::LoopVerdict;
using taskgraph::ChunkMode;
using taskgraph::Chunks;
using taskgraph::Whole;

namespace {

std::string formatted(const char *format, double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, value);
  return text;
}

} // namespace

std::string duration(double ns) {
  if (ns < 1e3)
    return formatted("%.0f ns", ns);
  if (ns < 1e6)
    return formatted("%.1f us", ns / 1e3);
  return formatted("%.1f ms", ns / 1e6);
}

WhyNotRun::WhyNotRun(const ir::Program &program,
                     const analysis::Effects &effects,
                     const std::vector<LoopVerdict> &verdicts,
                     const planning::PlannedProgram &planned)
    : program_(program), threadUnsafe_(effects.threadUnsafe), planned_(planned),
      facts_(program, effects, verdicts) {
  for (const planning::PlannedRegion &r : planned.regions)
    for (const taskgraph::MacroTask &macroTask : r.graph.region.tasks)
      if (macroTask.is<Chunks>() && !macroTask.runsAs(ChunkMode::Doacross))
        chunked_.insert(macroTask.node);
}

NodeId WhyNotRun::chunkedAround(NodeId loop) const {
  for (NodeId around : ir::loopsAround(program_, loop))
    if (chunked_.count(around))
      return around;
  return NodeId::None;
}

NodeId WhyNotRun::chunkedInside(NodeId loop) const {
  NodeId found = NodeId::None;
  ir::forEachNode(program_, loop, [&](NodeId node) {
    if (!isValid(found) && chunked_.count(node))
      found = node;
  });
  return found;
}

/// The task that holds the loop among others.
NodeId WhyNotRun::wholeTaskAround(NodeId loop) const {
  for (const planning::PlannedRegion &r : planned_.regions)
    if (r.graph.region.function == program_[loop].function)
      for (const taskgraph::MacroTask &macroTask : r.graph.region.tasks)
        if (macroTask.is<Whole>() &&
            ir::isWithin(program_, loop, macroTask.node))
          return macroTask.node;
  return NodeId::None;
}

std::string WhyNotRun::nameOf(NodeId node) const {
  const ir::Node &n = program_[node];
  std::string kind = n.as<ir::Loop>()     ? "loop"
                     : n.as<ir::Branch>() ? "branch"
                                          : "block";
  return "the " + kind + " at line " + std::to_string(n.location.line);
}

std::string WhyNotRun::testsOf(const LoopVerdict &verdict) const {
  if (!verdict.checks.empty()) {
    const polyhedral::AliasCheck &check = verdict.checks.front();
    return "'" + baseName(program_, check.first.base) + "' and '" +
           baseName(program_, check.second.base) + "' do not overlap";
  }
  return verdict.conditions.empty() ? "" : verdict.conditions.front().meaning;
}

Remark WhyNotRun::remarkOn(const LoopVerdict &verdict) const {
  const ir::Node &node = program_[verdict.loop];
  Remark remark{RemarkId::NotInRegion, node.location, "", {}, {}};
  auto small = planned_.refusals.tooSmall.find(verdict.loop);
  bool isSmall = small != planned_.refusals.tooSmall.end() &&
                 threadUnsafe_.empty() && !isValid(chunkedAround(verdict.loop));
  if (isSmall) {
    remark.id = RemarkId::TooLittleWork;
    remark.args = {duration(small->second.workNs),
                   duration(small->second.neededNs)};
  } else {
    remark.args = reason(verdict);
  }
  return remark;
}

/// What of the loop itself stands in the way; empty if nothing is known to.
std::pair<std::string, std::string>
WhyNotRun::ownProblem(const LoopVerdict &verdict) const {
  if (std::string problem = facts_.problemWith(verdict.loop);
      !problem.empty() && !facts_.isReturningSearch(verdict.loop))
    return {problem, "write it in another way, or move it out of the loop"};
  std::string tests = testsOf(verdict);
  if (tests.empty())
    return {};
  return {"whether " + tests +
              " cannot be tested where the region begins, before what comes "
              "in front of the loop",
          "let nothing that is done just before the loop change what the test "
          "looks at"};
}

WhyNotRun::Reason WhyNotRun::reason(const LoopVerdict &verdict) const {
  const std::string nothing = "nothing: the cores are in use";
  NodeId loop = verdict.loop;
  if (!threadUnsafe_.empty())
    return {"the program " + threadUnsafe_,
            "take this out of the program, or compile that part separately"};
  if (NodeId around = chunkedAround(loop); isValid(around))
    return {"the loop around it at line " +
                std::to_string(program_[around].location.line) +
                " runs in parallel",
            nothing};
  if (planned_.refusals.neverRun.count(loop))
    return {"no run of the profile came to it",
            "make the profile with input for which the program comes to it"};
  if (planned_.refusals.leftToCallees.count(loop))
    return {"functions called beside it gain more by themselves", nothing};
  if (planned_.refusals.beyondCostBudget.count(loop))
    return {"the program is so large that its costs were not estimated "
            "(see --cost-budget)",
            "raise the budget with --cost-budget=N"};
  if (planned_.cores.size() < 2)
    return {"the program may use one core only",
            "give it more with --cores=N or --soc=NAME"};
  if (ir::FunctionId f = program_[loop].function;
      planned_.refusals.runInTasks.count(f))
    return {"'" + program_[f].name +
                "' is called within macro-tasks only, which one core runs as "
                "a whole",
            "--no-call-tasks forms regions in called functions instead"};
  auto [problem, help] = ownProblem(verdict);
  if (NodeId inside = chunkedInside(loop); isValid(inside))
    return {nameOf(inside) + " inside it runs in parallel instead" +
                (problem.empty() ? "" : "; " + problem),
            problem.empty() ? nothing : help};
  if (!facts_.problemWith(loop).empty() && !facts_.isReturningSearch(loop))
    return {problem, help};
  if (NodeId task = wholeTaskAround(loop); isValid(task) && task != loop)
    return {"it is part of " + nameOf(task) +
                ", which one core runs as a whole",
            "let " + nameOf(task) +
                " be parallel itself, or go without 'break' and 'goto' and "
                "with a condition that every core can evaluate"};
  if (!facts_.isParallel(loop) && !facts_.mayRunAsPipeline(loop))
    return {"its bounds or its private data are of a kind that chunks cannot "
            "have",
            "use plain integer bounds, and private arrays of at most 256 KiB"};
  if (!problem.empty())
    return {problem, help};
  return {"no region that pays could be formed around it",
          "nothing, unless the work is larger than guessed; HOCKET_VERBOSE=1 "
          "shows what a run decides"};
}

} // namespace hocket::driver
