// SPDX-License-Identifier: Apache-2.0
//
// Calls that write lines back and drop them: where they are placed, and that
// the check finds each one that is not there.

#include "LevelsOfC.h"

#include "taskdeps/CollectMemory.h"
#include "taskgraph/clusters/CheckCacheCalls.h"
#include "taskgraph/clusters/KeepTogether.h"
#include "taskgraph/clusters/PlaceCacheCalls.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::taskgraph;
using test::LevelsOfC;

namespace {

/// Two clusters of two cores each.
struct OnClusters : LevelsOfC {
  explicit OnClusters(const std::string &text) : LevelsOfC(text, 4) {
    soc.clusters.resize(2);
    for (soc::Cluster &cluster : soc.clusters)
      cluster.isCoherent = false;
    soc.spansClusters = true;
    soc.costs.syncNs = soc.costs.syncAcrossNs = 1;
    soc.costs.cacheCallNs = soc.costs.cacheLineNs = 0;
    soc.costs.bytesPerNs = soc.costs.bytesPerNsAcross = 1e6;
    soc.cores[2].cluster = soc.cores[3].cluster = 1;
    polyhedral::MemoryRequest request;
    request.islBudget = 1000000;
    for (const ir::Object &object : program.objects)
      if (object.kind == ir::ObjectKind::Global) {
        request.named.insert(object.id);
        request.visible.insert(object.id);
      } else if (object.kind == ir::ObjectKind::Local ||
                 object.kind == ir::ObjectKind::Param) {
        request.uncached.insert(object.id);
      }
    graph.memory = polyhedral::collectMemory(
        polyhedral::ProgramIndex(program, effects), verdicts,
        graph.region.shape(policy.region.minIterationsPerChunk),
        graph.dependences, request);
  }

  std::string names(const CacheLines &lines) const {
    std::string all;
    for (ir::ObjectId object : lines.objects)
      all += (all.empty() ? "" : " ") + program[object].name;
    return all;
  }
};

const char *const timeLoop =
    "long a[4096], b[4096];\n"
    "int main(int argc, char **argv) {\n"
    "  for (int t = 0; t < argc; t++) {\n"
    "    for (int i = 0; i < 4096; i++) b[i] = a[4095 - i];\n"
    "    for (int i = 0; i < 4096; i++) a[i] = b[i]; }\n"
    "  return a[4] > 0; }\n";

/// Takes each call out in turn; the check has to see it.
template <typename Lines>
void expectNeeded(const OnClusters &c, RegionPlan &plan, Lines &lines,
                  unsigned &count) {
  if (lines.isEmpty())
    return;
  ++count;
  const CacheLines kept = std::exchange(lines, CacheLines());
  EXPECT_FALSE(checkCacheCalls(c.program, c.graph, plan).empty());
  lines = kept;
}

} // namespace

TEST(CacheCalls, AroundARegion) {
  OnClusters c("long a[4096], b[4096];\n"
               "int main(void) {\n"
               "  for (int i = 0; i < 4096; i++) a[i] += b[i];\n"
               "  return a[4] > 0; }\n");
  RegionPlan plan = c.plan();
  ASSERT_TRUE(plan.caches);
  EXPECT_EQ(plan.caches->cluster, (std::vector<uint32_t>{0, 0, 1, 1}));
  EXPECT_TRUE(c.graph.memory->together.empty());
  EXPECT_EQ(c.graph.memory->obstacle, "");
  EXPECT_EQ(c.names(plan.caches->writeBackOnEntry), "a b");
  EXPECT_EQ(c.names(plan.caches->cores[2].invalidateFirst), "a b");
  EXPECT_EQ(c.names(plan.caches->cores[2].writeBackLast), "a");
  EXPECT_EQ(c.names(plan.caches->invalidateOnExit), "a");
  EXPECT_TRUE(plan.caches->cores[1].invalidateFirst.isEmpty());
}

TEST(CacheCalls, EachIsNeeded) {
  OnClusters c(timeLoop);
  ASSERT_TRUE(c.graph.memory->obstacle.empty()) << c.graph.memory->obstacle;
  RegionPlan plan = c.plan();
  ASSERT_TRUE(plan.caches);
  EXPECT_TRUE(checkCacheCalls(c.program, c.graph, plan).empty());
  unsigned count = 0;
  expectNeeded(c, plan, plan.caches->writeBackOnEntry, count);
  expectNeeded(c, plan, plan.caches->invalidateOnExit, count);
  for (CoreCaches &core : plan.caches->cores) {
    expectNeeded(c, plan, core.invalidateFirst, count);
    expectNeeded(c, plan, core.writeBackLast, count);
  }
  for (std::vector<TaskCaches> &level : plan.caches->tasks)
    for (TaskCaches &task : level) {
      expectNeeded(c, plan, task.invalidateBefore, count);
      expectNeeded(c, plan, task.writeBackAfter, count);
    }
  // Inside, each of eight chunks has something for the other cluster, and
  // something from it.
  EXPECT_GE(count, 10u);
}

TEST(CacheCalls, WhatSharesLinesUnorderedIsOnOneCluster) {
  OnClusters c("long a[1000];\n"
               "int main(void) {\n"
               "  for (int i = 0; i < 1000; i++) a[i] += 1;\n"
               "  return a[4] > 0; }\n");
  // As if its chunks began anywhere.
  c.graph.memory->together = {{{0, 1}, {0, 2}}};
  EXPECT_FALSE(areAllTogether(c.graph));
  RegionPlan plan = c.plan();
  const LevelPlan &level = plan.levels[0];
  EXPECT_EQ(level.coreOf(1) < 2, level.coreOf(2) < 2);
  // On two clusters, the check says so.
  uint32_t other = 0;
  while (other < 4 && (level.coreOf(other) < 2) == (level.coreOf(1) < 2))
    ++other;
  ASSERT_LT(other, 4u);
  c.graph.memory->together = {{{0, 1}, {0, other}}};
  EXPECT_FALSE(checkCacheCalls(c.program, c.graph, plan).empty());
}
