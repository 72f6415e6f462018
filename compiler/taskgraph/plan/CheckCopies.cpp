// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/plan/CheckCopies.h"

#include "taskgraph/ReplicatedUse.h"
#include "taskgraph/plan/CopyUse.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace hocket::taskgraph {

using ir::ObjectId;
using Copies = std::set<ObjectId>;

namespace {

/// One core's way through the region.
class CoreWalk {
public:
  CoreWalk(const ir::Program &program, const Region &region,
           const RegionPlan &plan, const std::vector<CopyUse> &uses,
           uint32_t core)
      : program_(program), region_(region), plan_(plan), uses_(uses),
        core_(core) {}

  /// Copies whose values may be out of date at the end.
  Copies run() { return walk(0, {}); }

private:
  Copies walk(LevelIndex level, Copies old) const {
    const std::vector<Item> &items = region_.levels[level].items;
    for (uint32_t i = 0; i < items.size(); ++i) {
      const bool runs = runsItem(level, i);
      if (items[i].kind == ItemKind::Task) {
        if (runs)
          runTask(items[i].task, old);
      } else if (!runs) {
        old.merge(replicatedUse(program_, region_, items[i]).writes);
      } else {
        old = walkInto(items[i], std::move(old));
      }
    }
    return old;
  }

  bool runsItem(LevelIndex level, uint32_t item) const {
    const LevelPlan &plan = plan_.levels[level];
    const llvm::ArrayRef<scheduling::TaskIndex> order = plan.orderOn(core_);
    return std::any_of(order.begin(), order.end(),
                       [&](scheduling::TaskIndex task) {
                         return plan.tasks[task].item == item;
                       });
  }

  void runTask(TaskId task, Copies &old) const {
    for (ObjectId object : uses_[task].reads)
      if (old.count(object))
        throw std::logic_error("core " + std::to_string(core_) +
                               " has no value of '" + program_[object].name +
                               "' for " +
                               taskName(program_, region_.tasks[task]));
    for (ObjectId object : uses_[task].sets)
      old.erase(object);
  }

  Copies walkInto(const Item &item, Copies old) const {
    if (item.kind == ItemKind::Branch) {
      Copies behind = walk(item.body, old);
      behind.merge(item.elseBody == none ? old : walk(item.elseBody, old));
      return behind;
    }
    // Copies only become more of them from round to round, so this ends.
    for (;;) {
      Copies again = walk(item.body, old);
      again.insert(old.begin(), old.end());
      if (again == old)
        return old;
      old = std::move(again);
    }
  }

  const ir::Program &program_;
  const Region &region_;
  const RegionPlan &plan_;
  const std::vector<CopyUse> &uses_;
  const uint32_t core_;
};

} // namespace

std::map<ObjectId, uint32_t> checkCopies(const ir::Program &program,
                                         const Region &region,
                                         const RegionPlan &plan) {
  bool isDivided = false;
  for (LevelIndex level = 0; level < region.levels.size(); ++level)
    isDivided |= plan.beginsGroup(region, level);
  if (!isDivided)
    return {}; // every core runs all control
  const std::vector<CopyUse> uses = copyUses(program, region);
  std::vector<Copies> old;
  for (uint32_t core : plan.levels.front().cores)
    old.push_back(CoreWalk(program, region, plan, uses, core).run());
  std::map<ObjectId, uint32_t> leavers;
  for (ObjectId object : region.replicated) {
    if (isDeclaredInside(program, region, object))
      continue;
    auto has = std::find_if(old.begin(), old.end(), [&](const Copies &copies) {
      return !copies.count(object);
    });
    if (has == old.end())
      throw std::logic_error("no core has the value of '" +
                             program[object].name + "' in the end");
    if (has != old.begin())
      leavers[object] = uint32_t(has - old.begin());
  }
  return leavers;
}

} // namespace hocket::taskgraph
