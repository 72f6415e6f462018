// SPDX-License-Identifier: Apache-2.0
//
// What it costs to go on with what another core has done.
#include "scheduling/Handover.h"
#include "Problems.h"
#include "scheduling/Verifier.h"

#include <gtest/gtest.h>

using namespace hocket::scheduling;

namespace {

/// Two tasks on the first core of one cluster and of another.
Problem threeClusters() {
  Problem problem = equalCores(6, {10, 10}, {{0, 1, 100}});
  problem.cluster = {4, 4, 9, 9, 2, 2};
  problem.syncNs = 1;
  problem.nsPerByte = 0.5;
  problem.syncAcrossNs = 10;
  problem.nsPerByteAcross = 2;
  problem.links = {{2, 4, 7, 1}};
  return problem;
}

} // namespace

TEST(Handover, IsThatOfTheCoreItsClusterOrTheLink) {
  const Problem problem = threeClusters();
  EXPECT_EQ(betweenCores(problem, 1, 1), (Handover{0, 0}));
  EXPECT_EQ(betweenCores(problem, 0, 1), (Handover{1, 0.5}));
  EXPECT_EQ(betweenCores(problem, 0, 2), (Handover{10, 2}));
  EXPECT_EQ(betweenCores(problem, 0, 4), (Handover{7, 1}));
  EXPECT_EQ(betweenCores(problem, 5, 1), (Handover{7, 1}));
}

TEST(Handover, ListsEachKindOnce) {
  const Problem problem = threeClusters();
  const Handovers handovers(problem);
  EXPECT_EQ(handovers.kinds().size(), 3u);
  for (CoreIndex a = 0; a < problem.cores; ++a)
    for (CoreIndex b = a + 1; b < problem.cores; ++b)
      EXPECT_EQ(handovers.between(a, b), betweenCores(problem, a, b));
}

TEST(Handover, OverALinkIsVerified) {
  const Problem problem = threeClusters();
  Schedule schedule;
  schedule.placements = {{0, 0, 10}, {4, 117, 127}};
  schedule.order = {{0}, {}, {}, {}, {1}, {}};
  schedule.syncs = {{0, 1, 0}};
  schedule.makespan = schedule.period = 127;
  EXPECT_TRUE(verify(problem, schedule).empty());
  schedule.placements[1] = {4, 116, 126};
  schedule.makespan = schedule.period = 126;
  EXPECT_FALSE(verify(problem, schedule).empty());
}
