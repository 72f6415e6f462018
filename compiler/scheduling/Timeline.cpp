// SPDX-License-Identifier: Apache-2.0
#include "scheduling/Timeline.h"

#include <algorithm>

namespace hocket::scheduling {

/// Slots of a block, at most.
static constexpr size_t mostSlots = 128;

double Timeline::earliestGap(double ready, double cost) const {
  // What ends by then is not in the way.
  auto block = std::partition_point(
      blocks_.begin(), blocks_.end(),
      [&](const Block &block) { return block.end() <= ready; });
  double start = ready;
  for (; block != blocks_.end(); ++block) {
    // Rounding must not hide a gap that is just wide enough.
    if (block->widestGap > 0 && block->widestGap >= cost * (1 - 1e-9))
      for (const Slot &busy : block->slots) {
        // insert() puts the task behind those that start with it: a gap must
        // end after its start.
        if (start < busy.start && start + cost <= busy.start)
          return start;
        start = std::max(start, busy.end);
      }
    start = std::max(start, block->end());
  }
  return start;
}

void Timeline::insert(TaskIndex task, double start, double end) {
  if (blocks_.empty())
    blocks_.emplace_back();
  auto at = std::partition_point(
      blocks_.begin(), blocks_.end() - 1,
      [&](const Block &block) { return block.slots.back().start <= start; });
  size_t block = size_t(at - blocks_.begin());
  std::vector<Slot> &slots = at->slots;
  auto place = std::upper_bound(
      slots.begin(), slots.end(), start,
      [](double time, const Slot &slot) { return time < slot.start; });
  slots.insert(place, {start, end, task});
  if (slots.size() > mostSlots) {
    Block second;
    second.slots.assign(slots.begin() + mostSlots / 2, slots.end());
    slots.resize(mostSlots / 2);
    blocks_.insert(blocks_.begin() + ptrdiff_t(block) + 1, std::move(second));
    measure(block + 1);
  }
  measure(block);
  if (block + 2 < blocks_.size())
    measure(block + 2);
  if (block + 1 < blocks_.size())
    measure(block + 1);
}

void Timeline::measure(size_t block) {
  double before = block == 0 ? 0 : blocks_[block - 1].end();
  double widest = 0;
  for (const Slot &slot : blocks_[block].slots) {
    widest = std::max(widest, slot.start - before);
    before = std::max(before, slot.end);
  }
  blocks_[block].widestGap = widest;
}

std::vector<TaskIndex> Timeline::tasks() const {
  std::vector<TaskIndex> tasks;
  for (const Block &block : blocks_)
    for (const Slot &slot : block.slots)
      tasks.push_back(slot.task);
  return tasks;
}

} // namespace hocket::scheduling
