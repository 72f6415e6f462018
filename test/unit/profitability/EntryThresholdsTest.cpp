// SPDX-License-Identifier: Apache-2.0
//
// How much work an entry asks for.

#include "profitability/EntryThresholds.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::profitability;

namespace {
const ProfitPolicy plain{};
} // namespace

TEST(EntryThresholds, EnteringCostsLessThanIsSaved) {
  // Half of the work is saved, so twice the entry.
  EXPECT_DOUBLE_EQ(leastRegionNs({10000, 7000, 2000, 0}, plain), 4000);
}

TEST(EntryThresholds, CombiningIsPaidAtEachEntry) {
  EXPECT_DOUBLE_EQ(leastRegionNs({10000, 7500, 2000, 500}, plain), 5000);
}

TEST(EntryThresholds, SavesAtLeastALittle) {
  EXPECT_DOUBLE_EQ(leastRegionNs({10000, 20000, 2000, 0}, plain),
                   2000 / plain.leastGain);
  EXPECT_DOUBLE_EQ(leastRegionNs({0, 2000, 2000, 0}, plain),
                   2000 / plain.leastGain);
}

TEST(EntryThresholds, LevelsMakeUpForTheWaitsOfACore) {
  EXPECT_DOUBLE_EQ(leastLevelNs({2, 1, 2, 0}, 100, plain), 400);
  EXPECT_DOUBLE_EQ(leastLevelNs({4, 1, 2, 50}, 100, plain), 700);
}

TEST(EntryThresholds, LevelsWithoutWaitsMakeUpForTheirLoopHeaders) {
  EXPECT_DOUBLE_EQ(leastLevelNs({0, 3, 2, 0}, 100, plain),
                   plain.levelWaits * 3 * plain.chunkOverheadNs);
}

TEST(EntryThresholds, SearchesBeginByThemselves) {
  EXPECT_EQ(firstIterations(10, 2000, plain), 400u);
  EXPECT_EQ(firstIterations(1e6, 2000, plain), 2u);
  EXPECT_EQ(firstIterations(0, 2000, plain), 8192u);
  EXPECT_EQ(firstIterations(0, 300, plain), 2000u);
}
