// SPDX-License-Identifier: Apache-2.0
//
// A region against regions of its callees, and of its loops.

#include "profitability/Alternatives.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::profitability;

namespace {

const ProfitPolicy plain{};

TaskGain loop(double ns, double calleesNs) {
  return {true, ns, 2, calleesNs, 1};
}
TaskGain whole(double ns, double calleesNs) {
  return {false, ns, 2, calleesNs, 1};
}

} // namespace

TEST(Alternatives, ALoopGainsMoreThanWhatItCalls) {
  EXPECT_DOUBLE_EQ(calledGain(loop(1000, 200), plain), 200);
  // 0.9 of the half that two cores save.
  EXPECT_DOUBLE_EQ(calledGain(loop(1000, 5000), plain), 450);
  EXPECT_DOUBLE_EQ(calledGain(whole(1000, 5000), plain), 5000);
}

TEST(Alternatives, CalleesGainInEachRepetition) {
  TaskGain inside = whole(10, 100);
  inside.repetitions = 7;
  EXPECT_DOUBLE_EQ(calleesGain({whole(10, 100), inside}, plain), 800);
}

TEST(Alternatives, PartsAreTakenOnlyBesideCallsThatGain) {
  EXPECT_DOUBLE_EQ(partsGain({loop(10000, 0), loop(10000, 0)}, 1000, plain), 0);
  EXPECT_DOUBLE_EQ(partsGain({whole(9000, 3000), loop(10000, 0)}, 1000, plain),
                   3000 + (5000 - 1000));
}

TEST(Alternatives, ALoopRunsAsChunksOrWhatItCallsDoes) {
  EXPECT_DOUBLE_EQ(partsGain({whole(9000, 3000), loop(1000, 400)}, 1000, plain),
                   3000 + 400);
}

TEST(Alternatives, TheRegionWinsWhereNothingElseGainsMore) {
  RegionWork work;
  work.sequentialNs = 10000;
  work.parallelNs = 6000;
  work.entryNs = 1000;
  // Inside it gains 5000; the entry is weighed when it is entered.
  EXPECT_EQ(choose(work, 5000, plain), Choice::Region);
  EXPECT_EQ(choose(work, 5001, plain), Choice::Callees);
  work.parallelNs = 9500;
  EXPECT_EQ(choose(work, 0, plain), Choice::Sequential);
  EXPECT_EQ(choose(work, 9000, plain), Choice::Sequential);
}
