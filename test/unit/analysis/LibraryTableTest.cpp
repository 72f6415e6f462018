// SPDX-License-Identifier: Apache-2.0
#include "analysis/library/LibraryTable.h"

#include "analysis/library/FormatString.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace hocket::analysis;

namespace {

TEST(LibraryTable, everyRowParses) {
  LibraryTable table;
  EXPECT_GT(table.names().size(), 400u);
}

TEST(LibraryTable, readsWords) {
  LibraryFunction f = parseLibraryWords("w0:2! r1:1*2 wd3 =0+ call4(0,1) io");
  ASSERT_EQ(f.accesses.size(), 3u);
  EXPECT_TRUE(f.accesses[0].isWrite && f.accesses[0].isMust);
  EXPECT_EQ(f.accesses[0].sizeArg, 2);
  EXPECT_EQ(f.accesses[1].sizeArg2, 2);
  EXPECT_TRUE(f.accesses[2].isDeref);
  EXPECT_TRUE(f.returns[0].isAnywhere);
  EXPECT_EQ(f.callbacks[0].args, (std::vector<unsigned>{0, 1}));
  EXPECT_TRUE(f.usesIo);
}

TEST(LibraryTable, knowsWhatReadsClocks) {
  LibraryTable table;
  for (const char *name :
       {"time", "clock", "clock_gettime", "timespec_get", "gettimeofday",
        "times", "getrusage", "__builtin_ia32_rdtsc", "__rdtsc", "__rdtscp",
        "__builtin_readcyclecounter", "sleep", "usleep", "nanosleep",
        "clock_nanosleep", "sched_yield"}) {
    const LibraryFunction *function = table.find(name);
    ASSERT_NE(function, nullptr) << name;
    EXPECT_TRUE(function->readsClock) << name;
  }
  for (const char *name : {"difftime", "localtime", "printf", "malloc"})
    EXPECT_FALSE(table.find(name)->readsClock) << name;
}

TEST(LibraryTable, refusesWordsThatAreNone) {
  for (const char *words : {"w", "w0:", "=x", "call1", "nonsense", "w0?"})
    EXPECT_THROW(parseLibraryWords(words), std::invalid_argument) << words;
}

TEST(LibraryTable, findsBuiltins) {
  LibraryTable table;
  EXPECT_EQ(table.find("__builtin_memcpy"), table.find("memcpy"));
  EXPECT_NE(table.find("__builtin___memcpy_chk"), nullptr);
  EXPECT_EQ(table.find("no_such_function"), nullptr);
  EXPECT_NE(table.find("sqrtf"), nullptr);
  EXPECT_NE(table.find("sqrtl"), nullptr);
}

TEST(FormatString, conversions) {
  EXPECT_FALSE(formatTraits("%d %5.2f %%n %ld").stores);
  EXPECT_FALSE(formatTraits("%d %5.2f %ld").readsStrings);
  EXPECT_TRUE(formatTraits("%hhn").stores);
  EXPECT_TRUE(formatTraits("%-10s").readsStrings);
  EXPECT_TRUE(formatTraits("%ls").readsStrings);
  EXPECT_TRUE(formatTraits("\\x25n").stores);
  EXPECT_TRUE(formatTraits("%k").stores);
  EXPECT_FALSE(formatTraits("%d %s %%p").showsPointers);
  EXPECT_TRUE(formatTraits("at %20p").showsPointers);
}

TEST(FormatString, literalArgumentsOnly) {
  using namespace hocket::ir;
  Program program;
  program.units.emplace_back();
  program.units[0].text = "printf(\"a\" \n# 3 \"x\"\n \"%n\", f(1, 2))";
  CallSite call;
  call.text = {UnitId(0), 0,
               static_cast<uint32_t>(program.units[0].text.size())};
  call.args = {ExprId(0), ExprId(0)};
  EXPECT_EQ(literalArgument(program, call, 0), "a%n");
  EXPECT_EQ(literalArgument(program, call, 1), std::nullopt);
  call.args.push_back(ExprId(0));
  EXPECT_EQ(literalArgument(program, call, 0), std::nullopt);
}

} // namespace
