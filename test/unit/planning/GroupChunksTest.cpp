// SPDX-License-Identifier: Apache-2.0
//
// Loops that are cut for the group of cores that runs them.
#include "planning/GroupChunks.h"

#include "ProgramOfC.h"
#include "planning/PlanProgram.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::planning;
using test::ProgramOfC;

namespace {

/// A call for one core beside a time loop.
std::string callAndTimeLoop(const std::string &trips) {
  return "double a[40000], b[40000]; int h;\n"
         "static void count(int *p) {\n"
         "  for (int i = 0; i < " +
         trips +
         "; i++) *p = *p * 5 + i; }\n"
         "int main(int argc, char **argv) {\n"
         "  count(&h);\n"
         "  for (int t = 0; t < 50; t++) {\n"
         "    for (int i = 1; i < 39999; i++) b[i] = a[i - 1] + a[i + 1];\n"
         "    for (int i = 1; i < 39999; i++) a[i] = b[i] / (1 + b[i]); }\n"
         "  return a[argc] > h; }\n";
}

/// Chunks of each cut loop, as planned.
std::vector<unsigned> chunksOf(const std::string &text, unsigned cores) {
  ProgramOfC c(text, cores);
  PlannedProgram plan = planProgram(c.understood(), c.naming, c.soc, c.options);
  std::vector<unsigned> chunks;
  for (const PlannedRegion &r : plan.regions)
    for (const taskgraph::MacroTask &task : r.graph.region.tasks)
      if (task.is<taskgraph::Chunks>())
        chunks.push_back(task.chunkCount());
  return chunks;
}

} // namespace

TEST(GroupChunks, AsManyAsTheGroupHasCores) {
  EXPECT_EQ(chunksOf(callAndTimeLoop("500000"), 4),
            (std::vector<unsigned>{3, 3}));
}

TEST(GroupChunks, AllCoresWhereNothingIsBeside) {
  EXPECT_EQ(chunksOf(callAndTimeLoop("3"), 4), (std::vector<unsigned>{4, 4}));
}
