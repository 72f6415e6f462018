// SPDX-License-Identifier: Apache-2.0
#include "power/search/Circulation.h"

#include <gtest/gtest.h>

#include <random>

using namespace hocket::power;

namespace {

int64_t gainOf(const std::vector<FlowArc> &arcs,
               const std::vector<int64_t> &flow) {
  int64_t gain = 0;
  for (size_t i = 0; i < arcs.size(); ++i)
    gain += arcs[i].length * flow[i];
  return gain;
}

/// Flow that circulates, within bounds, and places that prove that no other
/// gains more.
void expectOptimal(size_t nodes, const std::vector<FlowArc> &arcs) {
  Circulation result = mostGainfulCirculation(nodes, arcs, 1'000'000);
  ASSERT_TRUE(result.isComplete);
  std::vector<int64_t> balance(nodes);
  for (size_t i = 0; i < arcs.size(); ++i) {
    EXPECT_GE(result.flow[i], 0);
    EXPECT_LE(result.flow[i], arcs[i].most);
    balance[arcs[i].from] -= result.flow[i];
    balance[arcs[i].to] += result.flow[i];
    int64_t apart = result.place[arcs[i].to] - result.place[arcs[i].from];
    if (result.flow[i] < arcs[i].most) {
      EXPECT_GE(apart, arcs[i].length);
    }
    if (result.flow[i] > 0) {
      EXPECT_LE(apart, arcs[i].length);
    }
  }
  for (int64_t left : balance)
    EXPECT_EQ(left, 0);
  EXPECT_GE(gainOf(arcs, result.flow), 0);
}

TEST(Circulation, TakesTheLongestWaysFirst) {
  // Three ways from 0 to 1; 8 units come back, at -5 each.
  std::vector<FlowArc> arcs = {
      {0, 1, 3, 10}, {0, 1, 4, 7}, {0, 1, 9, 4}, {1, 0, 8, -5}};
  Circulation result = mostGainfulCirculation(2, arcs, 1000);
  ASSERT_TRUE(result.isComplete);
  EXPECT_EQ(result.flow, (std::vector<int64_t>{3, 4, 0, 7}));
}

TEST(Circulation, NothingToGain) {
  expectOptimal(3, {{0, 1, 5, 2}, {1, 2, 5, -1}, {2, 0, 5, -4}});
  expectOptimal(1, {});
}

TEST(Circulation, RandomOnesAreOptimal) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    size_t nodes = 1 + random() % 12;
    std::vector<FlowArc> arcs;
    for (size_t k = random() % (4 * nodes); k > 0; --k)
      arcs.push_back({uint32_t(random() % nodes), uint32_t(random() % nodes),
                      int64_t(random() % 20), int64_t(random() % 41) - 20});
    expectOptimal(nodes, arcs);
  }
}

TEST(Circulation, GivesUp) {
  EXPECT_FALSE(
      mostGainfulCirculation(2, {{0, 1, 3, 10}, {1, 0, 8, -5}}, 0).isComplete);
}

} // namespace
