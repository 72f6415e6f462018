// SPDX-License-Identifier: Apache-2.0
//
// Dependences among the tasks of regions, by chunk.

#include "taskdeps/RegionDependences.h"
#include "AnalyzedC.h"
#include "taskdeps/Print.h"
#include "taskdeps/ReusedPairs.h"
#include "verdict/Print.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;
using test::AnalyzedC;

namespace {

constexpr unsigned long kBudget = 1000000;

struct Case {
  AnalyzedC c;
  RegionShape region;

  unsigned long budget = kBudget;

  explicit Case(const std::string &text) : c(text, {}, true) {
    region.minIterationsPerChunk = 4;
  }
  template <typename Kind> void task(ir::NodeId node, Kind kind) {
    region.tasks.push_back({node, kind});
  }
  void chunks(ir::NodeId loop) {
    Chunks four;
    four.count = 4;
    task(loop, four);
    region.checkedLoops.push_back(loop);
  }
  /// The dependences as text, one a line.
  std::string text() {
    std::string out;
    llvm::raw_string_ostream stream(out);
    print(c.program, region,
          computeRegionDependences(ProgramIndex(c.program, c.effects),
                                   c.verdicts, region, budget),
          stream);
    return out.substr(out.find("->") == std::string::npos
                          ? out.size()
                          : out.rfind('\n', out.find("->")) + 1);
  }
  void baseAt(ir::NodeId node) { region.root = c.program[node].parent; }
};

/// A region of loops one after another, all chunked.
std::string chunkedLoops(const std::string &text, std::size_t count,
                         unsigned long budget = kBudget) {
  Case test(text);
  test.budget = budget;
  for (std::size_t i = 0; i < count; ++i)
    test.chunks(test.c.loop(i));
  test.baseAt(test.c.loop(0));
  return test.text();
}

} // namespace

TEST(RegionDependences, SameChunkOnly) {
  EXPECT_EQ(chunkedLoops("double a[100], b[100], c[100];\n"
                         "void f(int n) {\n"
                         "  for (int i = 0; i < n; i++) a[i] = b[i];\n"
                         "  for (int i = 0; i < n; i++) c[i] = a[i]; }\n",
                         2),
            "0 -> 1 flow 'a' same 800 bytes chunks 1000|0100|0010|0001\n");
}

TEST(RegionDependences, Neighbours) {
  EXPECT_EQ(
      chunkedLoops("double a[100], b[100], c[100];\n"
                   "void f(int n) {\n"
                   "  for (int i = 1; i < n; i++) a[i] = b[i];\n"
                   "  for (int i = 1; i < n; i++) c[i] = a[i-1] + a[i+1]; }\n",
                   2),
      "0 -> 1 flow 'a' same 800 bytes chunks 1100|1110|0111|0011\n");
}

TEST(RegionDependences, DisjointObjects) {
  EXPECT_EQ(chunkedLoops("double a[100], b[100], c[100];\n"
                         "void f(int n) {\n"
                         "  for (int i = 0; i < n; i++) a[i] = 1;\n"
                         "  for (int i = 0; i < n; i++) c[i] = b[i]; }\n",
                         2),
            "");
}

TEST(RegionDependences, Reversed) {
  EXPECT_EQ(chunkedLoops("double a[100], c[100];\n"
                         "void f(void) {\n"
                         "  for (int i = 0; i < 100; i++) a[i] = 1;\n"
                         "  for (int i = 0; i < 100; i++) c[i] = a[99-i]; }\n",
                         2),
            "0 -> 1 flow 'a' same 800 bytes chunks 0001|0010|0100|1000\n");
}

TEST(RegionDependences, UnknownAddressMeetsAll) {
  EXPECT_EQ(chunkedLoops("double a[100], c[100]; int idx[100];\n"
                         "void f(int n) {\n"
                         "  for (int i = 0; i < n; i++) a[i] = 1;\n"
                         "  for (int i = 0; i < n; i++) c[i] = a[idx[i]]; }\n",
                         2),
            "0 -> 1 flow 'a' same 800 bytes\n");
}

TEST(RegionDependences, CarriedByTheRegionsLoop) {
  Case test("double a[1000], b[1000];\n"
            "void f(int n, int steps) {\n"
            "  for (int t = 0; t < steps; t++) {\n"
            "    for (int i = 1; i < n; i++) b[i] = a[i-1] + a[i+1];\n"
            "    for (int i = 1; i < n; i++) a[i] = b[i]; } }\n");
  ir::NodeId steps = test.c.loop(0);
  test.region.loops = {steps};
  test.chunks(test.c.loop(1));
  test.chunks(test.c.loop(2));
  test.baseAt(steps);
  EXPECT_EQ(test.text(),
            "0 -> 0 output 'b' carried 0x1 chunks 1000|0100|0010|0001\n"
            "0 -> 1 flow 'b' same carried 0x1 8000 bytes chunks "
            "1100|1110|0111|0011\n"
            "1 -> 0 flow 'a' carried 0x1 8000 bytes chunks "
            "1100|1110|0111|0011\n"
            "1 -> 1 output 'a' carried 0x1 chunks 1000|0100|0010|0001\n");
}

TEST(RegionDependences, ReductionBelongsToCombine) {
  Case test("int idx[100], out[100];\n"
            "int f(int n) { int s = 0;\n"
            "  for (int i = 0; i < n; i++) s += idx[i];\n"
            "  for (int i = 0; i < n; i++) out[i] = s; return s; }\n");
  test.chunks(test.c.loop(0));
  test.task(test.c.loop(0), Combine{});
  test.chunks(test.c.loop(1));
  test.baseAt(test.c.loop(0));
  EXPECT_EQ(test.text(), "1 -> 2 flow 's' same 4 bytes\n");
}

TEST(RegionDependences, LastValueComesFromTheLastChunk) {
  Case test("int idx[100], out[100];\n"
            "void f(int n) { int s = 0;\n"
            "  for (int i = 0; i < n; i++) { s = idx[i]; out[i] = s; }\n"
            "  for (int i = 0; i < n; i++) idx[i] = s; }\n");
  ASSERT_EQ(test.c.privates(0), "s!");
  test.chunks(test.c.loop(0));
  test.chunks(test.c.loop(1));
  test.baseAt(test.c.loop(0));
  EXPECT_EQ(test.text(), "0 -> 1 flow 's' same 4 bytes chunks "
                         "1000|0100|0010|1111\n");
}

TEST(RegionDependences, OutputStaysInOrder) {
  Case test("int printf(const char *, ...); double a[100];\n"
            "void f(int n) {\n"
            "  for (int i = 0; i < n; i++) printf(\"a\");\n"
            "  for (int i = 0; i < n; i++) printf(\"b\");\n"
            "  for (int i = 0; i < n; i++) a[i] = i; }\n");
  for (std::size_t i = 0; i < 2; ++i)
    test.task(test.c.loop(i), Whole{});
  test.chunks(test.c.loop(2));
  test.baseAt(test.c.loop(0));
  std::string text = test.text();
  EXPECT_EQ(text.rfind("0 -> 1 ", 0), 0u) << text;
  EXPECT_EQ(text.find("-> 2"), std::string::npos) << text;
}

TEST(RegionDependences, ReplicatedScalarsDoNotConflict) {
  Case test("double a[100]; int g(int);\n"
            "void f(int n) {\n"
            "  int k = n / 2;\n"
            "  for (int i = 0; i < k; i++) a[i] = i; }\n");
  ir::NodeId loop = test.c.loop(0);
  const ir::Block &body =
      *test.c.program[test.c.program[loop].parent].as<ir::Block>();
  ir::NodeId declaration = body.children.front();
  ir::StmtId stmt = test.c.program[declaration].as<ir::Leaf>()->stmt;
  test.task(declaration, Replicated{stmt});
  test.chunks(loop);
  test.baseAt(loop);
  EXPECT_NE(test.text(), "");
  test.region.replicated = {test.c.program[stmt].declares};
  EXPECT_EQ(test.text(), "");
}

TEST(RegionDependences, ExhaustedBudgetMeansEverything) {
  Case test("double a[100], b[100];\n"
            "void f(int n) {\n"
            "  for (int i = 0; i < n; i++) a[i] = 1;\n"
            "  for (int i = 0; i < n; i++) b[i] = a[i]; }\n");
  test.chunks(test.c.loop(0));
  test.chunks(test.c.loop(1));
  test.baseAt(test.c.loop(0));
  std::vector<TaskDependence> dependences =
      computeRegionDependences(ProgramIndex(test.c.program, test.c.effects),
                               test.c.verdicts, test.region, 10);
  ASSERT_EQ(dependences.size(), 1u);
  EXPECT_TRUE(dependences[0].sameIteration);
  EXPECT_TRUE(dependences[0].chunkPairs.empty());
}

TEST(RegionDependences, BudgetMayEndAnywhere) {
  Case test("double a[100], b[100];\n"
            "void f(int n) {\n"
            "  for (int i = 0; i < n; i++) a[i] = 1;\n"
            "  for (int i = 0; i < n; i++) b[i] = a[n - 1 - i / 2]; }\n");
  test.chunks(test.c.loop(0));
  test.chunks(test.c.loop(1));
  test.baseAt(test.c.loop(0));
  for (unsigned long budget = 1; budget < 4000; budget += 17)
    EXPECT_EQ(
        computeRegionDependences(ProgramIndex(test.c.program, test.c.effects),
                                 test.c.verdicts, test.region, budget)
            .size(),
        1u);
}

/// Four iterations of one each, one of 64: what is 64 further is one iteration
/// further, and what is 65 further may be two.
/// One budget for all pairs: what one pair takes, four alike do not have.
TEST(RegionDependences, PairsShareTheBudget) {
  auto exactPairs = [](unsigned pairs, unsigned long budget) {
    std::string text, names[] = {"a", "b", "c", "d"};
    for (const std::string &name : names)
      text += "double " + name + "[100], to_" + name + "[100];\n";
    text += "void f(int n) {\n";
    for (unsigned i = 0; i < pairs; ++i)
      text += "for (int i = 0; i < n; i++) " + names[i] + "[i] = i;\n" +
              "for (int i = 0; i < n; i++) to_" + names[i] +
              "[i] = " + names[i] + "[i];\n";
    Case test(text + "}\n");
    for (unsigned i = 0; i < 2 * pairs; ++i)
      test.chunks(test.c.loop(i));
    test.baseAt(test.c.loop(0));
    unsigned exact = 0;
    for (const TaskDependence &d :
         computeRegionDependences(ProgramIndex(test.c.program, test.c.effects),
                                  test.c.verdicts, test.region, budget))
      exact += !d.chunkPairs.empty();
    return exact;
  };
  unsigned long enough = 100;
  while (exactPairs(1, enough) != 1)
    enough += 100;
  EXPECT_EQ(exactPairs(4, 100 * enough), 4u);
  EXPECT_LT(exactPairs(4, 2 * enough), 4u);
  EXPECT_GT(exactPairs(4, 4 * enough), 0u);
}

TEST(RegionDependences, StepsCountAsDistance) {
  auto shifted = [](const std::string &by) {
    return chunkedLoops("double a[10000], c[10000];\n"
                        "void f(int n) {\n"
                        "  for (int i = 0; i < n; i += 64) a[i] = 1;\n"
                        "  for (int i = 0; i < n; i += 64) c[i] = a[i + " +
                            by + "]; }\n",
                        2);
  };
  EXPECT_EQ(shifted("64"),
            "0 -> 1 flow 'a' same 80000 bytes chunks 1000|1100|0110|0011\n");
  EXPECT_EQ(shifted("128"),
            "0 -> 1 flow 'a' same 80000 bytes chunks 1000|1100|1110|0111\n");
  AnalyzedC c("double a[99];\n"
              "void f(double *p, double *q, int n) {\n"
              "  for (int i = 0; i < n; i++) a[i] = 1;\n"
              "  for (int i = n; i > 0; i -= 3) a[i] = 1;\n"
              "  for (; p < q; p += 64) *p = 1; }\n",
              {}, true);
  EXPECT_EQ(leastPerChunk(c.program, c.loop(0), 4), 4u);
  EXPECT_EQ(leastPerChunk(c.program, c.loop(1), 4), 2u);
  EXPECT_EQ(leastPerChunk(c.program, c.loop(2), 4), 4u);
}

/// Two pairs of loops; then the last loop is one task instead of chunks.
struct Replanned {
  Case before, after;

  Replanned() : before(text()), after(text()) {
    for (std::size_t i = 0; i < 4; ++i) {
      before.chunks(before.c.loop(i));
      if (i < 3)
        after.chunks(after.c.loop(i));
    }
    after.task(after.c.loop(3), Whole());
    before.baseAt(before.c.loop(0));
    after.baseAt(after.c.loop(0));
  }
  static std::string text() {
    return "double a[100], b[100], c[100], d[100];\n"
           "void f(int n) {\n"
           "  for (int i = 0; i < n; i++) a[i] = 1;\n"
           "  for (int i = 0; i < n; i++) b[i] = a[i];\n"
           "  for (int i = 0; i < n; i++) c[i] = 1;\n"
           "  for (int i = 0; i < n; i++) d[i] = c[i]; }\n";
  }
  static std::vector<TaskDependence> of(Case &test, unsigned long budget,
                                        KnownPairs *known) {
    return computeRegionDependences(
        ProgramIndex(test.c.program, test.c.effects), test.c.verdicts,
        test.region, budget, false, known);
  }
};

TEST(RegionDependences, WhatIsKnownOfOtherTasksIsNotAskedAgain) {
  Replanned r;
  KnownPairs known;
  Replanned::of(r.before, kBudget, &known);
  EXPECT_EQ(known.shape, r.before.region);
  // Enough for the addresses, not for pairs.
  auto exact = [&](KnownPairs *pairs, unsigned long budget) {
    unsigned count = 0;
    for (const TaskDependence &d : Replanned::of(r.after, budget, pairs))
      count += !d.chunkPairs.empty();
    return count;
  };
  ASSERT_EQ(exact(nullptr, kBudget), 1u);
  unsigned long most = 0;
  while (exact(nullptr, most + 100) == 0)
    most += 100;
  KnownPairs copy = known;
  EXPECT_EQ(exact(&copy, most), 1u);
}

TEST(RegionDependences, ATaskThatChangedIsAskedAboutAgain) {
  Replanned r;
  KnownPairs known;
  Replanned::of(r.before, kBudget, &known);
  std::vector<TaskDependence> reused = Replanned::of(r.after, kBudget, &known);
  std::vector<TaskDependence> fresh = Replanned::of(r.after, kBudget, nullptr);
  ASSERT_EQ(reused.size(), fresh.size());
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    EXPECT_EQ(reused[i].from, fresh[i].from);
    EXPECT_EQ(reused[i].to, fresh[i].to);
    EXPECT_EQ(reused[i].chunkPairs, fresh[i].chunkPairs);
    EXPECT_EQ(reused[i].maxDistance, fresh[i].maxDistance);
    EXPECT_EQ(reused[i].bytes, fresh[i].bytes);
  }
}

TEST(RegionDependences, OtherCopiesOfScalarsMakeAllPairsNew) {
  Replanned r;
  KnownPairs known;
  Replanned::of(r.before, kBudget, &known);
  known.pairs[{0, 1}] = std::nullopt; // as if they did not meet
  KnownPairs copy = known;
  EXPECT_EQ(Replanned::of(r.after, kBudget, &copy).size(), 1u);
  r.after.region.replicated.push_back(r.after.c.program.objects.back().id);
  EXPECT_EQ(Replanned::of(r.after, kBudget, &known).size(), 2u);
}

namespace {

/// Two loops over cells whose components are written out; the second one reads
/// the last component of the cell that many before.
std::string components(int before) {
  std::string first, second;
  for (int m = 0; m < 24; ++m) {
    const std::string at = "[" + std::to_string(m) + "]";
    const std::string from =
        m == 23 ? "[i - " + std::to_string(before) + "]" : "[i]";
    first += " a[i]" + at + " = b[i]" + at + ";";
    second += " c[i]" + at + " = a" + from + at + ";";
  }
  return "double a[100][24], b[100][24], c[100][24];\n"
         "void f(int n) {\n"
         "  for (int i = 1; i < n; i++) {" +
         first + " }\n  for (int i = 1; i < n; i++) {" + second + " } }\n";
}

constexpr unsigned long kForOneComponent = 50000;

} // namespace

// Pairs of the same component meet in the same iterations: the chunks that
// these are in are asked about once.
TEST(RegionDependences, ComponentsAreAskedAboutOnce) {
  EXPECT_EQ(chunkedLoops(components(0), 2, kForOneComponent),
            "0 -> 1 flow 'a' same 19200 bytes chunks "
            "1000|0100|0010|0001\n");
}

// ... but the one that reads another cell is asked about for itself.
TEST(RegionDependences, OneComponentOfANeighbour) {
  EXPECT_EQ(chunkedLoops(components(1), 2, kBudget),
            "0 -> 1 flow 'a' same 19200 bytes chunks "
            "1100|0110|0011|0001\n");
}
