// SPDX-License-Identifier: Apache-2.0
//
// What tasks do to memory, and which chunks may write parts of one line.

#include "taskdeps/CollectMemory.h"
#include "AnalyzedC.h"
#include "taskdeps/RegionDependences.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;
using test::AnalyzedC;

namespace {

constexpr unsigned long kBudget = 1000000;

struct Case {
  AnalyzedC c;
  RegionShape region;
  RegionMemory memory;

  /// Loops one after another, all cut into four chunks.
  Case(const std::string &text, size_t loops, unsigned grain = 1,
       unsigned phase = 0)
      : c(text, {}, true) {
    for (size_t i = 0; i < loops; ++i) {
      Chunks four;
      four.count = 4;
      four.grain = grain;
      four.phase = phase;
      for (uint32_t v = 0; v < c.verdicts.size(); ++v)
        if (c.verdicts[v].loop == c.loop(i))
          four.verdict = v;
      region.tasks.push_back({c.loop(i), four});
    }
    region.root = c.program[c.loop(0)].parent;
    const ProgramIndex index(c.program, c.effects);
    MemoryRequest request;
    request.islBudget = kBudget;
    for (const ir::Object &object : c.program.objects)
      if (object.kind == ir::ObjectKind::Global ||
          object.kind == ir::ObjectKind::Param) {
        request.visible.insert(object.id);
        if (object.kind == ir::ObjectKind::Global)
          request.named.insert(object.id);
        else
          request.uncached.insert(object.id);
      }
    memory = collectMemory(
        index, c.verdicts, region,
        computeRegionDependences(index, c.verdicts, region, kBudget), request);
  }

  std::string names(const std::vector<ir::ObjectId> &objects) const {
    std::string all;
    for (ir::ObjectId object : objects)
      all += (all.empty() ? "" : " ") + c.program[object].name;
    return all;
  }
  /// "0.1-0.2": task 0's chunks 1 and 2.
  std::string together() const {
    std::string all;
    auto text = [](const ChunkOfTask &one) {
      return std::to_string(one.first) + "." + std::to_string(one.second);
    };
    for (const auto &[a, b] : memory.together)
      all += (all.empty() ? "" : " ") + text(a) + "-" + text(b);
    return all;
  }
};

} // namespace

TEST(CollectMemory, ReadsAndWritesByName) {
  Case test("long a[1024], b[1024];\n"
            "void f(void) { for (int i = 0; i < 1024; i++) a[i] = b[i]; }\n",
            1, 8);
  EXPECT_EQ(test.memory.obstacle, "");
  EXPECT_EQ(test.names(test.memory.tasks[0].reads.objects), "b");
  EXPECT_EQ(test.names(test.memory.tasks[0].writes.objects), "a");
  EXPECT_FALSE(test.memory.tasks[0].writes.hasOther);
  EXPECT_EQ(test.together(), "");
  EXPECT_EQ(test.names(test.memory.aligned), "a");
}

TEST(CollectMemory, NeighboursShareTheLineBetweenThem) {
  Case test("long a[1000];\n"
            "void f(void) { for (int i = 0; i < 1000; i++) a[i] += i; }\n",
            1);
  // 250 elements each: 31 lines and a quarter.
  EXPECT_EQ(test.together(), "0.0-0.1 0.1-0.0 0.1-0.2 0.2-0.1 0.2-0.3 0.3-0.2");
  ASSERT_EQ(test.memory.grains.size(), 1u);
  EXPECT_EQ(test.memory.grains.begin()->second, (LineGrain{8, 0}));
}

TEST(CollectMemory, ALoopFromTheSecondElementOn) {
  const char *text =
      "int a[1000];\n"
      "void f(void) { for (int i = 1; i < 999; i++) a[i] += i; }\n";
  Case test(text, 1, 16);
  EXPECT_NE(test.together(), "");
  ASSERT_EQ(test.memory.grains.size(), 1u);
  EXPECT_EQ(test.memory.grains.begin()->second, (LineGrain{16, 1}));
  EXPECT_EQ(Case(text, 1, 16, 1).together(), "");
}

TEST(CollectMemory, RowsThatEndWithinALine) {
  const char *text = "int m[100][61];\n"
                     "void f(void) { for (int i = 0; i < 100; i++)\n"
                     "  for (int j = 1; j < 60; j++) m[i][j] += i; }\n";
  Case test(text, 1);
  EXPECT_NE(test.together(), "");
  ASSERT_EQ(test.memory.grains.size(), 1u);
  EXPECT_EQ(test.memory.grains.begin()->second, (LineGrain{16, 0}));
  EXPECT_EQ(Case(text, 1, 16).together(), "");
}

TEST(CollectMemory, WhatSharesBytesIsOrderedAnyway) {
  // The second loop's chunk overwrites what the first loop's has written.
  Case test("long a[1024];\n"
            "void f(void) {\n"
            "  for (int i = 0; i < 1024; i++) a[i] = i;\n"
            "  for (int i = 0; i < 1024; i++) a[1023 - i] += 1; }\n",
            2, 8);
  EXPECT_EQ(test.together(), "");
}

TEST(CollectMemory, APointerHasToBeginAtALine) {
  Case test("void f(long *restrict p) {\n"
            "  for (int i = 0; i < 1024; i++) p[i] += 1; }\n",
            1, 8);
  EXPECT_EQ(test.together(), "");
  EXPECT_EQ(test.names(test.memory.aligned), "p");
  EXPECT_TRUE(test.memory.tasks[0].writes.hasOther);
}

TEST(CollectMemory, BytesBeforeAPointerMayBeOfAnothersLine) {
  Case test("long a[1024];\n"
            "void f(long *restrict p) {\n"
            "  for (int i = 0; i < 1024; i++) p[i - 8] = 1;\n"
            "  for (int i = 0; i < 1024; i++) a[i] = 2; }\n",
            2, 8);
  EXPECT_NE(test.together().find("0.0-1.0"), std::string::npos);
}

TEST(CollectMemory, Obstacles) {
  Case test("_Thread_local long a[1024];\n"
            "void f(void) { for (int i = 0; i < 1024; i++) a[i] = i; }\n",
            1, 8);
  EXPECT_EQ(test.memory.obstacle, "'a' is a thread's own");
}
