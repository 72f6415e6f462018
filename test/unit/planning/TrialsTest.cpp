// SPDX-License-Identifier: Apache-2.0
//
// Regions beside, around and inside of loops that may run speculatively.

#include "ProgramOfC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::planning;
using test::ProgramOfC;

namespace {

/// A parallel loop in line 3; in line 5 one that is not, with ten times the
/// work, and in line 7 a part of it that is parallel.
const char *const heavyAndLight =
    "int a[100000], b[1000000];\n"
    "int main(int argc, char **argv) {\n"
    "  for (int i = 0; i < 100000; i++) a[i] = i;\n"
    "  int p = argc;\n"
    "  for (int k = 0; k < 20; k++) {\n"
    "    for (int i = 1; i < 1000000; i++) p = b[p] + k;\n"
    "    for (int i = 0; i < 100000; i++) a[i] += i;\n"
    "  }\n"
    "  return a[p]; }\n";

bool isIn(const PlannedProgram &planned, ir::NodeId loop, unsigned cores) {
  unsigned parts = 0;
  for (const PlannedRegion &r : planned.regions)
    for (const taskgraph::MacroTask &task : r.graph.region.tasks)
      if (task.node == loop && task.is<taskgraph::Chunks>())
        parts += cores;
  return parts > 0;
}

} // namespace

TEST(Trials, WithoutThemWhatIsParallelIsTaken) {
  ProgramOfC c(heavyAndLight);
  PlannedProgram planned = c.plan();
  EXPECT_TRUE(isIn(planned, c.loopAt(3), 2));
  EXPECT_TRUE(isIn(planned, c.loopAt(7), 2));
}

TEST(Trials, ALittleGainInsideDoesNotKeepALoopFromBeingTried) {
  ProgramOfC c(heavyAndLight);
  c.mayBeTried[c.loopAt(5)] = policy.profit.trialGain;
  PlannedProgram planned = c.plan();
  EXPECT_TRUE(isIn(planned, c.loopAt(3), 2));
  EXPECT_FALSE(isIn(planned, c.loopAt(7), 2));
  for (const PlannedRegion &r : planned.regions)
    EXPECT_FALSE(r.graph.region.text.contains(c.program[c.loopAt(5)].text));
}

TEST(Trials, MuchGainInsideDoes) {
  ProgramOfC c("double a[1000000];\n"
               "int main(int argc, char **argv) {\n"
               "  for (int k = 0; k < 20; k++) {\n"
               "    for (int i = 0; i < 1000000; i++) a[i] += i;\n"
               "  }\n"
               "  return a[argc] > 0; }\n");
  c.mayBeTried[c.loopAt(3)] = policy.profit.trialGain;
  EXPECT_TRUE(isIn(c.plan(), c.loopAt(4), 2));
}
