// SPDX-License-Identifier: Apache-2.0
//
// Task graphs from files.
#include "scheduling/files/GraphFile.h"

#include <gtest/gtest.h>

using namespace hocket::scheduling;

namespace {

std::string errorOfStg(const std::string &text) {
  std::string error;
  EXPECT_FALSE(readStandardTaskGraph(text, error)) << text;
  return error;
}

std::string errorOfJson(const std::string &text) {
  std::string error;
  EXPECT_FALSE(readGraphJson(text, error)) << text;
  return error;
}

TEST(StandardTaskGraphs, TheirEndsAreLeftOut) {
  std::string error;
  std::optional<GraphFile> graph = readStandardTaskGraph(
      "2\n0 0 0\n1 4 1 0\n2 5.5 1 1 # after 1\n3 0 1 2\n#end", error);
  ASSERT_TRUE(graph) << error;
  ASSERT_EQ(graph->tasks.size(), 2u);
  EXPECT_EQ(graph->tasks[0].name, "1");
  EXPECT_EQ(graph->tasks[1].cost, 5.5);
  EXPECT_EQ(graph->edges, (std::vector<Edge>{{0, 1, 0, 0}}));
}

TEST(StandardTaskGraphs, MayBeWithoutEnds) {
  std::string error;
  std::optional<GraphFile> graph =
      readStandardTaskGraph("2\n0 3 0\n1 4 1 0\n", error);
  ASSERT_TRUE(graph) << error;
  EXPECT_EQ(graph->tasks.size(), 2u);
  EXPECT_EQ(graph->edges.size(), 1u);
}

TEST(StandardTaskGraphs, PredecessorsMayComeLater) {
  std::string error;
  std::optional<GraphFile> graph =
      readStandardTaskGraph("3\n0 3 1 2\n1 4 1 0\n2 5 0\n", error);
  ASSERT_TRUE(graph) << error;
  EXPECT_EQ(graph->tasks[0].name, "2");
  EXPECT_EQ(graph->edges, (std::vector<Edge>{{0, 1, 0, 0}, {1, 2, 0, 0}}));
}

TEST(StandardTaskGraphs, MistakesHaveTheirPlace) {
  EXPECT_EQ(errorOfStg(""), ":1:1: error: expected the number of tasks; the "
                            "file ends here");
  EXPECT_EQ(errorOfStg("many"),
            ":1:1: error: expected the number of tasks, not 'many'");
  EXPECT_EQ(errorOfStg("1\n 5 3 0"), ":2:2: error: expected task 0, not 5");
  EXPECT_EQ(errorOfStg("1\n0 -3 0"),
            ":2:3: error: expected a processing time, not '-3'");
  EXPECT_EQ(errorOfStg("5\n0 3 0"),
            ":2:6: error: expected 7 tasks, the first and the last one among "
            "them; there are 1");
  // 1 and 2 wait for each other; 0 only waits for them.
  EXPECT_EQ(errorOfStg("3\n0 3 1 1\n1 3 1 2\n2 3 1 1"),
            ":3:7: error: expected predecessors without a circle; this one "
            "closes one");
}

TEST(GraphsInJson, MistakesHaveTheirPlace) {
  EXPECT_EQ(errorOfJson("{}"),
            ":1:1: error: expected an object with a 'graph' when parsing "
            "graph file");
  EXPECT_EQ(errorOfJson("{\"x\": [{}, \"}\"],\n \"graph\": 3}"),
            ":1:1: error: expected an object with a 'graph' when parsing "
            "graph file");
  EXPECT_EQ(errorOfJson("{\"x\": [{}, \"\\\"}\", -1e3],\n \"graph\": {}}"),
            ":2:11: error: expected an array at graph.tasks");
  EXPECT_EQ(errorOfJson("{\"graph\": {\"tasks\": [{\"cost\": 1}, 7]}}"),
            ":1:35: error: expected an object at graph.tasks[1]");
  EXPECT_EQ(errorOfJson("{\"graph\": {\"tasks\": [{\"cost\": 1,\n"
                        "\"costs\": {\"fast\": true}}]}}"),
            ":2:19: error: expected a number of at least 0 at "
            "graph.tasks[0].costs.fast");
  EXPECT_EQ(errorOfJson("{\"graph\": {\"tasks\": [{\"cost\": 1}], \"edges\":"
                        "[{\"from\": 0, \"to\": 0}]}}"),
            ":1:45: error: expected edges without a circle; this one closes "
            "one at graph.edges[0]");
}

} // namespace
