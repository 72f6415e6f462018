// SPDX-License-Identifier: Apache-2.0
//
// Loops cut by the speed of unlike cores: how long the chunks are, what they
// need of each other, and when they end.

#include "LevelsOfC.h"

#include "taskgraph/CoreSpeeds.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

using namespace hocket;
using namespace hocket::taskgraph;
using test::edges;
using test::LevelsOfC;

namespace {

using Cuts = std::vector<unsigned>;

/// The last core's end, where all would share the work without a rest: 1.
double endOf(const Cuts &cuts, const std::vector<double> &speeds) {
  double all = std::accumulate(speeds.begin(), speeds.end(), 0.0), end = 0;
  for (size_t core = 0; core < speeds.size(); ++core)
    end = std::max(end, (cuts[core + 1] - cuts[core]) / speeds[core]);
  return end * all / cuts.back();
}

/// As in hocket/abi.h, by division alone: no product overflows here.
int64_t begin(int64_t trips, unsigned cut, unsigned parts, int64_t grain) {
  int64_t blocks = (trips - 1) / grain + 1;
  return cut == parts ? trips : blocks * cut / parts * grain;
}

const Chunks &chunksOf(const LevelsOfC &c, TaskId task) {
  return *c.graph.region.tasks.at(task).as<Chunks>();
}

/// The chunk that runs the iteration.
unsigned chunkOf(const Chunks &chunks, int64_t trips, int64_t iteration) {
  for (unsigned chunk = 0;; ++chunk)
    if (iteration <
        begin(trips, chunks.cut(chunk + 1), chunks.parts(), chunks.grain))
      return chunk;
}

} // namespace

TEST(CoreSpeeds, EqualCoresGetEqualChunks) {
  EXPECT_EQ(cutsBySpeed({}), Cuts());
  EXPECT_EQ(cutsBySpeed({3}), Cuts());
  EXPECT_EQ(cutsBySpeed({1, 1, 1, 1}), Cuts());
  EXPECT_EQ(cutsBySpeed({0.2, 0.2, 0.2}), Cuts());
}

TEST(CoreSpeeds, AsFewPartsAsDo) {
  EXPECT_EQ(cutsBySpeed({2, 1}), (Cuts{0, 2, 3}));
  EXPECT_EQ(cutsBySpeed({1, 0.25, 0.25}), (Cuts{0, 4, 5, 6}));
  EXPECT_EQ(cutsBySpeed({0.5, 1}), (Cuts{0, 1, 3}));
}

TEST(CoreSpeeds, AllEndTogether) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> speeds(2 + random() % 7);
    for (double &speed : speeds)
      speed = 0.1 + random() % 1000 / 1000.0;
    Cuts cuts = cutsBySpeed(speeds);
    if (cuts.empty()) {
      cuts.resize(speeds.size() + 1);
      std::iota(cuts.begin(), cuts.end(), 0u);
    }
    ASSERT_EQ(cuts.size(), speeds.size() + 1);
    EXPECT_LE(endOf(cuts, speeds), 1 + policy.region.unevenCuts + 1e-9);
    for (size_t core = 0; core < speeds.size(); ++core)
      EXPECT_LT(cuts[core], cuts[core + 1]);
  }
}

TEST(CoreSpeeds, AVerySlowCoreGetsOnePart) {
  const Cuts cuts = cutsBySpeed({1, 1e-6});
  ASSERT_EQ(cuts.size(), 3u);
  EXPECT_EQ(cuts[2] - cuts[1], 1u);
  EXPECT_LE(cuts[2], policy.region.mostParts);
}

TEST(CoreSpeeds, TheShortestChunkIsGuarded) {
  Chunks chunks;
  chunks.count = 3;
  EXPECT_EQ(chunks.asIfEqual(), 3u);
  chunks.cuts = {0, 4, 7, 9};
  EXPECT_EQ(chunks.shortest(), 2u);
  EXPECT_EQ(chunks.asIfEqual(), 5u); // of 5 n iterations the last has n
}

TEST(CoreSpeeds, LoopsOfARegionAreCutAtTheSamePlaces) {
  LevelsOfC c("double a[1000], b[1000];\n"
              "int main(void) {\n"
              "  for (int i = 0; i < 1000; i++) a[i] = i;\n"
              "  for (int i = 0; i < 1000; i++) b[i] = a[i];\n"
              "  return b[4] > 0; }\n",
              3, {1, 0.5, 0.25});
  ASSERT_EQ(c.regions.size(), 1u);
  EXPECT_EQ(chunksOf(c, 0).cuts, (Cuts{0, 4, 6, 7}));
  EXPECT_EQ(chunksOf(c, 1).cuts, (Cuts{0, 4, 6, 7}));
  EXPECT_EQ(edges(c.problem(0)),
            (std::vector<std::string>{"0 -> 3", "1 -> 4", "2 -> 5"}));
}

TEST(CoreSpeeds, ChunksNeedWhatTheirIterationsNeed) {
  for (int reach : {1, 63, 64, 150, 400}) {
    for (int trips : {700, 1024, 1500}) {
      const std::string n = std::to_string(trips), k = std::to_string(reach);
      LevelsOfC c("double a[2000], b[2000];\n"
                  "int main(void) {\n"
                  "  for (int i = 0; i < " +
                      n +
                      "; i++) a[i] = i;\n"
                      "  for (int i = 0; i < " +
                      n + "; i++) b[i] = a[i + " + k +
                      "];\n"
                      "  return b[4] > 0; }\n",
                  3, {1, 0.5, 0.25});
      ASSERT_EQ(c.regions.size(), 1u);
      const Chunks &chunks = chunksOf(c, 0);
      ASSERT_FALSE(chunks.cuts.empty());
      std::set<std::string> needed;
      for (int64_t i = 0; i + reach < trips; ++i)
        needed.insert(std::to_string(chunkOf(chunks, trips, i + reach)) +
                      " -> " + std::to_string(3 + chunkOf(chunks, trips, i)));
      const std::vector<std::string> found = edges(c.problem(0));
      for (const std::string &edge : needed)
        EXPECT_EQ(std::count(found.begin(), found.end(), edge), 1)
            << edge << " of " << trips << " with " << reach;
      EXPECT_LT(found.size(), 9u); // not all
    }
  }
}

TEST(CoreSpeeds, UnlikeCoresAddTheirSpeeds) {
  const std::vector<double> speeds{1, 1, 1, 1, 0.37, 0.37, 0.37, 0.37};
  LevelsOfC c("double a[1000000];\n"
              "int main(void) {\n"
              "  for (int i = 0; i < 1000000; i++) a[i] = i;\n"
              "  return a[4] > 0; }\n",
              8, speeds);
  ASSERT_EQ(c.regions.size(), 1u);
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const scheduling::Schedule schedule = c.plan().levels[0].schedule;
  EXPECT_LE(schedule.makespan, 10000.0 / all * 1.02);
}
