// SPDX-License-Identifier: Apache-2.0
#include "analysis/ControlConditions.h"

#include "ProgramFixture.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::ir;
using namespace hocket::analysis;

namespace {

using Edges = std::vector<ControlEdge>;

TEST(ControlDependences, diamond) {
  // 0 -> 1 | 2 -> 3
  FlowGraph graph{{{1, 2}, {3}, {3}, {}}, 0, 3};
  std::vector<Edges> edges = controlDependences(graph);
  EXPECT_EQ(edges[0], Edges{});
  EXPECT_EQ(edges[1], (Edges{{0, 1}}));
  EXPECT_EQ(edges[2], (Edges{{0, 2}}));
  EXPECT_EQ(edges[3], Edges{});
}

TEST(ControlDependences, nestedIf) {
  // if (0) { if (1) 2; 3 } 4
  FlowGraph graph{{{1, 4}, {2, 3}, {3}, {4}, {}}, 0, 4};
  std::vector<Edges> edges = controlDependences(graph);
  EXPECT_EQ(edges[1], (Edges{{0, 1}}));
  EXPECT_EQ(edges[2], (Edges{{1, 2}}));
  EXPECT_EQ(edges[3], (Edges{{0, 1}}));
  EXPECT_EQ(edges[4], Edges{});
}

TEST(ControlDependences, branchThatSkips) {
  // Both 0 and 1 may go to 3, so 3 depends on both; 2 on 1 alone.
  FlowGraph graph{{{1, 3}, {2, 3}, {4}, {4}, {}}, 0, 4};
  std::vector<Edges> edges = controlDependences(graph);
  EXPECT_EQ(edges[3], (Edges{{0, 3}, {1, 3}}));
  EXPECT_EQ(edges[2], (Edges{{1, 2}}));
}

TEST(ControlDependences, loopDependsOnItself) {
  // 0 -> 1 <-> 2; 1 -> 3
  FlowGraph graph{{{1}, {2, 3}, {1}, {}}, 0, 3};
  std::vector<Edges> edges = controlDependences(graph);
  EXPECT_EQ(edges[1], (Edges{{1, 2}}));
  EXPECT_EQ(edges[2], (Edges{{1, 2}}));
  EXPECT_EQ(edges[3], Edges{});
}

TEST(ControlDependences, nodeThatNeverReachesTheExit) {
  FlowGraph graph{{{1, 2}, {1}, {}}, 0, 2};
  EXPECT_EQ(postDominators(graph)[1], std::vector<uint32_t>{1});
  EXPECT_EQ(controlDependences(graph)[1], (Edges{{0, 1}, {1, 1}}));
}

class ControlConditionsTest : public testing::Test,
                              public test::ProgramFixture {};

TEST_F(ControlConditionsTest, followTheTree) {
  FunctionId f = define("f");
  stmt();
  NodeId branch = beginIf();
  NodeId loop = beginLoop();
  stmt();
  end();
  returnValue(constant(0));
  end();
  program.nodes[index(branch)].exits.byReturn = true;
  stmt();
  std::vector<ControlledNode> nodes =
      controlConditions(program, program[f].body);
  ASSERT_EQ(nodes.size(), 6u); // leaf, branch, loop, leaf, return, leaf
  EXPECT_TRUE(nodes[0].conditions.empty());
  EXPECT_EQ(nodes[2].node, loop);
  ASSERT_EQ(nodes[2].conditions.size(), 1u);
  EXPECT_EQ(nodes[2].conditions[0].kind, ConditionKind::Branch);
  EXPECT_EQ(nodes[2].conditions[0].node, branch);
  EXPECT_TRUE(nodes[2].conditions[0].side);
  ASSERT_EQ(nodes[3].conditions.size(), 2u);
  EXPECT_EQ(nodes[3].conditions[1].kind, ConditionKind::Loop);
  ASSERT_EQ(nodes[5].conditions.size(), 1u);
  EXPECT_EQ(nodes[5].conditions[0].kind, ConditionKind::MayLeave);
  EXPECT_EQ(nodes[5].conditions[0].node, branch);
}

} // namespace
