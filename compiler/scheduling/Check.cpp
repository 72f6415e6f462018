// SPDX-License-Identifier: Apache-2.0
//
// Is a scheduling problem well formed?
#include "scheduling/Problem.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <map>
#include <set>

namespace hocket::scheduling {

namespace {

bool isAmount(double value) { return std::isfinite(value) && value >= 0; }

void checkTasks(const Problem &problem, std::vector<std::string> &wrong) {
  for (size_t i = 0; i < problem.tasks.size(); ++i) {
    const Task &task = problem.tasks[i];
    if (task.cost.size() != problem.cores)
      wrong.push_back(llvm::formatv("task {0} has {1} costs for {2} cores", i,
                                    task.cost.size(), problem.cores));
    for (double cost : task.cost)
      if (!isAmount(cost))
        wrong.push_back(llvm::formatv("task {0} has a cost of {1}", i, cost));
    for (double cost : task.cost)
      if (!isAmount(task.memory) || (task.memory > cost && isAmount(cost))) {
        wrong.push_back(llvm::formatv("task {0} waits for memory {1} of {2} ns",
                                      i, task.memory, cost));
        break;
      }
    for (size_t u = 0; u < task.onUnits.size(); ++u) {
      const UnitCost &cost = task.onUnits[u];
      if (cost.unit >= problem.units.size() ||
          (u > 0 && task.onUnits[u - 1].unit >= cost.unit))
        wrong.push_back(llvm::formatv(
            "task {0} has costs on units that are not in order", i));
      if (!isAmount(cost.ns))
        wrong.push_back(
            llvm::formatv("task {0} has a cost of {1} on a unit", i, cost.ns));
    }
    if (task.gang && !task.onUnits.empty())
      wrong.push_back(
          llvm::formatv("task {0} of a gang has costs on units", i));
    if (task.pinned && *task.pinned >= problem.cores)
      wrong.push_back(llvm::formatv("task {0} is pinned to core {1} of {2}", i,
                                    *task.pinned, problem.cores));
    if (task.preferred && *task.preferred >= problem.cores)
      wrong.push_back(llvm::formatv("task {0} prefers core {1} of {2}", i,
                                    *task.preferred, problem.cores));
  }
}

/// Members of a gang follow each other, each pinned to a core of its own, and
/// no edge orders one after another.
void checkGangs(const Problem &problem, std::vector<std::string> &wrong) {
  std::map<uint32_t, std::vector<TaskIndex>> gangs;
  for (TaskIndex i = 0; i < problem.tasks.size(); ++i)
    if (problem.tasks[i].gang)
      gangs[*problem.tasks[i].gang].push_back(i);
  for (const auto &[gang, members] : gangs) {
    std::set<CoreIndex> cores;
    for (TaskIndex member : members)
      if (!problem.tasks[member].pinned ||
          !cores.insert(*problem.tasks[member].pinned).second)
        wrong.push_back(llvm::formatv(
            "task {0} of gang {1} has no core of its own", member, gang));
    if (members.back() - members.front() + 1 != members.size())
      wrong.push_back(
          llvm::formatv("other tasks stand between those of gang {0}", gang));
  }
  for (const Edge &edge : problem.edges)
    if (edge.from < problem.tasks.size() && edge.to < problem.tasks.size() &&
        edge.distance == 0 && problem.tasks[edge.from].gang &&
        problem.tasks[edge.from].gang == problem.tasks[edge.to].gang)
      wrong.push_back(llvm::formatv("edge {0} -> {1} lies within gang {2}",
                                    edge.from, edge.to,
                                    *problem.tasks[edge.from].gang));
}

void checkEdges(const Problem &problem, std::vector<std::string> &wrong) {
  for (const Edge &edge : problem.edges) {
    auto report = [&](const llvm::Twine &what) {
      wrong.push_back(
          llvm::formatv("edge {0} -> {1} {2}", edge.from, edge.to, what));
    };
    if (edge.from >= problem.tasks.size() || edge.to >= problem.tasks.size())
      report("names a task that does not exist");
    if (edge.distance > 1)
      report("has distance " + llvm::Twine(unsigned(edge.distance)));
    if (edge.distance == 0 && edge.from >= edge.to)
      report("goes backwards");
    if (edge.distance != 0 && !problem.repeats)
      report("is carried, but the level does not repeat");
  }
}

} // namespace

std::vector<std::string> check(const Problem &problem) {
  std::vector<std::string> wrong;
  if (problem.cores == 0)
    wrong.push_back("there are no cores");
  if (problem.cluster.size() != problem.cores)
    wrong.push_back(llvm::formatv("{0} clusters are given for {1} cores",
                                  problem.cluster.size(), problem.cores));
  for (double price : {problem.syncNs, problem.syncAcrossNs, problem.nsPerByte,
                       problem.nsPerByteAcross})
    if (!isAmount(price))
      wrong.push_back(llvm::formatv("a communication cost is {0}", price));
  for (const ClusterLink &link : problem.links)
    if (!isAmount(link.syncNs) || !isAmount(link.nsPerByte))
      wrong.push_back(llvm::formatv("the link of clusters {0} and {1} costs "
                                    "{2} and {3}",
                                    link.from, link.to, link.syncNs,
                                    link.nsPerByte));
  for (const ProcessingUnit &unit : problem.units)
    if (!isAmount(unit.startNs))
      wrong.push_back(
          llvm::formatv("starting '{0}' takes {1}", unit.name, unit.startNs));
  checkTasks(problem, wrong);
  checkEdges(problem, wrong);
  checkGangs(problem, wrong);
  return wrong;
}

} // namespace hocket::scheduling
