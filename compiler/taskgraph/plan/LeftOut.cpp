// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/plan/LeftOut.h"

#include "taskgraph/ReplicatedUse.h"
#include "taskgraph/plan/CopyUse.h"

#include <algorithm>
#include <map>
#include <optional>

namespace hocket::taskgraph {

using ir::ObjectId;
using Copies = std::set<ObjectId>;

namespace {

/// A core that leaves out one item and runs everything else.
class WithoutItem {
public:
  WithoutItem(const ir::Program &program, const Region &region,
              const std::vector<CopyUse> &uses, ItemPlace item)
      : program_(program), region_(region), uses_(uses), item_(item) {}

  /// Copies out of date at the region's end; nothing if one is read before.
  std::optional<Copies> run() {
    walk(0);
    return reads_ ? std::nullopt : std::optional(std::move(old_));
  }

private:
  void walk(LevelIndex level) {
    for (uint32_t i = 0; i < region_.levels[level].items.size(); ++i) {
      const Item &item = region_.levels[level].items[i];
      if (item.kind == ItemKind::Task)
        runTask(item.task);
      else if (ItemPlace(level, i) == item_)
        old_.merge(replicatedUse(program_, region_, item).writes);
      else
        runCompound(item);
    }
  }

  void runTask(TaskId task) {
    for (ObjectId object : uses_[task].reads)
      reads_ |= old_.count(object) != 0;
    for (ObjectId object : uses_[task].sets)
      old_.erase(object);
  }

  /// What is out of date before it may be so behind it, for it may do nothing.
  void runCompound(const Item &item) {
    const Copies before = old_;
    Copies behind = before;
    for (LevelIndex inner : {item.body, item.elseBody}) {
      if (inner == none)
        continue;
      old_ = before;
      walk(inner);
      if (item.kind == ItemKind::Loop) { // and once more with what that left
        old_.insert(before.begin(), before.end());
        walk(inner);
      }
      behind.merge(old_);
    }
    old_ = std::move(behind);
  }

  const ir::Program &program_;
  const Region &region_;
  const std::vector<CopyUse> &uses_;
  const ItemPlace item_;
  Copies old_; ///< out of date
  bool reads_ = false;
};

bool isInside(const Region &region, ItemPlace inner, ItemPlace outer) {
  for (LevelIndex level = inner.first; level != none;
       level = region.levels[level].parent)
    if (region.levels[level].parent == outer.first &&
        region.levels[level].parentItem == outer.second)
      return true;
  return false;
}

} // namespace

std::set<ItemPlace> itemsThatMayBeLeftOut(const ir::Program &program,
                                          const Region &region) {
  const std::vector<CopyUse> uses = copyUses(program, region);
  std::set<ItemPlace> result;
  /// By scalar that the function may read behind the region.
  std::map<ObjectId, std::vector<ItemPlace>> left;
  for (LevelIndex level = 0; level < region.levels.size(); ++level)
    for (uint32_t i = 0; i < region.levels[level].items.size(); ++i) {
      if (region.levels[level].items[i].kind == ItemKind::Task)
        continue;
      const std::optional<Copies> old =
          WithoutItem(program, region, uses, {level, i}).run();
      if (!old)
        continue;
      result.insert({level, i});
      for (ObjectId object : *old)
        if (!isDeclaredInside(program, region, object))
          left[object].push_back({level, i});
    }
  // One core has to have the value in the end: groups inside each other have
  // one in common, others need not.
  for (const auto &[object, items] : left)
    for (ItemPlace a : items)
      for (ItemPlace b : items)
        if (a != b && !isInside(region, a, b) && !isInside(region, b, a))
          result.erase(a);
  return result;
}

} // namespace hocket::taskgraph
