// SPDX-License-Identifier: Apache-2.0
#include "planning/CacheRemarks.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace hocket::planning {

using taskgraph::CacheLines;
using taskgraph::CachePlan;

namespace {

void forEach(const CachePlan &caches,
             llvm::function_ref<void(const CacheLines &, bool)> visit) {
  visit(caches.writeBackOnEntry, true);
  for (const taskgraph::CoreCaches &core : caches.cores) {
    visit(core.invalidateFirst, false);
    visit(core.writeBackLast, true);
  }
  for (const std::vector<taskgraph::TaskCaches> &level : caches.tasks)
    for (const taskgraph::TaskCaches &task : level) {
      visit(task.invalidateBefore, false);
      visit(task.writeBackAfter, true);
    }
  visit(caches.invalidateOnExit, false);
}

std::string countsOf(const CachePlan &caches) {
  size_t calls[2] = {0, 0}, whole = 0;
  forEach(caches, [&](const CacheLines &lines, bool isWriteBack) {
    calls[isWriteBack] += lines.hasOther ? 1 : lines.objects.size();
    whole += lines.hasOther;
  });
  const auto others =
      std::count_if(caches.cluster.begin(), caches.cluster.end(),
                    [](uint32_t cluster) { return cluster; });
  return std::to_string(others) + " of " +
         std::to_string(caches.cluster.size()) + " cores are of others; " +
         std::to_string(calls[true]) + " calls write lines back, " +
         std::to_string(calls[false]) + " drop them, " + std::to_string(whole) +
         " of these the whole cache";
}

ir::NodeId firstNode(const ir::Program &program,
                     const taskgraph::Region &region) {
  return program[region.block].as<ir::Block>()->children[region.first];
}

} // namespace

std::vector<Remark> cacheRemarks(const ir::Program &program,
                                 const PlannedProgram &planned) {
  std::vector<Remark> remarks;
  auto add = [&](RemarkId id, ir::NodeId node, std::vector<std::string> args) {
    remarks.push_back({id,
                       program[node].location,
                       program[program[node].function].name,
                       std::move(args),
                       {}});
  };
  for (const PlannedRegion &one : planned.regions)
    if (one.plan.caches)
      add(RemarkId::ClustersShared, firstNode(program, one.graph.region),
          {countsOf(*one.plan.caches)});
  for (const auto &[node, why] : planned.refusals.oneCluster)
    add(RemarkId::OneCluster, node,
        {why, "see docs/incoherent-clusters.md for what can be on several"});
  return remarks;
}

void printCaches(const ir::Program &program, const PlannedRegion &region,
                 llvm::raw_ostream &out) {
  if (!region.plan.caches)
    return;
  const CachePlan &caches = *region.plan.caches;
  auto line = [&](const std::string &what, const CacheLines &lines) {
    if (lines.isEmpty())
      return;
    out << "    " << what << ':';
    for (ir::ObjectId object : lines.objects)
      out << ' ' << program[object].name;
    out << (lines.hasOther ? " all\n" : "\n");
  };
  line("write back on entry", caches.writeBackOnEntry);
  for (size_t core = 0; core < caches.cores.size(); ++core) {
    const std::string name = "core " + std::to_string(core);
    line(name + " invalidates first", caches.cores[core].invalidateFirst);
    line(name + " writes back last", caches.cores[core].writeBackLast);
  }
  for (size_t level = 0; level < caches.tasks.size(); ++level)
    for (size_t task = 0; task < caches.tasks[level].size(); ++task) {
      const std::string name =
          "level " + std::to_string(level) + " task " + std::to_string(task);
      line("invalidate before " + name,
           caches.tasks[level][task].invalidateBefore);
      line("write back after " + name,
           caches.tasks[level][task].writeBackAfter);
    }
  line("invalidate on exit", caches.invalidateOnExit);
}

} // namespace hocket::planning
