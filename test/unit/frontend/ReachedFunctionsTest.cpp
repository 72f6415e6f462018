// SPDX-License-Identifier: Apache-2.0
//
// Which functions a program can come to, and which bodies are read then.

#include "frontend/ExtractProgram.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace hocket;

namespace {

std::vector<SourceInput> unitsOf(const std::vector<std::string> &texts) {
  std::vector<SourceInput> inputs;
  for (std::size_t i = 0; i < texts.size(); ++i)
    inputs.push_back({"unit" + std::to_string(i) + ".c", texts[i], {}});
  return inputs;
}

bool isOfLibrary(const std::string &name) {
  return name == "puts" || name == "sincos";
}

/// The names of the functions whose bodies are read, in order, by spaces.
std::string readBodies(const std::vector<std::string> &texts,
                       bool hasForeignCode = false) {
  RemarkSink remarks;
  const std::vector<SourceInput> inputs = unitsOf(texts);
  UnitTrees trees;
  ir::Program program = extractProgram(
      inputs, hasForeignCode, remarks,
      reachedFunctions(inputs, hasForeignCode, isOfLibrary, trees), trees);
  std::vector<std::string> names;
  for (const ir::Function &f : program.functions)
    if (isValid(f.body))
      names.push_back(f.name);
  std::sort(names.begin(), names.end());
  std::string result;
  for (const std::string &name : names)
    result += (result.empty() ? "" : " ") + name;
  return result;
}

TEST(ReachedFunctions, CallsAndAddressesAcrossUnits) {
  EXPECT_EQ(readBodies({"int f(void); int (*p)(int); int h(int);\n"
                        "int main(void) { p = h; return f(); }\n"
                        "int dead(void) { return dead2(); }",
                        "static int own(void) { return 1; }\n"
                        "int f(void) { return own(); }\n"
                        "int h(int x) { return x; }\n"
                        "int dead2(void) { return own(); }"}),
            "f h main own");
}

TEST(ReachedFunctions, AStaticFunctionOfTheSameNameIsAnotherOne) {
  EXPECT_EQ(readBodies({"static int f(void) { return 1; }\n"
                        "int main(void) { return f(); }",
                        "static int f(void) { return 2; }\n"
                        "int g(void) { return f(); }"}),
            "f main");
}

TEST(ReachedFunctions, WhatIsCalledUnseen) {
  EXPECT_EQ(
      readBodies(
          {"__attribute__((constructor)) static void begin(void) {}\n"
           "__attribute__((destructor)) void end(void) {}\n"
           "__attribute__((used)) static void kept(void) {}\n"
           "__attribute__((section(\".mine\"))) void placed(void) {}\n"
           "void _hook(void) {}\n"
           "void *malloc(unsigned long n) { return 0; }\n"
           "static void target(void) {}\n"
           "void other(void) __attribute__((alias(\"target\")));\n"
           "static void handler(void) {}\n"
           "struct table { void (*f)(void); } t = {handler};\n"
           "static void in_static(void) {}\n"
           "int main(void) { static void (*p)(void) = in_static; return !p; }\n"
           "static void never(void) {}\n"}),
      "_hook begin end handler in_static kept main malloc placed target");
}

TEST(ReachedFunctions, HeadersOfTheSystemDeclareWhatTheLibraryMayCall) {
  EXPECT_EQ(readBodies({"# 1 \"/usr/include/lib.h\" 1 3 4\n"
                        "extern int hook(int);\n"
                        "# 2 \"unit0.c\" 2\n"
                        "int hook(int x) { return x; }\n"
                        "int own(int x) { return x; }\n"
                        "int main(void) { return 0; }"}),
            "hook main");
}

TEST(ReachedFunctions, CleanupAssemblyAndOtherNames) {
  // What has assembly, as main here, is not read itself.
  EXPECT_EQ(readBodies({"static void clean(int *p) {}\n"
                        "static void direct(void) {}\n"
                        "void labelled(void) __asm__(\"symbol\");\n"
                        "void symbol(void);\n"
                        "void labelled(void) {}\n"
                        "int main(void) {\n"
                        "  __attribute__((cleanup(clean))) int x = 0;\n"
                        "  __asm__(\"call direct\");\n"
                        "  symbol();\n"
                        "  return x; }"}),
            "clean direct labelled");
}

TEST(ReachedFunctions, WhatStandsInAFunctionThatIsNot) {
  EXPECT_EQ(
      readBodies({"static void a(void) {}\n"
                  "static void b(void) {}\n"
                  "static void c(void) {}\n"
                  "static void d(void) {}\n"
                  "void dead(void) {\n"
                  "  static void (*const p)(void) __attribute__((used)) = a;\n"
                  "  __asm__(\".quad b\");\n"
                  "  __asm__(\".quad %c0\" :: \"i\"(d));\n"
                  "  void (*q)(void) = c; }\n"
                  "int main(void) { return 0; }"}),
      "a b d main");
}

TEST(ReachedFunctions, ReplacementsWhoeverDeclaresThem) {
  EXPECT_EQ(readBodies({"# 1 \"/usr/include/lib.h\" 1 3 4\n"
                        "extern int hook(int);\n"
                        "# 2 \"unit0.c\" 2\n"
                        "extern char variable[];\n"
                        "int main(void) { return variable[0]; }",
                        "int hook(int x) { return x; }\n"
                        "int puts(const char *s) { return 1; }\n"
                        "void sincos(double x, double *s, double *c) {}\n"
                        "void variable(void) {}\n"
                        "int own(void) { return 1; }"}),
            "hook main puts sincos variable");
}

TEST(ReachedFunctions, NothingIsLeftOutWhereOthersMayCall) {
  const std::string unit = "void f(void) {} int main(void) { return 0; }";
  EXPECT_EQ(readBodies({unit}, /*hasForeignCode=*/true), "f main");
  EXPECT_EQ(readBodies({unit, "__asm__(\"call f\");"}), "f main");
  EXPECT_EQ(readBodies({"void f(void) {} void g(void) {}"}), "f g");
  EXPECT_EQ(readBodies({unit, "int broken( {"}), "f main");
}

TEST(ReachedFunctions, WhatOthersMentionIsKnown) {
  const std::vector<SourceInput> inputs =
      unitsOf({"static int f(void) { return 1; }\n"
               "static int g(void) { return 1; }\n"
               "int dead(void) { for (;;) f(); }\n"
               "int main(void) { return f() + g(); }"});
  RemarkSink remarks;
  UnitTrees trees;
  const ReachedFunctions reached =
      reachedFunctions(inputs, false, isOfLibrary, trees);
  ir::Program program = extractProgram(inputs, false, remarks, reached, trees);
  for (const ir::Function &f : program.functions)
    EXPECT_EQ(f.isMentionedElsewhere, f.name == "f") << f.name;
  ASSERT_EQ(reached.others.size(), 1u);
  EXPECT_EQ(reached.others.front().second, "dead");
  EXPECT_EQ(reached.others.front().first.line, 3u);
}

} // namespace
