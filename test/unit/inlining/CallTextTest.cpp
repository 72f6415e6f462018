// SPDX-License-Identifier: Apache-2.0
//
// What stands in the place of a call, and why some functions never do.
#include "inlining/CallText.h"

#include "AnalyzedC.h"
#include "inlining/Inlinable.h"
#include "inlining/InlineCalls.h"

#include <gtest/gtest.h>

using namespace hocket;
using hocket::polyhedral::test::AnalyzedC;

namespace {

const char *const step =
    "static void step(double *a, int n) {\n"
    "  for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1; }\n";

/// A program whose main calls `CALL` in a loop over time, n and x[3000] given.
std::string timeLoop(const std::string &functions, const std::string &call) {
  return "double x[3000], y[3000]; int printf(const char *, ...);\n" +
         functions +
         "int main(int argc, char **argv) { int n = argc * 1000;\n"
         "  for (int t = 0; t < 100; t++) {\n" +
         call +
         "\n x[0] = x[1] + x[n - 1]; }\n"
         "  printf(\"%g\", x[0]); return 0; }\n";
}

/// The new text from main on; empty: nothing was inlined.
std::string inlined(const std::string &functions, const std::string &call,
                    bool mayFuse = false) {
  AnalyzedC c(timeLoop(functions, call));
  inlining::Inlining result =
      inlining::inlineCalls(c.program, c.effects, c.verdicts, {mayFuse});
  if (result.texts.empty())
    return "";
  std::string text;
  // Without line markers, and with one space between words.
  std::string all = result.texts.at(0).substr(result.texts[0].find("int main"));
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (all[at] == '#' && at > 0 && all[at - 1] == '\n')
      at = all.find('\n', at);
    bool isSpace = all[at] == ' ' || all[at] == '\n';
    if (!isSpace)
      text += all[at];
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// Why the function of this name is not inlined.
std::string whyNot(const std::string &functions, const std::string &name) {
  AnalyzedC c(timeLoop(functions, "step(x, n);"));
  for (const ir::Function &function : c.program.functions)
    if (function.name == name)
      return inlining::whyNotInlinable(c.program, c.effects, function.id);
  return "no such function";
}

} // namespace

TEST(CallText, ParametersAreVariablesOrWhatTheyAreGiven) {
  std::string text = inlined(step, "step(x, n);");
  // n is named in the parameter's place; the array has a pointer of its own.
  EXPECT_TRUE(contains(text, "{ double *a = (x); { for (int i = 0; i < n; i++) "
                             "a[i] = a[i] * 0.5 + 1; } }"))
      << text;
  EXPECT_TRUE(
      contains(inlined(step, "step(x, n - 1);"), "int n_1 = (n - 1); {"));
}

TEST(CallText, ResultsGetAVariable) {
  std::string sum = "static double sum(double *a, int n) {\n"
                    "  for (int i = 0; i < n; i++) a[i] += 1;\n"
                    "  if (n < 1) return 0;\n"
                    "  return a[0]; }\n";
  std::string text = inlined(sum, "y[t] = sum(x, n);");
  EXPECT_TRUE(contains(text, "double sum_1; {")) << text;
  EXPECT_TRUE(contains(text, "if (n < 1) { sum_1 = (0); } else { { sum_1 = "
                             "(a[0]); } }"))
      << text;
  EXPECT_TRUE(contains(text, "y[t] = sum_1;")) << text;
}

TEST(CallText, NamesThatMeanSomethingElseForbidIt) {
  std::string of = "static int m = 3000;\n"
                   "static void rest(double *a) {\n"
                   "  for (int i = 0; i < m; i++) a[i] += 1; }\n";
  EXPECT_NE(inlined(of, "rest(x);"), "");
  EXPECT_EQ(inlined(of, "int m = 1; x[m] = 0; rest(x);"), "");
}

TEST(CallText, NoProductMeetsASum) {
  std::string scaled = "static void add(double *a, double v, int n) {\n"
                       "  for (int i = 0; i < n; i++) a[i] += v; }\n";
  EXPECT_NE(inlined(scaled, "add(x, y[1] * y[2], n);", false), "");
  EXPECT_EQ(inlined(scaled, "add(x, y[1] * y[2], n);", true), "");
}

TEST(CallText, OnlyWhatHoldsParallelLoops) {
  std::string carried = "static void carry(double *a, int n) {\n"
                        "  for (int i = 1; i < n; i++)\n"
                        "    a[i] = a[i - 1] * 0.5 + a[i]; }\n";
  EXPECT_EQ(inlined(carried, "carry(x, n);"), "");
}

TEST(Inlinable, WhyNot) {
  EXPECT_EQ(whyNot(step, "step"), "");
  EXPECT_EQ(whyNot(std::string("static void twice(double *a, int n) {\n"
                               "  if (n > 1) twice(a, n / 2); }\n") +
                       step,
                   "twice"),
            "'twice' calls itself");
  EXPECT_EQ(whyNot(std::string("static void any(double *a, ...) { a[0] = 1; "
                               "}\n") +
                       step,
                   "any"),
            "'any' is no ordinary function");
  EXPECT_EQ(whyNot(std::string("static void old(a) double *a; { a[0] = 1; "
                               "}\n") +
                       step,
                   "old"),
            "'old' has parameters in an old style or of a type without a name");
  EXPECT_EQ(whyNot(std::string("static void count(double *a) { static int c;\n"
                               "  a[0] = c++; }\n") +
                       step,
                   "count"),
            "'count' has the static variable 'c'");
  EXPECT_EQ(whyNot(std::string("__attribute__((noinline)) static void own(\n"
                               "  double *a) { a[0] = 1; }\n") +
                       step,
                   "own"),
            "'own' is to stay a function of its own");
}

TEST(CallText, FunctionsThatLostTheirCalls) {
  AnalyzedC c(timeLoop(step, "step(x, n);"));
  inlining::Inlining result =
      inlining::inlineCalls(c.program, c.effects, c.verdicts, {false});
  ASSERT_EQ(result.calls.size(), 1u);
  EXPECT_EQ(result.calls[0].callee, "step");
  EXPECT_EQ(result.calls[0].caller, "main");
  AnalyzedC after(result.texts.at(0));
  std::vector<char> leftOut =
      inlining::functionsLeftOut(c.program, after.program);
  for (const ir::Function &function : after.program.functions)
    EXPECT_EQ(leftOut[ir::index(function.id)] != 0, function.name == "step")
        << function.name;
}
