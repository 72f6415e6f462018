// SPDX-License-Identifier: Apache-2.0
//
// Times at several clocks: what follows the clock, and what does not.

#include "profile/Clocks.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::profile;

namespace {

constexpr double ghz = 1e6; // kHz

const SourceMeasures::Line line = {ir::UnitId(0), "a.c", 3, PlaceKind::Loop};

/// One loop, of so many iterations in each of two runs of the program.
SourceMeasures measuresAt(double khz, double ns, double times = 100) {
  SourceMeasures measures;
  measures.chip = "host";
  measures.programRuns = 2;
  measures.khz = khz;
  measures.longestNs = 10 * ns;
  ir::Measure measure;
  measure.runs = 2;
  measure.times = times;
  measure.ns = ns;
  measures.lines[line] = {measure};
  return measures;
}

double waitingOf(const SourceMeasures &measures) {
  return measures.lines.at(line).front()->memoryNs;
}

} // namespace

TEST(Waiting, IsWhatStaysAsLong) {
  EXPECT_NEAR(*waitingNs({{2 * ghz, 500}, {1 * ghz, 1000}}), 0, 1e-9);
  EXPECT_NEAR(*waitingNs({{2 * ghz, 500}, {1 * ghz, 500}}), 500, 1e-9);
  EXPECT_NEAR(*waitingNs({{2 * ghz, 500}, {1 * ghz, 700}}), 300, 1e-9);
  EXPECT_NEAR(*waitingNs({{2 * ghz, 500}, {1 * ghz, 700}, {0.5 * ghz, 1100}}),
              300, 1e-9);
}

TEST(Waiting, IsNeitherNegativeNorAllOfALongerTime) {
  EXPECT_EQ(*waitingNs({{2 * ghz, 500}, {1 * ghz, 1200}}), 0);
  EXPECT_EQ(*waitingNs({{2 * ghz, 500}, {1 * ghz, 400}}), 400);
}

TEST(Waiting, NeedsTwoClocks) {
  EXPECT_FALSE(waitingNs({}));
  EXPECT_FALSE(waitingNs({{2 * ghz, 500}}));
  EXPECT_FALSE(waitingNs({{2 * ghz, 500}, {2 * ghz, 600}}));
}

TEST(Waiting, OfEachLoopAndOfTheProgram) {
  SourceMeasures measures = measuresAt(2 * ghz, 500);
  addWaiting(measures, {measuresAt(1 * ghz, 700)});
  EXPECT_NEAR(waitingOf(measures), 300, 1e-9);
  EXPECT_NEAR(measures.memoryNs, 3000, 1e-9);
}

TEST(Waiting, IsNotKnownWhereTheWorkWasAnother) {
  SourceMeasures measures = measuresAt(2 * ghz, 500);
  addWaiting(measures, {measuresAt(1 * ghz, 700, 103)});
  EXPECT_EQ(waitingOf(measures), 0);
  addWaiting(measures, {measuresAt(1 * ghz, 700, 100.5)});
  EXPECT_NEAR(waitingOf(measures), 300, 1e-9);
}
