// SPDX-License-Identifier: Apache-2.0
#include "trace/Tlp.h"

#include "gtest/gtest.h"

#include <random>

using namespace hocket::trace;

namespace {

BusyTimes randomTimes(std::mt19937 &random, std::size_t cpus) {
  BusyTimes busy(cpus);
  for (std::vector<Interval> &cpu : busy)
    for (Time at = random() % 50; at < 900;) {
      Time end = at + random() % 60;
      cpu.push_back({at, end});
      at = end + random() % 80;
    }
  return busy;
}

/// Moment by moment.
double slowly(const BusyTimes &busy, Interval span) {
  double sum = 0, any = 0;
  for (Time at = span.begin; at < span.end; ++at) {
    int count = 0;
    for (const std::vector<Interval> &cpu : busy)
      for (const Interval &interval : cpu)
        count += interval.begin <= at && at < interval.end;
    sum += count;
    any += count > 0;
  }
  return any > 0 ? sum / any : 0;
}

} // namespace

TEST(Tlp, isTheFormula) {
  // 10 with none, 20 with one, 30 with two, 40 with three.
  BusyTimes busy{{{10, 100}}, {{30, 100}}, {{60, 100}}};
  Tlp tlp = computeTlp(busy, {0, 100});
  ASSERT_EQ(tlp.parts.size(), 4u);
  EXPECT_DOUBLE_EQ(tlp.parts[0], 0.1);
  EXPECT_DOUBLE_EQ(tlp.parts[1], 0.2);
  EXPECT_DOUBLE_EQ(tlp.parts[2], 0.3);
  EXPECT_DOUBLE_EQ(tlp.parts[3], 0.4);
  EXPECT_DOUBLE_EQ(*tlp.value, (0.2 * 1 + 0.3 * 2 + 0.4 * 3) / (1 - 0.1));
}

TEST(Tlp, isUndefinedWhereNothingRuns) {
  EXPECT_FALSE(computeTlp({{}, {}}, {0, 100}).value);
  EXPECT_FALSE(computeTlp({}, {0, 100}).value);
  EXPECT_FALSE(computeTlp({{{10, 20}}}, {30, 30}).value);
  EXPECT_FALSE(computeTlp({{{10, 20}}}, {30, 40}).value);
}

TEST(Tlp, countsOnlyTheSpan) {
  BusyTimes busy{{{0, 100}}, {{0, 50}}};
  EXPECT_DOUBLE_EQ(*computeTlp(busy, {40, 60}).value, 1.5);
  EXPECT_DOUBLE_EQ(*computeTlp(busy, {50, 60}).value, 1);
  EXPECT_DOUBLE_EQ(*computeTlp(busy, {-50, 50}).value, 2);
}

TEST(Tlp, ofAllApplicationsOfThePaper) {
  // What part of the time i cores are busy decides, not when.
  struct {
    double c1, c2, c3, tlp;
  } rows[] = {{980, 20, 0, 1.02}, {880, 120, 0, 1.12}, {200, 310, 490, 2.29}};
  for (auto [c1, c2, c3, tlp] : rows) {
    Time one = Time(c1), two = Time(c2), three = Time(c3);
    Time all = one + two + three;
    BusyTimes busy{{{0, all}}, {{one, all}}, {{one + two, all}}};
    EXPECT_NEAR(*computeTlp(busy, {0, 5000}).value, tlp, 1e-9);
  }
}

TEST(Tlp, liesFromOneToTheNumberOfCpus) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    std::size_t cpus = 1 + random() % 8;
    BusyTimes busy = randomTimes(random, cpus);
    Interval span{Time(random() % 400), 500 + Time(random() % 500)};
    Tlp tlp = computeTlp(busy, span);
    double sum = 0;
    for (double part : tlp.parts)
      sum += part;
    EXPECT_NEAR(sum, 1, 1e-12);
    double expected = slowly(busy, span);
    ASSERT_EQ(bool(tlp.value), expected > 0);
    if (!tlp.value)
      continue;
    EXPECT_NEAR(*tlp.value, expected, 1e-9);
    EXPECT_GE(*tlp.value, 1);
    EXPECT_LE(*tlp.value, double(cpus));
  }
}

TEST(Tlp, ofWindowsAddsUpToTheWhole) {
  std::mt19937 random(11);
  for (int i = 0; i < 100; ++i) {
    BusyTimes busy = randomTimes(random, 3);
    Interval span{10, 1000};
    Time window = 1 + random() % 400;
    std::vector<Tlp> windows = tlpOverTime(busy, span, window);
    ASSERT_EQ(windows.size(), std::size_t((990 + window - 1) / window));
    EXPECT_EQ(windows.front().span.begin, span.begin);
    EXPECT_EQ(windows.back().span.end, span.end);
    double two = 0;
    for (const Tlp &tlp : windows) {
      EXPECT_LE(tlp.span.length(), window);
      Tlp alone = computeTlp(busy, tlp.span);
      for (std::size_t i = 0; i < tlp.parts.size(); ++i)
        EXPECT_NEAR(tlp.parts[i], alone.parts[i], 1e-12);
      two += tlp.parts[2] * double(tlp.span.length());
    }
    EXPECT_NEAR(two, computeTlp(busy, span).parts[2] * 990, 1e-6);
  }
}
