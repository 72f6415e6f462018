// SPDX-License-Identifier: Apache-2.0
//
// When data arrive on all cores at once, against looking at each core.
#include "scheduling/Arrivals.h"
#include "Problems.h"

#include <gtest/gtest.h>

using namespace hocket::scheduling;

namespace {

TEST(Arrivals, AreThoseOfEachCore) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Problem problem = randomProblem(seed, {40, 160, 1 + CoreIndex(seed % 9)});
    // Clusters by any numbers, and waits that cost.
    for (CoreIndex core = 0; core < problem.cores; ++core)
      problem.cluster[core] = 7 - core / 3;
    problem.syncNs = 2;
    problem.syncAcrossNs = 5;
    problem.nsPerByteAcross = 3;
    problem.links = {{7, 6, 3, 2}, {5, 7, 90, 0}};
    Graph graph(problem);
    PartialSchedule schedule(graph);
    Arrivals arrivals(graph);
    std::mt19937_64 random(seed);
    for (TaskIndex task = 0; task < problem.tasks.size(); ++task) {
      arrivals.compute(schedule, task);
      for (CoreIndex core = 0; core < problem.cores; ++core)
        EXPECT_EQ(arrivals.at(core), schedule.dataReady(task, core))
            << "task " << task << ", core " << core << ", seed " << seed;
      schedule.append(task, CoreIndex(random() % problem.cores));
    }
  }
}

} // namespace
