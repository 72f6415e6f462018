// SPDX-License-Identifier: Apache-2.0
//
// What is parsed again when a program is read again, and that it reads the
// same.

#include "frontend/ExtractProgram.h"
#include "ir/Print.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace hocket;

namespace {

const std::vector<SourceInput> twoUnits = {
    {"a.c",
     "struct s { int x[3]; } *g(void); enum { four = 4 };\n"
     "int main(void) { for (int i = 0; i < four; i++) g()->x[i] = i; }",
     {}},
    {"b.c", "struct s { int x[3]; } t; struct s *g(void) { return &t; }", {}}};

std::string readingOf(const std::vector<SourceInput> &inputs,
                      UnitTrees &trees) {
  RemarkSink remarks;
  std::string text;
  llvm::raw_string_ostream out(text);
  ir::print(extractProgram(inputs, false, remarks, {}, trees), out);
  return text;
}

TEST(UnitTrees, TheSameTextIsParsedOnce) {
  UnitTrees trees;
  const auto none = [](const std::string &) { return false; };
  EXPECT_TRUE(reachedFunctions(twoUnits, false, none, trees).isKnown);
  EXPECT_EQ(trees.numParsed(), 2u);
  const std::string first = readingOf(twoUnits, trees);
  EXPECT_EQ(readingOf(twoUnits, trees), first);
  EXPECT_EQ(trees.numParsed(), 2u);
  UnitTrees others;
  EXPECT_EQ(readingOf(twoUnits, others), first);
}

TEST(UnitTrees, AnotherTextOrFlagIsParsed) {
  UnitTrees trees;
  readingOf(twoUnits, trees);
  std::vector<SourceInput> inputs = twoUnits;
  inputs[1].text += "int h(void) { return 1; }";
  EXPECT_NE(readingOf(inputs, trees), readingOf(twoUnits, trees));
  EXPECT_EQ(trees.numParsed(), 3u);
  inputs[0].flags = {"-std=c99"};
  readingOf(inputs, trees);
  EXPECT_EQ(trees.numParsed(), 4u);
}

TEST(UnitTrees, WhatCannotBeReadSaysSoEachTime) {
  UnitTrees trees;
  for (int i = 0; i < 2; ++i) {
    RemarkSink remarks;
    ir::Program program =
        extractProgram({{"bad.c", "int f( {", {}}}, false, remarks, {}, trees);
    EXPECT_FALSE(program.units.front().parsed);
    EXPECT_NE(program.units.front().problem, "");
  }
  EXPECT_EQ(trees.numParsed(), 1u);
}

TEST(UnitTrees, NoMoreMemoryThanAllowed) {
  UnitTrees trees(/*mostBytes=*/1);
  const std::string first = readingOf(twoUnits, trees);
  EXPECT_EQ(readingOf(twoUnits, trees), first);
  EXPECT_EQ(trees.numParsed(), 4u);
}

} // namespace
