// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/clusters/PlaceCacheCalls.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hocket::taskgraph {

using polyhedral::staleOf;
using polyhedral::TaskMemory;
using polyhedral::wantedOf;
using scheduling::Edge;
using scheduling::TaskIndex;

namespace {

CacheLines touched(const TaskMemory &memory) {
  CacheLines all = memory.reads;
  all.add(memory.writes);
  return all;
}

/// Of `lines`, what is not in `done`.
CacheLines without(const CacheLines &lines, const CacheLines &done) {
  if (done.hasOther)
    return {};
  CacheLines rest;
  rest.hasOther = lines.hasOther;
  for (ir::ObjectId object : lines.objects)
    if (!done.contains(object))
      rest.add(object);
  return rest;
}

class Placer {
public:
  Placer(const TaskGraph &graph, const RegionPlan &plan,
         const std::vector<uint32_t> &cluster)
      : region_(graph.region), memory_(*graph.memory), plan_(plan) {
    caches_.cluster = cluster;
    caches_.aligned = memory_.aligned;
    caches_.lineBytes = memory_.lineBytes;
  }

  CachePlan place() {
    for (LevelIndex level = 0; level < plan_.levels.size(); ++level)
      placeIn(level);
    for (uint32_t core = 0; core < caches_.cluster.size(); ++core)
      placeAround(core);
    return std::move(caches_);
  }

private:
  /// What the item does, with all that is inside it.
  void addItem(const Item &item, TaskMemory &memory) const {
    if (item.kind == ItemKind::Task) {
      memory.reads.add(memory_.tasks[item.task].reads);
      memory.writes.add(memory_.tasks[item.task].writes);
      return;
    }
    for (LevelIndex inner : {item.body, item.elseBody})
      if (inner != none)
        for (const Item &one : region_.levels[inner].items)
          addItem(one, memory);
  }

  TaskMemory memoryOf(LevelIndex level, TaskIndex task) const {
    TaskMemory memory;
    addItem(region_.levels[level].items[plan_.levels[level].tasks[task].item],
            memory);
    return memory;
  }

  void placeIn(LevelIndex level) {
    const LevelPlan &plan = plan_.levels[level];
    std::vector<TaskCaches> &tasks =
        caches_.tasks.emplace_back(plan.tasks.size());
    std::vector<CacheLines> &sent = sent_.emplace_back(plan.tasks.size());
    std::vector<CacheLines> &taken = taken_.emplace_back(plan.tasks.size());
    std::vector<std::vector<Edge>> across(plan.tasks.size()); // by `to`
    for (const Edge &edge : plan.problem.edges)
      if (!edge.onlyOnSameCore && caches_.cluster[plan.coreOf(edge.from)] !=
                                      caches_.cluster[plan.coreOf(edge.to)])
        across[edge.to].push_back(edge);
    for (uint32_t core : plan.cores) {
      std::map<std::pair<TaskIndex, unsigned>, CacheLines> dropped;
      for (TaskIndex to : plan.orderOn(core))
        for (const Edge &edge : across[to]) {
          const CacheLines written = memoryOf(level, edge.from).writes;
          const CacheLines wanted = touched(memoryOf(level, to));
          const CacheLines stale = staleOf(wanted, written);
          tasks[edge.from].writeBackAfter.add(wantedOf(written, wanted));
          if (edge.distance == 0 &&
              caches_.cluster[plan.coreOf(edge.from)] == 0)
            sent[to].add(stale);
          if (edge.distance == 0 && caches_.cluster[core] == 0)
            taken[edge.from].add(stale);
          CacheLines &done = dropped[{edge.from, edge.distance}];
          const CacheLines fresh = without(stale, done);
          tasks[to].invalidateBefore.add(fresh);
          done.add(fresh);
        }
    }
  }

  void placeAround(uint32_t core) {
    CoreCaches &own = caches_.cores.emplace_back();
    const LevelPlan &plan = plan_.levels.front();
    if (caches_.cluster[core] == 0)
      return;
    auto dropsBefore = [&](LevelIndex level, TaskIndex task) {
      return caches_.tasks[level][task].invalidateBefore;
    };
    auto isSentTo = [&](LevelIndex level, TaskIndex task) {
      return sent_[level][task];
    };
    own.invalidateFirst = touchedBefore(0, core, dropsBefore);
    own.writeBackLast = dirtyAtLast(0, core);
    caches_.writeBackOnEntry.add(touchedBefore(0, core, isSentTo));
    for (TaskIndex task : plan.orderOn(core))
      caches_.invalidateOnExit.add(
          without(memoryOf(0, task).writes, taken_[0][task]));
  }

  std::vector<LevelIndex> levelsInside(LevelIndex level, TaskIndex task) const {
    const Item &item =
        region_.levels[level].items[plan_.levels[level].tasks[task].item];
    std::vector<LevelIndex> inside;
    if (item.kind != ItemKind::Task)
      for (LevelIndex inner : {item.body, item.elseBody})
        if (inner != none)
          inside.push_back(inner);
    return inside;
  }

  /// What the core touches in the level, less what it `gets` before a task, in
  /// this run of the level.
  CacheLines touchedBefore(
      LevelIndex level, uint32_t core,
      llvm::function_ref<CacheLines(LevelIndex, TaskIndex)> gets) const {
    CacheLines all, got;
    for (TaskIndex task : plan_.levels[level].orderOn(core)) {
      got.add(gets(level, task));
      const std::vector<LevelIndex> inside = levelsInside(level, task);
      if (inside.empty())
        all.add(without(touched(memoryOf(level, task)), got));
      for (LevelIndex inner : inside)
        all.add(without(touchedBefore(inner, core, gets), got));
    }
    return all;
  }

  /// What the core has written in the level, and not written back.
  CacheLines dirtyAtLast(LevelIndex level, uint32_t core) const {
    CacheLines dirty;
    for (TaskIndex task : plan_.levels[level].orderOn(core)) {
      const std::vector<LevelIndex> inside = levelsInside(level, task);
      if (inside.empty())
        dirty.add(memoryOf(level, task).writes);
      for (LevelIndex inner : inside)
        dirty.add(dirtyAtLast(inner, core));
      dirty = without(dirty, caches_.tasks[level][task].writeBackAfter);
    }
    return dirty;
  }

  const Region &region_;
  const polyhedral::RegionMemory &memory_;
  const RegionPlan &plan_;
  /// By level, then task: what cluster 0 has written back before it, and what
  /// cluster 0 drops behind it; in the same run of the level.
  std::vector<std::vector<CacheLines>> sent_, taken_;
  CachePlan caches_;
};

} // namespace

CachePlan placeCacheCalls(const TaskGraph &graph, const RegionPlan &plan,
                          const std::vector<uint32_t> &cluster) {
  return Placer(graph, plan, cluster).place();
}

double entryNsOf(const ir::Program &program, const CachePlan &caches,
                 const soc::SocSpec &soc, uint32_t core) {
  const double line = soc.lineBytes();
  double all = 0;
  for (const soc::Cache &cache : soc.types[soc.cores[core].type].caches)
    all += double(cache.sizeBytes);
  auto nsOf = [&](const CacheLines &lines) {
    double bytes = 0;
    for (ir::ObjectId object : lines.objects)
      bytes += double(program[object].size) + line;
    if (lines.hasOther || bytes > all)
      bytes = all;
    const double calls =
        lines.hasOther ? 1 : double(std::max<size_t>(1, lines.objects.size()));
    return calls * soc.costs.cacheCallNs + bytes / line * soc.costs.cacheLineNs;
  };
  double longest = 0;
  for (const CoreCaches &one : caches.cores)
    longest =
        std::max(longest, nsOf(one.invalidateFirst) + nsOf(one.writeBackLast));
  return nsOf(caches.writeBackOnEntry) + longest +
         nsOf(caches.invalidateOnExit);
}

} // namespace hocket::taskgraph
