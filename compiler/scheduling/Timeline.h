// SPDX-License-Identifier: Apache-2.0
//
// What one core does when, with gaps to be filled. Tasks stand in blocks that
// know their widest gap, so that a search for a gap passes over those without
// one: scheduling n tasks takes about n log n.
#pragma once

#include "scheduling/Problem.h"

#include <vector>

namespace hocket::scheduling {

class Timeline {
public:
  /// The first time from `ready` on when the core is free for `cost`.
  double earliestGap(double ready, double cost) const;
  /// Behind everything that starts no later, so that tasks that take no time
  /// keep the order in which they were placed. The core must be free.
  void insert(TaskIndex task, double start, double end);
  /// When the core has done everything.
  double end() const { return blocks_.empty() ? 0 : blocks_.back().end(); }
  std::vector<TaskIndex> tasks() const;

private:
  struct Slot {
    double start, end;
    TaskIndex task;
  };
  struct Block {
    std::vector<Slot> slots; ///< at least one; they do not overlap
    double widestGap = 0;    ///< of those before its slots
    double end() const { return slots.back().end; }
  };

  void measure(size_t block);

  std::vector<Block> blocks_;
};

} // namespace hocket::scheduling
