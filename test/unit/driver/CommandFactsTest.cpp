// SPDX-License-Identifier: Apache-2.0
//
// What command lines mean: cut, classified, and read for the freedoms they
// give.
#include "driver/command/CommandFacts.h"

#include "gtest/gtest.h"

#include <sstream>

namespace hocket::driver {
namespace {

std::vector<Argument> cut(const std::string &line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  bool isComplete = true;
  return cutCommandLine(words, isComplete);
}

CommandFacts facts(const std::string &line) { return readCommand(cut(line)); }

bool passesThrough(const std::string &line) {
  return !facts(line).passThroughReason.empty();
}

TEST(Arguments, KeepWordsAndOrder) {
  std::vector<std::string> words = {"-O2",       "-I",      "dir",
                                    "a.c",       "-lm",     "-Wl,-z,now",
                                    "-Xlinker",  "-s",      "-param-unknown=3",
                                    "--param",   "x=1",     "-o",
                                    "out",       "-x",      "c",
                                    "b",         "-DX=a b", "-wrapper",
                                    "gdb,--args"};
  bool isComplete = false;
  std::vector<Argument> arguments = cutCommandLine(words, isComplete);
  EXPECT_TRUE(isComplete);
  EXPECT_EQ(join(arguments), words);
}

TEST(Arguments, Roles) {
  std::vector<Argument> a =
      cut("a.c b.i c.cc d.s e.o f.a g.so.1 -lm -o x -Dx -MD -x c h -x none i");
  std::vector<ArgRole> roles;
  for (const Argument &argument : a)
    roles.push_back(argument.role);
  using enum ArgRole;
  EXPECT_EQ(roles, (std::vector<ArgRole>{CSource, PreprocessedC, OtherSource,
                                         OtherSource, LinkerInput, LinkerInput,
                                         LinkerInput, Link, Output,
                                         Preprocessor, Dependencies, Language,
                                         CSource, Language, LinkerInput}));
  EXPECT_EQ(a[12].language, "c");
}

TEST(Arguments, MissingValue) {
  bool isComplete = true;
  std::vector<std::string> words = {"a.c", "-o"};
  EXPECT_EQ(join(cutCommandLine(words, isComplete)), words);
  EXPECT_FALSE(isComplete);
}

TEST(Arguments, ValuesOfGccsOwnOptionsAreNoInputs) {
  std::vector<Argument> a = cut("-dumpbase a.c -aux-info b.c c.c");
  ASSERT_EQ(a.size(), 3u);
  EXPECT_EQ(a[0].value(), "a.c");
  EXPECT_TRUE(a[2].isC());
}

TEST(PassThrough, OnlyCompilingAndLinkingIsOurs) {
  EXPECT_FALSE(passesThrough("a.c"));
  EXPECT_FALSE(passesThrough("-O3 -Wall -march=native a.c b.o -lm -o x -v"));
  EXPECT_FALSE(passesThrough("-flto -g a.c lib.a x.cc"));
  for (const char *line : {"",
                           "-v",
                           "a.o",
                           "a.cc",
                           "-c a.c",
                           "--compile a.c",
                           "-S a.c",
                           "-E a.c",
                           "-M a.c",
                           "-MM a.c",
                           "-shared a.c",
                           "-r a.c",
                           "-fsyntax-only a.c",
                           "a.c -###",
                           "a.c -dM",
                           "--version",
                           "-print-file-name=x a.c",
                           "-dumpmachine",
                           "--help=common",
                           "a.h",
                           "-x c-header a.c",
                           "-x c -",
                           "-x c++ a.c",
                           "-fopenmp a.c",
                           "-fopenacc a.c",
                           "-fwrapv a.c",
                           "-ftrapv a.c",
                           "-fno-strict-overflow a.c",
                           "-m32 a.c",
                           "-pg a.c",
                           "--coverage a.c",
                           "-fprofile-generate a.c",
                           "-fprofile-use=x a.c",
                           "-finstrument-functions a.c",
                           "-nostdlib a.c",
                           "-ffreestanding a.c",
                           "-fpack-struct=4 a.c",
                           "-save-temps=obj a.c",
                           "-fstack-usage a.c",
                           "-fdump-tree-all a.c",
                           "-fdiagnostics-format=json a.c"})
    EXPECT_TRUE(passesThrough(line)) << line;
  EXPECT_FALSE(passesThrough("-fwrapv -fno-wrapv a.c"));
  EXPECT_FALSE(passesThrough("-fno-strict-overflow -fstrict-overflow a.c"));
}

TEST(Facts, ReassociationFollowsGcc) {
  for (const char *line :
       {"-ffast-math", "-Ofast", "-funsafe-math-optimizations",
        "-fassociative-math -fno-signed-zeros -fno-trapping-math",
        "-fno-fast-math -ffast-math", "-O0 -ffast-math", "-Ofast -g"})
    EXPECT_TRUE(facts(std::string(line) + " a.c").mayReassociate) << line;
  for (const char *line :
       {"", "-O3", "-fassociative-math", "-ffast-math -fno-fast-math",
        "-Ofast -O3", "-Ofast -fno-associative-math",
        "-fno-associative-math -Ofast", "-ffast-math -fsigned-zeros",
        "-ffast-math -ftrapping-math", "-ffast-math -frounding-math",
        "-fassociative-math -fno-signed-zeros", "-ffast-math -ffp-model=strict",
        "-ffinite-math-only -fno-math-errno"})
    EXPECT_FALSE(facts(std::string(line) + " a.c").mayReassociate) << line;
}

TEST(Facts, StrictAliasing) {
  for (const char *line : {"-O2", "-O3", "-Os", "-Ofast", "-O9",
                           "-O0 -fstrict-aliasing", "-O1 -O2"})
    EXPECT_TRUE(facts(line).strictAliasing) << line;
  for (const char *line :
       {"", "-O0", "-O", "-O1", "-Og", "-O2 -O0", "-O2 -fno-strict-aliasing"})
    EXPECT_FALSE(facts(line).strictAliasing) << line;
}

TEST(Facts, ForeignCode) {
  for (const char *line :
       {"a.c -lm -lpthread -static -pthread", "a.c b.i -Wl,-z,now,--as-needed",
        "a.c -Wl,-rpath,/x -Xlinker -rpath -Xlinker /y -Wl,--hash-style=gnu",
        "a.c -Wl,--gc-sections -s"})
    EXPECT_FALSE(facts(line).hasForeignCode) << line;
  for (const char *line :
       {"a.c b.o", "a.c libx.a", "a.c -lz", "a.c -l:libm.a", "a.c b.cc",
        "a.c b.s", "a.c -rdynamic", "a.c -Wl,--wrap=malloc", "a.c -Wl,x.o",
        "a.c -Wl,--defsym,x=y", "a.c -T script", "a.c -Xlinker -E"})
    EXPECT_TRUE(facts(line).hasForeignCode) << line;
}

TEST(Facts, Sanitizers) {
  EXPECT_TRUE(facts("-fsanitize=address,thread a.c").threadSanitizer);
  EXPECT_FALSE(
      facts("-fsanitize=thread -fno-sanitize=thread a.c").threadSanitizer);
  EXPECT_TRUE(facts("-fsanitize=undefined a.c").anySanitizer);
  EXPECT_FALSE(
      facts("-fsanitize=undefined -fno-sanitize=all a.c").anySanitizer);
}

TEST(Facts, OthersFollowTheLastOption) {
  CommandFacts f = facts("-O1 -std=c99 -funsigned-char -march=native -gdwarf-4 "
                         "-DX a.c -MD -ox");
  EXPECT_EQ(f.optimization, "1");
  EXPECT_EQ(f.output, "x");
  EXPECT_TRUE(f.hasDebugInfo);
  EXPECT_TRUE(f.writesDependencies);
  EXPECT_EQ(f.languageFlags,
            (std::vector<std::string>{"-std=c99", "-funsigned-char",
                                      "-march=native"}));
  EXPECT_EQ(facts("-O3 -O a.c").optimization, "1");
  EXPECT_EQ(facts("a.c").output, "a.out");
}

} // namespace
} // namespace hocket::driver
