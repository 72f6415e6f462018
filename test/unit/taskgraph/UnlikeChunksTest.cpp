// SPDX-License-Identifier: Apache-2.0
//
// Unequal work on unlike cores: whatever the growth and the speeds are, all
// cores end together.

#include "LevelsOfC.h"

#include "taskgraph/shares/UnlikeChunks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

using namespace hocket;
using namespace hocket::taskgraph;
using test::LevelsOfC;

namespace {

/// Work of equal parts of a loop whose iteration k of n takes (k / n) ^ power
/// and a constant.
std::vector<double> growing(size_t parts, double power, double constant) {
  std::vector<double> work;
  for (size_t part = 0; part < parts; ++part)
    work.push_back(std::pow((double(part) + 0.5) / double(parts), power) +
                   constant);
  const double all = std::accumulate(work.begin(), work.end(), 0.0);
  for (double &each : work)
    each /= all;
  return work;
}

/// Of so many parts of the loop, those in some.
double workIn(const std::vector<double> &work, unsigned from, unsigned to,
              unsigned parts) {
  double sum = 0;
  for (size_t i = 0; i < work.size(); ++i) {
    const double begin = double(i) / double(work.size()) * parts,
                 end = double(i + 1) / double(work.size()) * parts;
    const double common =
        std::min(end, double(to)) - std::max(begin, double(from));
    sum += std::max(0.0, common) / (end - begin) * work[i];
  }
  return sum;
}

/// The last core's end, where all would share the work without a rest: 1.
double endOf(const UnlikeChunks &chunks, const std::vector<double> &speeds,
             const std::vector<double> &work) {
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const size_t count = chunks.shares.size();
  double end = 0;
  for (size_t core = 0; core < speeds.size(); ++core) {
    double own = 0;
    for (size_t chunk : {core, count - 1 - core})
      own += workIn(work, chunks.cuts[chunk], chunks.cuts[chunk + 1],
                    chunks.cuts.back());
    end = std::max(end, own * all / speeds[core]);
  }
  return end;
}

} // namespace

TEST(UnlikeChunks, PairsAreAsWideAsTheirCoreIsFast) {
  // However steep the growth.
  for (double constant : {0.0, 0.3, 5.0})
    EXPECT_EQ(unlikeChunks({2, 1}, growing(1024, 1, constant)).cuts,
              (std::vector<unsigned>{0, 2, 3, 4, 6}))
        << constant;
}

TEST(UnlikeChunks, AllEndTogether) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> speeds(2 + random() % 7);
    for (double &speed : speeds)
      speed = 0.1 + random() % 1000 / 1000.0;
    const std::vector<double> work =
        growing(1024, random() % 4, random() % 3 / 2.0);
    const UnlikeChunks chunks = unlikeChunks(speeds, work);
    ASSERT_EQ(chunks.cuts.size(), 2 * speeds.size() + 1);
    ASSERT_EQ(chunks.shares.size(), 2 * speeds.size());
    EXPECT_TRUE(std::is_sorted(chunks.cuts.begin(), chunks.cuts.end(),
                               std::less_equal<>()));
    EXPECT_NEAR(
        std::accumulate(chunks.shares.begin(), chunks.shares.end(), 0.0), 1,
        1e-9);
    EXPECT_LE(endOf(chunks, speeds, work), 1 + policy.region.unevenCuts + 1e-9);
  }
}

TEST(UnlikeChunks, TooFewPartsAreLeft) {
  EXPECT_TRUE(unlikeChunks({2, 1, 1}, growing(4, 1, 0)).cuts.empty());
  EXPECT_EQ(unlikeChunks({2, 1, 1}, growing(6, 1, 0)).cuts,
            (std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(UnlikeChunks, ATriangularLoopAddsTheSpeedsOfFourBigAndFourLittleCores) {
  const std::vector<double> speeds{1, 1, 1, 1, 0.37, 0.37, 0.37, 0.37};
  LevelsOfC c("double a[3000][3000];\n"
              "int main(void) {\n"
              "  for (int i = 0; i < 3000; i++)\n"
              "    for (int j = 0; j <= i; j++) a[i][j] = i;\n"
              "  return a[4][4] > 0; }\n",
              8, speeds);
  ASSERT_EQ(c.regions.size(), 1u);
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const LevelPlan level = c.plan().levels[0];
  EXPECT_EQ(level.tasks.size(), 16u);
  EXPECT_LE(level.schedule.makespan, 10000.0 / all * 1.02);
}
