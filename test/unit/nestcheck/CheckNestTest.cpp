// SPDX-License-Identifier: Apache-2.0
//
// Nests in another order, right and wrong ones, all written by hand.

#include "nestcheck/CheckNest.h"
#include "nestcheck/SameObjects.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::nestcheck;
using polyhedral::test::AnalyzedC;

namespace {

std::string function(const std::string &nest) {
  return "int a[64][64], b[64][64]; double x[64][64], y[64][64], s[64];\n"
         "double sum, z[64][64];\n"
         "void f(int n, int m, double *p, double *q) {\n"
         "int i, j, k; double t;\n" +
         nest + "\n}\n";
}

/// Empty: proved.
std::string why(const std::string &users, const std::string &order,
                const Tested &tested = {}, unsigned long budget = 8000000) {
  AnalyzedC before(function(users), {}, true);
  const std::string text = function("{\n" + order + "}\n");
  AnalyzedC after(text, {}, true);
  polyhedral::ProgramIndex old(before.program, before.effects, true);
  polyhedral::ProgramIndex now(after.program, after.effects, true);
  Rewritten nest;
  nest.root = before.loop(0);
  auto begin = uint32_t(text.find("{\n" + order));
  nest.text = {ir::UnitId(0), begin, uint32_t(begin + order.size() + 3)};
  nest.tested = tested;
  return whyNotProved({old, now, sameObjects(before.program, after.program)},
                      nest, {true, budget});
}

void expectProved(const std::string &users, const std::string &order) {
  EXPECT_EQ(why(users, order), "");
}

/// \param part of the reason
void expectRefused(const std::string &users, const std::string &order,
                   const std::string &part) {
  std::string reason = why(users, order);
  EXPECT_NE(reason.find(part), std::string::npos)
      << "refused: '" << reason << "'";
}

const char *const copies = "for (int i = 0; i < n; i++)\n"
                           "  for (int j = 0; j < m; j++)\n"
                           "    a[i][j] = b[i][j];\n";

TEST(CheckNest, SwappedLoops) {
  expectProved(copies, "for (int j = 0; j < m; j++)\n"
                       "  for (int i = 0; i < n; i++)\n"
                       "    a[i][j] = b[i][j];\n");
  const std::string users = "for (int i = 1; i < 64; i++)\n"
                            "  for (int j = 0; j < 63; j++)\n"
                            "    a[i][j] = a[i - 1][j + 1];\n";
  expectRefused(users,
                "for (int j = 0; j < 63; j++)\n"
                "  for (int i = 1; i < 64; i++)\n"
                "    a[i][j] = a[i - 1][j + 1];\n",
                "may come before");
  expectProved("for (int i = 1; i < 64; i++)\n"
               "  for (int j = 1; j < 63; j++)\n"
               "    a[i][j] = a[i - 1][j - 1];\n",
               "for (int j = 1; j < 63; j++)\n"
               "  for (int i = 1; i < 64; i++)\n"
               "    a[i][j] = a[i - 1][j - 1];\n");
}

TEST(CheckNest, BoundsOffByOne) {
  auto order = [](const std::string &from, const std::string &to) {
    return "for (int j = " + from + "; j < " + to +
           "; j++)\n"
           "  for (int i = 0; i < n; i++)\n"
           "    a[i][j] = b[i][j];\n";
  };
  expectProved(copies, order("0", "m"));
  expectRefused(copies, order("1", "m"), "not run in all iterations");
  expectRefused(copies, order("0", "m - 1"), "not run in all iterations");
  expectRefused(copies, order("-1", "m"), "runs in other iterations");
  expectRefused(copies, order("0", "m + 1"), "runs in other iterations");
}

TEST(CheckNest, DroppedGuard) {
  const std::string users = "for (int i = 0; i < n; i++)\n"
                            "  for (int j = 0; j < m; j++)\n"
                            "    if (i + j >= 3) a[i][j] = 1;\n";
  expectProved(users, "for (int j = 0; j < m; j++)\n"
                      "  for (int i = j > 3 ? 0 : 3 - j; i < n; i++)\n"
                      "    a[i][j] = 1;\n");
  expectRefused(users,
                "for (int j = 0; j < m; j++)\n"
                "  for (int i = 0; i < n; i++)\n"
                "    a[i][j] = 1;\n",
                "runs in other iterations");
  expectRefused(users,
                "for (int j = 0; j < m; j++)\n"
                "  for (int i = 0; i < n; i++)\n"
                "    if (i + j > 3) a[i][j] = 1;\n",
                "not run in all iterations");
}

TEST(CheckNest, ConditionsOnData) {
  const std::string users = "for (int i = 0; i < n; i++)\n"
                            "  for (int j = 0; j < m; j++)\n"
                            "    if (b[i][j] > 3) a[i][j] = 1;\n";
  expectProved(users, "for (int j = 0; j < m; j++)\n"
                      "  for (int i = 0; i < n; i++)\n"
                      "    if (b[i][j] > 3) a[i][j] = 1;\n");
  expectRefused(users,
                "for (int j = 0; j < m; j++)\n"
                "  for (int i = 0; i < n; i++)\n"
                "    if (b[i][j] > 2) a[i][j] = 1;\n",
                "none of the user's");
  expectRefused(users,
                "for (int j = 0; j < m; j++)\n"
                "  for (int i = 0; i < n; i++)\n"
                "    a[i][j] = 1;\n",
                "none of the user's");
}

TEST(CheckNest, DoubledInstances) {
  expectRefused(copies,
                "for (int j = 0; j < m; j++)\n"
                "  for (int i = 0; i < n; i++)\n"
                "    a[i][j] = b[i][j];\n"
                "for (int i = 0; i < n; i++)\n"
                "  for (int j = 3; j < 4; j++)\n"
                "    if (j < m) a[i][j] = b[i][j];\n",
                "runs twice");
}

const char *const sums = "for (int i = 0; i < n; i++)\n"
                         "  for (int k = 0; k < m; k++)\n"
                         "    s[i] += x[i][k];\n";

std::string jammed(const std::string &rest) {
  return "if (n <= 2147483644) {\n"
         "for (int c = 0; c < n - 3; c += 4)\n"
         "  for (int k = 0; k < m; k++)\n"
         "    for (int i = c; i < c + 4; i++)\n"
         "      s[i] += x[i][k];\n"
         "for (int i = " +
         rest +
         "; i < n; i++)\n"
         "  for (int k = 0; k < m; k++)\n"
         "    s[i] += x[i][k];\n"
         "} else {\n" +
         sums + "}\n";
}

TEST(CheckNest, RestsOfJams) {
  expectProved(sums, jammed("n < 0 ? 0 : n - n % 4"));
  expectRefused(sums, jammed("n < 0 ? 0 : n - n % 4 + 1"),
                "not run in all iterations");
  expectRefused(sums, jammed("n < 4 ? 0 : n - n % 4 - 1"), "runs twice");
}

TEST(CheckNest, WhatIsNotEnteredIsTheUsersText) {
  auto tested = [](const std::string &otherwise) {
    return "if (n > 5 && n < 60) {\n"
           "for (int j = 0; j < m; j++)\n"
           "  for (int i = 0; i < n; i++)\n"
           "    a[i][j] = b[i][j];\n"
           "} else {\n" +
           otherwise + "}\n";
  };
  expectProved(copies, tested(copies));
  EXPECT_NE(why(copies, tested("")), "");
  EXPECT_NE(why(copies, tested("for (int i = 0; i < n; i++)\n"
                               "  for (int j = 0; j < m; j++)\n"
                               "    a[i][j] = b[i][j + 0];\n")),
            "");
  const std::string order = "for (int j = 0; j < m; j++)\n"
                            "  for (int i = 0; i < n; i++)\n"
                            "    a[i][j] = b[i][j];\n";
  auto flagged = [&](const std::string &set, const std::string &before) {
    return "int done = " + before + ";\nif (n > 5) {\nif (m > 5) {\n" + set +
           order + "}\n}\nif (!done) {\n" + copies + "}\n";
  };
  expectProved(copies, flagged("done = 1;\n", "0"));
  EXPECT_NE(why(copies, flagged("", "0")), "");
  EXPECT_NE(why(copies, flagged("done = 0;\n", "0")), "");
  EXPECT_NE(why(copies, flagged("done = 1;\n", "1")), "");
}

const char *const products = "for (int i = 0; i < n; i++)\n"
                             "  for (int j = 0; j < m; j++) {\n"
                             "    double t = 0;\n"
                             "    for (int k = 0; k < n; k++)\n"
                             "      t += x[i][k] * y[k][j];\n"
                             "    z[i][j] = t;\n"
                             "  }\n";

std::string expanded(const std::string &set, const std::string &add,
                     const std::string &get) {
  return "for (int i = 0; i < n; i++)\n"
         "  for (long long c = 0; c < m; c += 16) {\n"
         "    double ht_t_1[16];\n"
         "    const long long e = m < c + 16 ? m : c + 16;\n"
         "    for (int j = c; j < e; j++)\n"
         "      ht_t_1[" +
         set +
         "] = 0;\n"
         "    for (int k = 0; k < n; k++)\n"
         "      for (int j = c; j < e; j++)\n"
         "        ht_t_1[" +
         add +
         "] += x[i][k] * y[k][j];\n"
         "    for (int j = c; j < e; j++)\n"
         "      z[i][j] = ht_t_1[" +
         get +
         "];\n"
         "  }\n";
}

TEST(CheckNest, ElementsOfScalars) {
  expectProved(products, expanded("j - c", "j - c", "j - c"));
  expectRefused(products, expanded("j - c", "j - c", "15 - (j - c)"), "'t'");
  expectRefused(products, expanded("j - c", "0", "j - c"), "'t'");
  expectRefused(products, expanded("0", "0", "0"), "'t'");
}

const char *const parts = "for (int i = 1; i < 63; i++) {\n"
                          "  for (int j = 0; j < 64; j++)\n"
                          "    a[i][j] = i + j;\n"
                          "  for (int j = 0; j < 64; j++)\n"
                          "    b[i][j] = a[i][j] * 2;\n"
                          "}\n";

TEST(CheckNest, ProducersComeFirst) {
  expectProved(parts, "for (int j = 0; j < 64; j++)\n"
                      "  for (int i = 1; i < 63; i++)\n"
                      "    a[i][j] = i + j;\n"
                      "for (int j = 0; j < 64; j++)\n"
                      "  for (int i = 1; i < 63; i++)\n"
                      "    b[i][j] = a[i][j] * 2;\n");
  expectRefused(parts,
                "for (int j = 0; j < 64; j++)\n"
                "  for (int i = 1; i < 63; i++)\n"
                "    b[i][j] = a[i][j] * 2;\n"
                "for (int j = 0; j < 64; j++)\n"
                "  for (int i = 1; i < 63; i++)\n"
                "    a[i][j] = i + j;\n",
                "may come before");
  expectRefused(parts,
                "for (int j = 0; j < 64; j++)\n"
                "  for (int i = 1; i < 63; i++) {\n"
                "    b[i][j] = a[i][j] * 2;\n"
                "    a[i][j] = i + j;\n"
                "  }\n",
                "may come before");
}

TEST(CheckNest, ScalarsAcrossIterations) {
  auto in = [](const std::string &first, const std::string &second) {
    return "for (int " + first + " = 0; " + first + " < 64; " + first +
           "++)\n  for (int " + second + " = 0; " + second + " < 64; " +
           second + "++)\n    { t = x[i][j]; y[i][j] = t * t; }\n";
  };
  expectProved(in("i", "j"), in("j", "i"));
  expectRefused("for (int i = 0; i < 64; i++)\n"
                "  for (int j = 0; j < 64; j++)\n"
                "    { y[i][j] = t * t; t = x[i][j]; }\n",
                "for (int j = 0; j < 64; j++)\n"
                "  for (int i = 0; i < 64; i++)\n"
                "    { y[i][j] = t * t; t = x[i][j]; }\n",
                "'t'");
}

TEST(CheckNest, GivesUpWithinItsBudget) {
  EXPECT_EQ(why(copies,
                "for (int j = 0; j < m; j++)\n"
                "  for (int i = 0; i < n; i++)\n"
                "    a[i][j] = b[i][j];\n",
                {}, 100),
            "the proof takes too long");
}

TEST(CheckNest, OtherVariablesAndWords) {
  auto order = [](const std::string &statement) {
    return "for (int j = 0; j < m; j++)\n"
           "  for (int i = 0; i < n; i++)\n    " +
           statement + "\n";
  };
  expectProved(copies, order("a[i][j] = b[i][j];"));
  for (const char *wrong :
       {"a[i][j] = b[j][i];", "a[i][j] = a[i][j];", "a[i][j] += b[i][j];",
        "a[i][j] = b[i][j] + 1;", "a[i][j] = b[i][n];"})
    EXPECT_NE(why(copies, order(wrong)), "") << wrong;
  // An iterator of another type is another value in some expressions.
  EXPECT_NE(why(copies, "for (int j = 0; j < m; j++)\n"
                        "  for (long i = 0; i < n; i++)\n"
                        "    a[i][j] = b[i][j];\n"),
            "");
  EXPECT_NE(why(copies, "for (int j = 0; j < m; j++)\n"
                        "  for (int i = 0; i < n; i++) {\n"
                        "    a[i][j] = b[i][j];\n"
                        "    sum = 0;\n"
                        "  }\n"),
            "");
}

} // namespace
