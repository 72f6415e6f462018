// SPDX-License-Identifier: Apache-2.0
//
// Which loops are parallel, and above all which are not.

#include "AnalyzedC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;
using test::AnalyzedC;
using test::kindOf;

TEST(LoopKinds, IndependentElements) {
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i] = b[i] + 1;"), "doall");
  EXPECT_EQ(kindOf("for (i = n - 1; i >= 0; i--) a[i] = b[i];"), "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i] = a[i] * 2;"), "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i] = b[idx[i]];"), "doall");
}

TEST(LoopKinds, ConstantDistance) {
  AnalyzedC c("double a[100];\n"
              "void f(int n) { for (int i = 2; i < n; i++) a[i] = a[i-2]; }\n",
              {}, true);
  EXPECT_EQ(c.kind(), "carried-dependence");
  EXPECT_EQ(c.verdict().remark.args.at(3), "2 iterations before");
  EXPECT_EQ(kindOf("for (i = 1; i < n; i++) a[i] = a[i - 1];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n - 1; i++) a[i] = a[i + 1];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = n - 2; i >= 0; i--) a[i] = a[i + 1];"),
            "carried-dependence");
}

TEST(LoopKinds, Strides) {
  EXPECT_EQ(kindOf("for (i = 0; i < n - 1; i += 2) a[i] = a[i + 1];"), "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[2 * i] = a[2 * i + 1];"),
            "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n - 2; i += 2) a[i] = a[i + 2];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i] = a[2 * i];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i / 2] = b[i];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i % 8] = b[i];"),
            "carried-dependence");
}

TEST(LoopKinds, FirstHalfFromSecond) {
  EXPECT_EQ(kindOf("for (i = 0; i < n / 2; i++) a[i] = a[n - 1 - i];"),
            "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i] = a[n - 1 - i];"),
            "carried-dependence");
}

TEST(LoopKinds, SameElementInEachIteration) {
  // Each chunk has its own p[k]; the last one's stays.
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) p[k] = b[i];"), "doall if tested");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) p[k] = p[k] / b[i];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[k] += b[i];"), "float-reduction");
  // No index twice.
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[idx[i]] = b[i];"),
            "doall if tested");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[idx[i] * b[i] > 0] = b[i];"),
            "non-affine-access");
}

TEST(LoopKinds, Members) {
  EXPECT_EQ(kindOf("for (i = 1; i < n; i++) points[i].x = points[i-1].y;"),
            "doall");
  EXPECT_EQ(kindOf("for (i = 1; i < n; i++) points[i].x = points[i-1].x;"),
            "carried-dependence");
}

TEST(LoopKinds, TwoDimensions) {
  EXPECT_EQ(kindOf("for (i = 1; i < n - 1; i++) for (j = 1; j < n - 1; j++)"
                   " c[i][j] = d[i-1][j] + d[i+1][j] + d[i][j-1];"),
            "doall");
  EXPECT_EQ(kindOf("for (i = 1; i < n; i++) for (j = 0; j < n; j++)"
                   " c[i][j] = c[i-1][j];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) for (j = 0; j < n; j++)"
                   " c[j][i] = c[i][j];"),
            "carried-dependence");
}

TEST(LoopKinds, TriangularWritesMeet) {
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) for (j = 0; j < i; j++)"
                   " a[j] += b[i];"),
            "float-reduction");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) for (j = 0; j < i; j++)"
                   " a[j] = a[j] / b[i];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) for (j = 0; j < i; j++)"
                   " c[i][j] = c[j][i];"),
            "doall");
}

TEST(LoopKinds, LinearizedWithParametricStride) {
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) for (j = 0; j < m; j++)"
                   " p[i * m + j] = p[i * m + j] * 2;"),
            "doall");
  // One column too many meets the next row.
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) for (j = 0; j <= m; j++)"
                   " p[i * m + j] = 0;"),
            "non-affine-access");
  // The stride is not known to hold a row.
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) for (j = 0; j < k; j++)"
                   " p[i * m + j] = 0;"),
            "doall if tested");
  EXPECT_EQ(kindOf("for (i = 1; i < n; i++) for (j = 0; j < m; j++)"
                   " p[i * m + j] = p[(i - 1) * m + j];"),
            "carried-dependence");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { double *row = p + i * m;"
                   " for (j = 0; j < m; j++) row[j] = 1; }"),
            "doall");
}

TEST(LoopKinds, FlatArrayWithConstantStride) {
  EXPECT_EQ(kindOf("for (i = 0; i < 10; i++) for (j = 0; j < 100; j++)"
                   " a[i * 100 + j] = 1;"),
            "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < 10; i++) for (j = 0; j < n; j++)"
                   " a[i * 100 + j] = 1;"),
            "doall if tested");
  EXPECT_EQ(kindOf("for (i = 0; i < 10; i++) for (j = 0; j < 101; j++)"
                   " a[i * 100 + j] = 1;"),
            "carried-dependence");
}

TEST(LoopKinds, PrivateScalars) {
  AnalyzedC c(
      "double a[100], b[100];\n"
      "double f(int n) { double t, last = 0; int i;\n"
      "  for (i = 0; i < n; i++) { t = b[i]; last = t; a[i] = t * t; }\n"
      "  return last + i; }\n",
      {}, true);
  EXPECT_EQ(c.kind(), "doall");
  EXPECT_EQ(c.privates(), "t last! i!");
}

TEST(LoopKinds, ScalarsThatCarry) {
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { a[i] = s; s = b[i]; }"), "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { a[i] = s; s = a[i + 1]; }"),
            "scalar-carried");
  EXPECT_EQ(kindOf("double w; for (i = 0; i < n; i++) {"
                   " if (b[i] > 0) w = b[i]; a[i] = w; }"),
            "scalar-carried");
  // The last value is that of the last iteration that happens to write.
  EXPECT_EQ(kindOf("int l = 0; for (i = 0; i < n; i++) if (idx[i]) l = i;"
                   " s = l;"),
            "doall");
  EXPECT_EQ(kindOf("int l = 0; for (i = 0; i < n; i++) { if (idx[i]) continue;"
                   " l = i; } s = l;"),
            "doall");
  EXPECT_EQ(kindOf("int l = 0; for (i = 0; i < n; i++) if (idx[i] > l) l = i;"
                   " s = l;"),
            "scalar-carried");
  // Moved by each iteration, and by some.
  EXPECT_EQ(kindOf("k = 0; for (i = 0; i < n; i++) a[k++] = b[i];"), "doall");
  EXPECT_EQ(kindOf("k = 0; for (i = 0; i < n; i++) if (idx[i]) a[k++] = b[i];"),
            "scalar-carried");
}

TEST(LoopKinds, PrivateArray) {
  EXPECT_EQ(kindOf("double w[8]; for (i = 0; i < n; i++) {"
                   " for (j = 0; j < 8; j++) w[j] = b[j];"
                   " for (j = 0; j < 8; j++) a[i] += w[j]; }"),
            "doall");
  // w[7] comes from outside.
  EXPECT_EQ(kindOf("double w[8]; w[7] = 1; for (i = 0; i < n; i++) {"
                   " for (j = 0; j < 7; j++) w[j] = b[j];"
                   " for (j = 0; j < 8; j++) a[i] += w[j]; }"),
            "carried-dependence");
  // Not surely written.
  EXPECT_EQ(kindOf("double w[8]; for (i = 0; i < n; i++) {"
                   " for (j = 0; j < 8; j++) if (b[j] > 0) w[j] = b[j];"
                   " for (j = 0; j < 8; j++) a[i] += w[j]; }"),
            "carried-dependence");
  // Written from another part in each iteration, and read afterwards.
  EXPECT_EQ(kindOf("double w[8]; for (i = 0; i < 4; i++) {"
                   " for (j = i; j < 8; j++) w[j] = b[i];"
                   " for (j = i; j < 8; j++) a[i] += w[j]; } s = w[0];"),
            "carried-dependence");
}

TEST(LoopKinds, MemoryOfOneIteration) {
  std::string text =
      "typedef unsigned long size_t; void *malloc(size_t); void free(void *);\n"
      "double a[100], b[100]; double *keep[100];\n"
      "int main(int n, char **v) { for (int i = 0; i < n; i++) {\n"
      "  double *w = malloc(80);\n"
      "  for (int j = 0; j < 10; j++) w[j] = b[j];\n"
      "  a[i] = w[3]; LAST; } return a[3]; }\n";
  auto withLast = [&](const std::string &last) {
    std::string with = text;
    with.replace(with.find("LAST"), 4, last);
    return AnalyzedC(with).kind();
  };
  EXPECT_EQ(withLast("free(w)"), "doall");
  // Another iteration reaches it through memory.
  EXPECT_NE(withLast("keep[i] = w; if (i) keep[i - 1][2] = 1"), "doall");
}

TEST(LoopKinds, Reductions) {
  EXPECT_EQ(kindOf("k = 0; for (i = 0; i < n; i++) k += idx[i]; s = k;"),
            "reduction");
  EXPECT_EQ(kindOf("k = 0; for (i = 0; i < n; i++) if (idx[i] > k) k = idx[i];"
                   " s = k;"),
            "reduction");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) s += a[i];"), "float-reduction");
  LoopOptions fast;
  fast.mayReassociate = true;
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) s += a[i];", fast), "reduction");
  // Another use of the partial sum.
  EXPECT_EQ(kindOf("k = 0; for (i = 0; i < n; i++) { k += idx[i]; a[i] = k; }"),
            "scan");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { s += b[i]; a[i] = s; }"),
            "scalar-carried");
  // Rounded in each step.
  EXPECT_EQ(kindOf("k = 0; for (i = 0; i < n; i++) k += a[i]; s = k;"),
            "scalar-carried");
}

TEST(LoopKinds, PointersThatMayOverlap) {
  AnalyzedC c("void f(int n, double *p, double *q) {\n"
              "  for (int i = 0; i < n; i++) p[i] = q[i]; }\n",
              {}, true);
  EXPECT_EQ(c.kind(), "doall");
  ASSERT_EQ(c.verdict().checks.size(), 1u);
  EXPECT_EQ(baseName(c.program, c.verdict().checks[0].first.base), "q");
  EXPECT_EQ(baseName(c.program, c.verdict().checks[0].second.base), "p");
  // A range that depends on memory is found by looking at it.
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) p[i] = q[idx[i]];"), "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) p[i] = q[(int)b[i]];"),
            "may-alias");
}

TEST(LoopKinds, RestrictPointersDoNotOverlap) {
  AnalyzedC c("void f(int n, double *restrict p, double *restrict q) {\n"
              "  for (int i = 1; i < n; i++) p[i] = q[i-1]; }\n",
              {}, true);
  EXPECT_EQ(c.kind(), "doall");
  EXPECT_TRUE(c.verdict().checks.empty());
  // The other pointer is computed from the restrict one.
  AnalyzedC based("void f(int n, double *restrict p) { double *q = p - 1;\n"
                  "  if (n > 5) q = p;\n"
                  "  for (int i = 1; i < n; i++) p[i] = q[i]; }\n",
                  {}, true);
  EXPECT_TRUE(based.kind() != "doall" || !based.verdict().checks.empty());
}

TEST(LoopKinds, TypesKeepPointersDisjoint) {
  std::string text = "double q[1000]; void f(int n, int *p) {\n"
                     "  for (int i = 0; i < n; i++) q[i] = p[i]; }\n";
  EXPECT_TRUE(AnalyzedC(text, {}, true).verdict().checks.empty());
  LoopOptions noStrict;
  noStrict.strictAliasing = false;
  EXPECT_EQ(AnalyzedC(text, noStrict, true).verdict().checks.size(), 1u);
  // Memory without a declared type takes that of what is stored in it.
  EXPECT_EQ(AnalyzedC("void f(int n, int *p, double *q) {\n"
                      "  for (int i = 0; i < n; i++) q[i] = p[i]; }\n",
                      {}, true)
                .verdict()
                .checks.size(),
            1u);
  // Characters may be anything.
  EXPECT_EQ(AnalyzedC("void f(int n, char *p, double *q) {\n"
                      "  for (int i = 0; i < n; i++) q[i] = p[i]; }\n",
                      {}, true)
                .verdict()
                .checks.size(),
            1u);
}

TEST(LoopKinds, BoundThatTheBodyMayChange) {
  AnalyzedC c("int n; void f(int *p) {\n"
              "  for (int i = 0; i < n; i++) p[i] = 0; }\n",
              {}, true);
  EXPECT_TRUE(c.kind() != "doall" || !c.verdict().checks.empty());
  EXPECT_EQ(AnalyzedC("int n; void f(double *p) {\n"
                      "  for (int i = 0; i < n; i++) p[i] = 0; }\n",
                      {}, true)
                .kind(),
            "doall");
}

TEST(LoopKinds, UnsignedArithmetic) {
  EXPECT_EQ(kindOf("for (unsigned v = 0; v < u; v++) a[v] = b[v];"), "doall");
  EXPECT_EQ(kindOf("for (unsigned v = 1; v < u; v++) a[v - 1] = b[v];"),
            "doall");
  EXPECT_EQ(kindOf("for (unsigned v = 0; v < u; v++) a[2 * v] = b[v];"),
            "doall if tested"); // 2 * v may wrap
  EXPECT_EQ(kindOf("for (size_t v = 1; v < (size_t)n; v++) a[v - 1] = b[v];"),
            "doall");
  // May never end.
  EXPECT_EQ(kindOf("for (unsigned v = 0; v <= u; v++) a[v] = b[v];"),
            "doall if tested");
  EXPECT_EQ(kindOf("for (unsigned char v = 0; v < n; v++) a[v] = b[v];"),
            "doall if tested");
}

TEST(LoopKinds, VisibleEffects) {
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) printf(\"%d\", i);"),
            "ordered-call");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i] = rand();"), "ordered-call");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) if (a[i] < 0) exit(1);"),
            "ordered-call");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) device = i;"), "volatile-access");
}

TEST(LoopKinds, IrregularLoops) {
  EXPECT_EQ(
      kindOf("for (i = 0; i < n; i++) { if (a[i] < 0) break; b[i] = 1; }"),
      "early-exit");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) {"
                   " switch (m) { case 1: s++; } if (i == m) break; }"),
            "irregular-control");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) if (i * i == m) break;"),
            "loop-search");
  EXPECT_EQ(kindOf("while (s < n) s = s + 1;"), "uncounted-loop");
  // Two steps in each iteration; a bound that comes nearer.
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { a[i] = 0; i++; }"), "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { a[i] = 0; n--; }"), "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { a[i] = 0; if (m) i++; }"),
            "uncounted-loop");
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) { a[i] = 0; n -= idx[i]; }"),
            "uncounted-loop");
}

TEST(LoopKinds, BranchesNarrowWhatMeets) {
  EXPECT_EQ(kindOf("for (i = 0; i < 100; i++) if (i < 50) a[i] = a[i + 50];"),
            "doall");
  EXPECT_EQ(kindOf("for (i = 0; i < 100; i++) if (i < 51) a[i] = a[i + 50];"),
            "carried-dependence");
}

TEST(LoopKinds, ConditionsAroundTheLoop) {
  // The column k < n of a row of n; the outer loop may return.
  AnalyzedC lu("int lu(int n, double *a) { int i, j, k;\n"
               "  for (k = 0; k < n; k++) {\n"
               "    if (a[k * n + k] == 0.0) return -1;\n"
               "    for (i = k + 1; i < n; i++) {\n"
               "      double f = a[i * n + k];\n"
               "      for (j = k + 1; j < n; j++)\n"
               "        a[i * n + j] -= f * a[k * n + j]; } }\n"
               "  return 0; }\n",
               {}, true);
  EXPECT_EQ(lu.kind(1), "doall");
  EXPECT_EQ(kindOf("if (k >= 0 && k < m)"
                   " for (i = 0; i < n; i++) p[i * m + k] = p[i * m];"),
            "doall");
  // Not what holds any more.
  EXPECT_EQ(kindOf("if (k >= 0 && k < m) { k = k + u;"
                   " for (i = 0; i < n; i++) p[i * m + k] = p[i * m]; }"),
            "doall if tested");
  EXPECT_EQ(kindOf("if (k >= 0 && k < m) ; else"
                   " for (i = 0; i < n; i++) p[i * m + k] = p[i * m];"),
            "non-affine-access");
}

TEST(LoopKinds, GivesUpWithinBudget) {
  LoopOptions options;
  options.islBudget = 20;
  EXPECT_EQ(kindOf("for (i = 0; i < n; i++) a[i] = b[i];", options),
            "over-budget");
}
