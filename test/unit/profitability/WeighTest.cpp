// SPDX-License-Identifier: Apache-2.0
//
// Whether loops, levels, pipelines and regions pay: numbers in, decisions out.

#include "profitability/Weigh.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::profitability;

namespace {

const ProfitPolicy plain{};

ChunkedLoop chunked(double ns) { return {ns, 2, false, false, false}; }

RegionWork region(double sequentialNs, double parallelNs, double entryNs) {
  RegionWork work;
  work.sequentialNs = sequentialNs;
  work.parallelNs = parallelNs;
  work.entryNs = entryNs;
  return work;
}

} // namespace

TEST(Weigh, ChunksMakeUpForTheirWaits) {
  // Two cores save half: 3 hand-overs of 100 ns are needed.
  EXPECT_TRUE(weighChunks(chunked(600), 100, plain).pays);
  EXPECT_FALSE(weighChunks(chunked(599), 100, plain).pays);
}

TEST(Weigh, MoreCoresSaveMore) {
  ChunkedLoop loop = chunked(400);
  EXPECT_FALSE(weighChunks(loop, 100, plain).pays);
  loop.cores = 4;
  EXPECT_TRUE(weighChunks(loop, 100, plain).pays);
}

TEST(Weigh, OneWaitCountsWhereTheLevelPays) {
  ChunkedLoop loop = chunked(200);
  EXPECT_FALSE(weighChunks(loop, 100, plain).pays);
  loop.isInPayingLevel = true;
  EXPECT_TRUE(weighChunks(loop, 100, plain).pays);
}

TEST(Weigh, ChunksWithoutWaitsMakeUpForTheirBounds) {
  ChunkedLoop loop = chunked(10);
  loop.isFreeOfWaits = true;
  EXPECT_TRUE(weighChunks(loop, 100, plain).pays);
  loop.ns = 9;
  EXPECT_FALSE(weighChunks(loop, 100, plain).pays);
}

TEST(Weigh, OtherRunsThanTheProfilesMayBeLonger) {
  ChunkedLoop loop = chunked(150);
  loop.mayBeLonger = true;
  EXPECT_TRUE(weighChunks(loop, 100, plain).pays);
  loop.ns = 149;
  EXPECT_FALSE(weighChunks(loop, 100, plain).pays);
}

TEST(Weigh, SaysWhatChunksWouldNeed) {
  // What it must save, beside the share that a core does itself.
  EXPECT_DOUBLE_EQ(weighChunks(chunked(100), 100, plain).neededNs, 350);
}

TEST(Weigh, IterationsOfAPipelineOutweighTheirWaits) {
  EXPECT_DOUBLE_EQ(leastIterationNs(0, 100, plain), 1600);
  EXPECT_DOUBLE_EQ(leastIterationNs(2, 100, plain), 4800);
  PipelinedLoop loop{32000, 20000, 10, 1, false};
  EXPECT_TRUE(weighPipeline(loop, 100, plain).pays);
  loop.ns = 31999;
  Weighed weighed = weighPipeline(loop, 100, plain);
  EXPECT_FALSE(weighed.pays);
  EXPECT_DOUBLE_EQ(weighed.neededNs, 32000);
}

TEST(Weigh, WhatTheFirstIterationsShowMayBeLess) {
  PipelinedLoop loop{2000, 1000, 10, 1, false};
  EXPECT_FALSE(weighPipeline(loop, 100, plain).pays);
  loop.isShownAtStart = true;
  EXPECT_TRUE(weighPipeline(loop, 100, plain).pays);
}

TEST(Weigh, APipelineOfOneLongStageDoesNotPay) {
  PipelinedLoop loop{1e6, 0.95e6, 10, 1, false};
  Weighed weighed = weighPipeline(loop, 100, plain);
  EXPECT_FALSE(weighed.pays);
  EXPECT_DOUBLE_EQ(weighed.neededNs, 0.95e6);
}

TEST(Weigh, WaitsOfAPipelineThatIsTestedAreNotWeighed) {
  PipelinedLoop loop{20, 10, 10, 1, false};
  EXPECT_TRUE(weighPipeline(loop, 0, plain).pays);
}

TEST(Weigh, LevelsHaveToBeFasterByAShare) {
  EXPECT_TRUE(levelPays(92, 100, plain));
  EXPECT_FALSE(levelPays(93, 100, plain));
}

TEST(Weigh, ConstantWorkIsTakenAsItIs) {
  EXPECT_DOUBLE_EQ(workTaken(region(1, 1, 1), plain), 1);
  EXPECT_TRUE(pays(region(10000, 7000, 2000), plain));
  EXPECT_FALSE(pays(region(10000, 9200, 2000), plain));
}

TEST(Weigh, WhatIsTestedOnEntryMayPay) {
  RegionWork work = region(100, 2060, 2000);
  EXPECT_FALSE(pays(work, plain));
  work.isTested = true;
  EXPECT_TRUE(pays(work, plain));
  work.isEnteredOften = true;
  EXPECT_DOUBLE_EQ(workTaken(work, plain), plain.testedOftenWork);
  work.isProfiled = true;
  EXPECT_DOUBLE_EQ(workTaken(work, plain), plain.beyondProfile);
  EXPECT_FALSE(pays(work, plain));
}

TEST(Weigh, WhatCannotBeMoreWorkHasToPayAsItIs) {
  RegionWork work = region(100, 2060, 2000);
  work.isTested = work.isMost = true;
  EXPECT_FALSE(pays(work, plain));
  // Nor is it thought to be less: the entry tests it.
  work = region(10000, 7000, 2000);
  work.isTested = work.isMost = true;
  work.isEnteredOften = work.restsOnGuesses = true;
  EXPECT_TRUE(pays(work, plain));
}

TEST(Weigh, NoAmountOfWorkPaysWhereNothingIsSaved) {
  RegionWork work = region(100, 2100, 2000);
  work.isTested = true;
  EXPECT_FALSE(pays(work, plain));
}

TEST(Weigh, UntestedGuessesHaveToPayWithMuchLess) {
  RegionWork work = region(100000, 52000, 2000);
  work.restsOnGuesses = true;
  EXPECT_TRUE(pays(work, plain));
  work.isEnteredOften = true;
  EXPECT_FALSE(pays(work, plain));
  work.sequentialNs = 1e6;
  work.parallelNs = 502000;
  EXPECT_TRUE(pays(work, plain));
}

TEST(Weigh, GoesByThePolicyThatItIsGiven) {
  ProfitPolicy eager;
  eager.worthwhile = 1;
  EXPECT_TRUE(pays(region(10000, 9300, 2000), eager));
  eager.forkJoinEntries = 3;
  EXPECT_DOUBLE_EQ(leastForkJoinNs(2000, eager), 6000);
}
