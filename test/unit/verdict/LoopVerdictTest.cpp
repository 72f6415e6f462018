// SPDX-License-Identifier: Apache-2.0
//
// A verdict has what its kind has, and nothing of other kinds.

#include "verdict/LoopVerdict.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

template <typename Loop> LoopVerdict verdictOf(Loop loop) {
  LoopVerdict verdict;
  verdict.of = std::move(loop);
  return verdict;
}

} // namespace

TEST(LoopVerdict, KindsStandInTheOrderOfTheAlternatives) {
  EXPECT_EQ(LoopVerdict().kind(), LoopKind::Sequential);
  EXPECT_EQ(verdictOf(DoallLoop{}).kind(), LoopKind::Doall);
  EXPECT_EQ(verdictOf(ReductionLoop{}).kind(), LoopKind::Reduction);
  EXPECT_EQ(verdictOf(ScanLoop{}).kind(), LoopKind::Scan);
  EXPECT_EQ(verdictOf(SearchLoop{}).kind(), LoopKind::Search);
  EXPECT_EQ(verdictOf(PipelineLoop{}).kind(), LoopKind::Pipeline);
}

TEST(LoopVerdict, TraitsSayWhatLaterStagesAsk) {
  EXPECT_EQ(LoopVerdict().traits().cutting, LoopCutting::No);
  EXPECT_EQ(verdictOf(DoallLoop{}).traits().cutting, LoopCutting::Chunks);
  EXPECT_EQ(verdictOf(ScanLoop{}).traits().cutting, LoopCutting::Chunks);
  EXPECT_EQ(verdictOf(PipelineLoop{}).traits().cutting, LoopCutting::Stages);
  EXPECT_TRUE(verdictOf(SearchLoop{}).traits().looksAhead);
  EXPECT_FALSE(verdictOf(ScanLoop{}).traits().looksAhead);
  EXPECT_STREQ(verdictOf(ScanLoop{}).traits().name, "scan");
  EXPECT_STREQ(verdictOf(ScanLoop{}).traits().reportName, "reduction");
}

TEST(LoopVerdict, HasWhatItsKindHas) {
  LoopVerdict scan = verdictOf(ScanLoop{{ReductionObject{}}, {ir::NodeId{4}}});
  EXPECT_EQ(scan.totals().size(), 1u);
  EXPECT_EQ(scan.firstPass(), std::vector<ir::NodeId>{ir::NodeId{4}});
  EXPECT_TRUE(scan.reductions().empty());
  EXPECT_TRUE(scan.exits().empty());
  EXPECT_TRUE(scan.stages().empty());
  EXPECT_FALSE(scan.isDoacross());
  LoopVerdict search = verdictOf(SearchLoop{{ir::NodeId{2}, ir::NodeId{3}}});
  EXPECT_EQ(search.exits().size(), 2u);
  EXPECT_TRUE(search.totals().empty());
  LoopVerdict sequential = verdictOf(SequentialLoop{true, true, {LoopCut{}}});
  EXPECT_TRUE(sequential.isDoacross());
  EXPECT_TRUE(sequential.isUndecided());
  EXPECT_EQ(sequential.cuts().size(), 1u);
  sequential.of = DoallLoop{};
  EXPECT_FALSE(sequential.isDoacross());
  EXPECT_TRUE(sequential.cuts().empty());
}

TEST(LoopVerdict, WhatIsLeftToDoAfterTheChunks) {
  EXPECT_FALSE(verdictOf(DoallLoop{}).needsCombine());
  EXPECT_FALSE(verdictOf(PipelineLoop{}).needsCombine());
  EXPECT_TRUE(verdictOf(ReductionLoop{}).needsCombine());
  EXPECT_TRUE(verdictOf(ScanLoop{}).needsCombine());
  EXPECT_TRUE(verdictOf(SearchLoop{}).needsCombine());
  LoopVerdict doall = verdictOf(DoallLoop{});
  doall.writesErrno = true;
  EXPECT_TRUE(doall.needsCombine());
  doall.writesErrno = false;
  doall.privates.push_back({ir::ObjectId{1}, false, true, true});
  EXPECT_TRUE(doall.needsCombine());
}

TEST(LoopVerdict, ClonesOfCalledFunctions) {
  ReductionObject sum;
  sum.places = {{ir::StmtId{7}, {}, true}};
  LoopVerdict verdict = verdictOf(ReductionLoop{{sum}, {}});
  verdict.privates = {{ir::ObjectId{1}, /*isLocalToBody=*/true},
                      {ir::ObjectId{2}, false}};
  ir::CloneNeeds needs = cloneNeeds(verdict);
  EXPECT_EQ(needs.renamed, std::set<ir::ObjectId>{ir::ObjectId{2}});
  EXPECT_EQ(needs.changed, std::set<ir::StmtId>{ir::StmtId{7}});
}
