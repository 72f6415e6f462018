// SPDX-License-Identifier: Apache-2.0
#include "trace/Turns.h"

#include "gtest/gtest.h"

using namespace hocket::trace;

namespace {

using Groups = std::vector<std::vector<std::size_t>>;

Trace traceOf(std::vector<std::vector<ThreadChange>> threads) {
  Trace trace;
  trace.span = {0, 1000};
  for (std::vector<ThreadChange> &changes : threads)
    trace.cores.emplace_back().threads = std::move(changes);
  return trace;
}

TEST(Turns, CoresOfOneThread) {
  EXPECT_EQ(coresInTurns(traceOf({{{0, 7}}, {{1, 7}}, {{2, 8}}, {{3, 8}}})),
            (Groups{{0, 1}, {2, 3}}));
  EXPECT_EQ(coresInTurns(traceOf({{{0, 7}}, {{1, 8}}, {{2, 7}}, {{5, 7}}})),
            (Groups{{0, 2, 3}}));
}

TEST(Turns, AThreadEachIsNone) {
  EXPECT_EQ(coresInTurns(traceOf({{{0, 7}}, {{1, 8}}, {}})), Groups{});
}

/// The same thread one after the other: a region with other cores came between.
TEST(Turns, OneAfterTheOther) {
  EXPECT_EQ(coresInTurns(traceOf({{{0, 7}, {100, 9}}, {{100, 7}}})), Groups{});
  EXPECT_EQ(coresInTurns(traceOf({{{0, 7}, {101, 9}}, {{100, 7}}})),
            (Groups{{0, 1}}));
}

} // namespace
