// SPDX-License-Identifier: Apache-2.0
//
// Gaps of a core's timeline, against looking at all that is on it.
#include "scheduling/Timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace hocket::scheduling;

namespace {

struct Busy {
  double start, end;
};

double firstGap(const std::vector<Busy> &sorted, double ready, double cost) {
  double start = ready;
  for (const Busy &busy : sorted) {
    if (start < busy.start && start + cost <= busy.start)
      return start;
    start = std::max(start, busy.end);
  }
  return start;
}

TEST(Timelines, FindTheFirstGapAndKeepTheOrder) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 5; ++round) {
    Timeline timeline;
    std::vector<Busy> all;
    std::vector<TaskIndex> order;
    for (TaskIndex task = 0; task < 1500; ++task) {
      double ready = double(random() % 10000), cost = double(random() % 12);
      double start = timeline.earliestGap(ready, cost);
      ASSERT_EQ(start, firstGap(all, ready, cost)) << "task " << task;
      timeline.insert(task, start, start + cost);
      auto at = std::upper_bound(
          all.begin(), all.end(), start,
          [](double time, const Busy &busy) { return time < busy.start; });
      order.insert(order.begin() + (at - all.begin()), task);
      all.insert(at, {start, start + cost});
      ASSERT_EQ(timeline.end(), all.back().end);
    }
    EXPECT_EQ(timeline.tasks(), order);
  }
}

} // namespace
