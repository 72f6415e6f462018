// SPDX-License-Identifier: Apache-2.0
//
// Findings are only added, and say when one is new.

#include "planning/Findings.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::planning;

TEST(Findings, ALoopIsNewOnce) {
  Findings findings;
  EXPECT_TRUE(leaveSequential(ir::NodeId(3), {10, 20}, findings));
  EXPECT_TRUE(findings.isChanged);
  findings.isChanged = false;
  EXPECT_FALSE(leaveSequential(ir::NodeId(3), {11, 21}, findings));
  EXPECT_FALSE(findings.isChanged);
  EXPECT_EQ(findings.request.tooSmall.count(ir::NodeId(3)), 1u);
  // The last figures are told.
  EXPECT_DOUBLE_EQ(findings.refusals.tooSmall.at(ir::NodeId(3)).workNs, 11);
}

TEST(Findings, WhatIsNotOverlappedMayStillBeCut) {
  Findings findings;
  EXPECT_TRUE(leaveUnoverlapped(ir::NodeId(3), {10, 20}, findings));
  EXPECT_EQ(findings.request.noPipelines.count(ir::NodeId(3)), 1u);
  EXPECT_TRUE(findings.request.tooSmall.empty());
}

TEST(Findings, ARunOfSiblingsIsNoRegionAgain) {
  ir::Program program;
  program.nodes.emplace_back();
  program.nodes[0].data =
      ir::Block{{ir::NodeId(1), ir::NodeId(2), ir::NodeId(3)}, false};
  taskgraph::Region region;
  region.block = ir::NodeId(0);
  region.first = 1;
  region.last = 2;
  Findings findings;
  EXPECT_TRUE(noRegionAgain(program, region, findings));
  EXPECT_FALSE(noRegionAgain(program, region, findings));
  EXPECT_EQ(findings.request.notAsRegion.count({ir::NodeId(2), ir::NodeId(3)}),
            1u);
  region.first = 0;
  EXPECT_TRUE(noRegionAgain(program, region, findings));
}
