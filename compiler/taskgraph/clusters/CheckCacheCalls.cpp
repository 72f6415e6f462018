// SPDX-License-Identifier: Apache-2.0
//
// Of each level two repetitions are looked at: what one task does before
// another is what program order and waits lead from one to the other.
#include "taskgraph/clusters/CheckCacheCalls.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::taskgraph {

using scheduling::Edge;
using scheduling::Sync;
using scheduling::TaskIndex;

namespace {

/// Objects by their ids; this one stands for memory without a name.
constexpr auto unnamed = ir::ObjectId::None;
using Objects = std::set<ir::ObjectId>;

Objects asSet(const CacheLines &lines) {
  Objects all(lines.objects.begin(), lines.objects.end());
  if (lines.hasOther)
    all.insert(unnamed);
  return all;
}

bool covers(const CacheLines &lines, ir::ObjectId object) {
  return lines.hasOther || asSet(lines).count(object) != 0;
}

struct ItemMemory {
  Objects written, touched;
};

class Checker {
public:
  Checker(const ir::Program &program, const TaskGraph &graph,
          const RegionPlan &plan)
      : program_(program), graph_(graph), plan_(plan), caches_(*plan.caches) {}

  std::vector<std::string> check() {
    collect();
    checkTogether();
    for (LevelIndex level = 0; level < plan_.levels.size(); ++level)
      checkLevel(level);
    for (uint32_t core = 0; core < caches_.cluster.size(); ++core)
      checkAround(core);
    return std::move(problems_);
  }

private:
  /// A task of a level, in the first or the second of two repetitions.
  struct Instance {
    TaskIndex task;
    unsigned repetition;
    auto operator<=>(const Instance &) const = default;
  };

  /// From each task up to all the items that hold it.
  void collect() {
    items_.resize(graph_.region.levels.size());
    for (LevelIndex level = 0; level < items_.size(); ++level)
      items_[level].resize(graph_.region.levels[level].items.size());
    for (LevelIndex level = 0; level < items_.size(); ++level)
      for (uint32_t i = 0; i < items_[level].size(); ++i)
        if (const Item &item = graph_.region.levels[level].items[i];
            item.kind == ItemKind::Task)
          addUpwards(level, i, graph_.memory->tasks[item.task]);
  }

  void addUpwards(LevelIndex level, uint32_t item,
                  const polyhedral::TaskMemory &memory) {
    while (level != none) {
      ItemMemory &own = items_[level][item];
      for (ir::ObjectId object : asSet(memory.writes)) {
        own.written.insert(object);
        own.touched.insert(object);
      }
      for (ir::ObjectId object : asSet(memory.reads))
        own.touched.insert(object);
      item = graph_.region.levels[level].parentItem;
      level = graph_.region.levels[level].parent;
    }
  }

  const ItemMemory &memoryOf(LevelIndex level, TaskIndex task) const {
    return items_[level][plan_.levels[level].tasks[task].item];
  }

  std::string nameOf(ir::ObjectId object) const {
    return object == unnamed ? "memory without a name"
                             : "'" + program_[object].name + "'";
  }

  void report(LevelIndex level, TaskIndex task, const std::string &what,
              ir::ObjectId object) {
    problems_.push_back(plan_.levels[level].problem.tasks[task].name + ": " +
                        nameOf(object) + " " + what);
  }

  void checkTogether() {
    std::map<polyhedral::ChunkOfTask, uint32_t> cluster;
    for (const LevelPlan &level : plan_.levels)
      for (TaskIndex i = 0; i < level.tasks.size(); ++i)
        if (level.tasks[i].task != none)
          cluster[{level.tasks[i].task, level.tasks[i].chunk}] =
              caches_.cluster[level.coreOf(i)];
    for (const auto &[a, b] : graph_.memory->together)
      if (cluster.at(a) != cluster.at(b))
        problems_.push_back(
            "tasks " + std::to_string(a.first) + " and " +
            std::to_string(b.first) +
            " write parts of one line on two clusters, unordered");
  }

  /// What one of the two may have written that concerns the other, as far as
  /// names tell.
  static Objects common(const Objects &written, const Objects &touched) {
    Objects all;
    for (ir::ObjectId object : written)
      if (touched.count(object) || touched.count(unnamed))
        all.insert(object);
    if (written.count(unnamed))
      all.insert(touched.begin(), touched.end());
    return all;
  }

  void checkLevel(LevelIndex level) {
    const LevelPlan &plan = plan_.levels[level];
    for (const Edge &edge : plan.problem.edges) {
      if (edge.onlyOnSameCore || caches_.cluster[plan.coreOf(edge.from)] ==
                                     caches_.cluster[plan.coreOf(edge.to)])
        continue;
      for (ir::ObjectId object : common(memoryOf(level, edge.from).written,
                                        memoryOf(level, edge.to).touched))
        checkFlow(level, edge, object);
    }
  }

  /// Some task at or behind the first writes it back, and some task at or
  /// before the second, behind that one, drops it.
  void checkFlow(LevelIndex level, const Edge &edge, ir::ObjectId object) {
    const LevelPlan &plan = plan_.levels[level];
    auto orderFrom = plan.orderOn(plan.coreOf(edge.from));
    auto orderTo = plan.orderOn(plan.coreOf(edge.to));
    bool isWrittenBack = false;
    const bool writtenByName = memoryOf(level, edge.from).written.count(object);
    for (auto x = std::find(orderFrom.begin(), orderFrom.end(), edge.from);
         x != orderFrom.end(); ++x) {
      // What has no name for the writer is in all of its cache.
      const CacheLines &written = caches_.tasks[level][*x].writeBackAfter;
      if (!(writtenByName ? covers(written, object) : written.hasOther))
        continue;
      isWrittenBack = true;
      const std::set<Instance> behind = reachedFrom(level, {*x, 0});
      for (TaskIndex y : orderTo) {
        if (covers(caches_.tasks[level][y].invalidateBefore, object) &&
            behind.count({y, edge.distance}))
          return;
        if (y == edge.to)
          break;
      }
    }
    report(level, edge.to,
           isWrittenBack ? "is not dropped after the wait"
                         : "is not written back before the signal",
           object);
  }

  std::set<Instance> reachedFrom(LevelIndex level, Instance start) const {
    const LevelPlan &plan = plan_.levels[level];
    std::set<Instance> reached;
    std::vector<Instance> work = {start};
    while (!work.empty()) {
      const Instance at = work.back();
      work.pop_back();
      auto go = [&](Instance next) {
        if (next.repetition < 2 && reached.insert(next).second)
          work.push_back(next);
      };
      auto order = plan.orderOn(plan.coreOf(at.task));
      auto next = std::find(order.begin(), order.end(), at.task) + 1;
      if (next != order.end())
        go({*next, at.repetition});
      else if (plan.problem.repeats)
        go({order.front(), at.repetition + 1});
      for (const Sync &sync : plan.schedule.syncs)
        if (sync.from == at.task)
          go({sync.to, at.repetition + sync.distance});
    }
    return reached;
  }

  void checkAround(uint32_t core) {
    if (caches_.cluster[core] == 0)
      return;
    for (TaskIndex task : plan_.levels[0].orderOn(core))
      for (ir::ObjectId object : memoryOf(0, task).written)
        if (!covers(caches_.invalidateOnExit, object) &&
            !isDroppedBehind(core, task, object))
          report(0, task, "may be stale behind the region", object);
    checkLeaves(0, core, {});
  }

  /// Some task at or behind this one writes it back, and the first cluster
  /// drops it behind that.
  bool isDroppedBehind(uint32_t core, TaskIndex task,
                       ir::ObjectId object) const {
    auto order = plan_.levels[0].orderOn(core);
    for (auto x = std::find(order.begin(), order.end(), task); x != order.end();
         ++x)
      if (covers(caches_.tasks[0][*x].writeBackAfter, object))
        for (const Instance &y : reachedFrom(0, {*x, 0}))
          if (y.repetition == 0 &&
              caches_.cluster[plan_.levels[0].coreOf(y.task)] == 0 &&
              covers(caches_.tasks[0][y.task].invalidateBefore, object))
            return true;
    return false;
  }

  /// The first cluster writes it back before the task, in the same run of the
  /// level.
  bool isSentBefore(LevelIndex level, TaskIndex task,
                    ir::ObjectId object) const {
    const LevelPlan &plan = plan_.levels[level];
    for (TaskIndex x = 0; x < plan.tasks.size(); ++x)
      if (caches_.cluster[plan.coreOf(x)] == 0 &&
          covers(caches_.tasks[level][x].writeBackAfter, object) &&
          reachedFrom(level, {x, 0}).count({task, 0}))
        return true;
    return false;
  }

  /// A task of a level around, on the core.
  struct Around {
    LevelIndex level;
    TaskIndex task;
  };

  /// Each task that is no loop or branch: at or before it what it touches is
  /// dropped, at or behind it what it has written is written back; in its own
  /// level, in one around it, or at the ends of the core's program.
  void checkLeaves(LevelIndex level, uint32_t core, std::vector<Around> path) {
    for (TaskIndex task : plan_.levels[level].orderOn(core)) {
      path.push_back({level, task});
      const Item &item = graph_.region.levels[level]
                             .items[plan_.levels[level].tasks[task].item];
      if (item.kind == ItemKind::Task)
        checkLeaf(core, path);
      else
        for (LevelIndex inner : {item.body, item.elseBody})
          if (inner != none)
            checkLeaves(inner, core, path);
      path.pop_back();
    }
  }

  void checkLeaf(uint32_t core, const std::vector<Around> &path) {
    const auto [level, task] = path.back();
    for (ir::ObjectId object : memoryOf(level, task).touched) {
      bool isFresh = covers(caches_.cores[core].invalidateFirst, object);
      bool isInMemory = covers(caches_.writeBackOnEntry, object);
      for (const Around &at : path)
        for (TaskIndex before : plan_.levels[at.level].orderOn(core)) {
          if (covers(caches_.tasks[at.level][before].invalidateBefore,
                     object)) {
            isFresh = true;
            isInMemory = isInMemory || isSentBefore(at.level, before, object);
          }
          if (before == at.task)
            break;
        }
      if (!isFresh)
        report(level, task, "may be stale where the region begins", object);
      if (!isInMemory)
        report(level, task, "is not written back on entry", object);
    }
    for (ir::ObjectId object : memoryOf(level, task).written) {
      bool isWritten = covers(caches_.cores[core].writeBackLast, object);
      for (const Around &at : path) {
        bool isBehind = false;
        for (TaskIndex later : plan_.levels[at.level].orderOn(core)) {
          isBehind |= later == at.task;
          isWritten |=
              isBehind &&
              covers(caches_.tasks[at.level][later].writeBackAfter, object);
        }
      }
      if (!isWritten)
        report(level, task, "is not written back at the end", object);
    }
  }

  const ir::Program &program_;
  const TaskGraph &graph_;
  const RegionPlan &plan_;
  const CachePlan &caches_;
  std::vector<std::vector<ItemMemory>> items_; ///< by level, then item
  std::vector<std::string> problems_;
};

} // namespace

std::vector<std::string> checkCacheCalls(const ir::Program &program,
                                         const TaskGraph &graph,
                                         const RegionPlan &plan) {
  return Checker(program, graph, plan).check();
}

} // namespace hocket::taskgraph
