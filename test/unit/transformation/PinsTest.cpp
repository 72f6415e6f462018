// SPDX-License-Identifier: Apache-2.0
//
// How sums are written that were fused, or apart, in the user's order.
#include "transformation/ReorderNests.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::transformation;

namespace {

/// Says of an operation what stands below its first byte: F fused, A a sum
/// apart, M a product, B some of both.
class Told : public SeenOperations {
public:
  Told(const std::string &text, const std::string &marked)
      : at_(text.find(marked)) {}

  std::string marks;
  bool isKnown = true;

  std::optional<OperationSeen> at(ir::UnitId,
                                  const ir::OperationPlace &place) override {
    if (!isKnown)
      return std::nullopt;
    OperationSeen result;
    for (uint32_t offset : {place.operation, place.assignment}) {
      std::size_t k = offset - at_;
      char mark = offset >= at_ && k < marks.size() ? marks[k] : ' ';
      result.fused += mark == 'F' || mark == 'B';
      result.sums += mark == 'A' || mark == 'B';
      result.products += mark == 'M';
    }
    return result;
  }
  bool hasFused(const std::string &type) const override {
    return type != "long double";
  }

private:
  std::size_t at_;
};

struct Case {
  std::string before, statement, marks;
  bool isKnown = true;
};

/// The line of the new text with the statement, or why there is none.
std::string pinned(const Case &it) {
  const std::string text =
      "typedef double real; struct p { double v; };\n"
      "double x[64][64], y[64], z[64], a; float f[64][64], g; int n_; real r;\n"
      "double call(double v) { return v * v; }\n"
      "void test(int n, int m) {\n"
      "for (int j = 0; j < m; j++)\n  for (int i = 0; i < n; i++) {\n" +
      it.before + "\n" + it.statement + "\n}\n}\n";
  polyhedral::test::AnalyzedC c(text, {}, true);
  Told told(text, it.statement);
  told.marks = it.marks;
  told.isKnown = it.isKnown;
  ReorderOptions options;
  options.islBudget = 1000000;
  options.isAlways = true;
  options.bits.fusing = Fusing::ByOrder;
  options.seen = &told;
  Reorderings result = reorderNests(c.program, c.effects, options);
  if (result.texts.empty())
    return result.remarks.empty() ? "nothing" : result.remarks[0].args[0];
  // The nest in the new order comes first.
  const std::string &all = result.texts[0];
  std::size_t end = it.statement.find(' ');
  std::size_t begin = all.find("\n" + it.statement.substr(0, end)) + 1;
  return all.substr(begin, all.find('\n', begin) - begin);
}

TEST(Pins, WritesFusedSums) {
  EXPECT_EQ(pinned({"", "x[i][j] += y[i] * z[j];", //
                    "        F"}),
            "x[i][j] = __builtin_fma(y[i], z[j], x[i][j]);");
  EXPECT_EQ(pinned({"", "x[i][j] -= -(y[i] * z[j]);", //
                    "        F"}),
            "x[i][j] = __builtin_fma(y[i], z[j], x[i][j]);");
  EXPECT_EQ(pinned({"", "x[i][j] = y[i] - 2 * z[j];", //
                    "               F"}),
            "x[i][j] = __builtin_fma(-(double)(2), z[j], y[i]);");
  EXPECT_EQ(pinned({"", "x[i][j] = (y[i] * i) - g;", //
                    "                     F"}),
            "x[i][j] = __builtin_fma(y[i], i, -(double)(g));");
  EXPECT_EQ(pinned({"", "f[i][j] = g * f[i][j] + 1;", //
                    "                      F"}),
            "f[i][j] = __builtin_fmaf(g, f[i][j], 1);");
  EXPECT_EQ(pinned({"", "f[i][j] = g * f[i][j] + 1.5;", //
                    "            M         A"}),
            "f[i][j] = g * f[i][j] + 1.5;");
}

TEST(Pins, WritesSumsInSums) {
  EXPECT_EQ(pinned({"", "x[i][j] += y[i] * (z[j] + a * y[j]);", //
                    "        F               F"}),
            "x[i][j] = __builtin_fma(y[i], (__builtin_fma(a, y[j], z[j])), "
            "x[i][j]);");
  EXPECT_EQ(pinned({"", "x[i][j] = y[i] + a * y[j] - a * z[j];", //
                    "               F          F"}),
            "x[i][j] = __builtin_fma(-(a), z[j], __builtin_fma(a, y[j], "
            "y[i]));");
  // The product on the right is rounded.
  EXPECT_EQ(pinned({"", "x[i][j] = a * y[j] + a * z[j];", //
                    "                   F   M"}),
            "x[i][j] = __builtin_fma(a, y[j], a * z[j]);");
}

TEST(Pins, KeepsSumsApart) {
  EXPECT_EQ(pinned({"", "x[i][j] += y[i] * z[j];", //
                    "        A       M"}),
            "x[i][j] += __builtin_fma(y[i], z[j], -0.0);");
  EXPECT_EQ(pinned({"", "x[i][j] = a-(-(y[i] * g));", //
                    "           A        M"}),
            "x[i][j] = a-(-__builtin_fma(y[i], g, -0.0));");
  // A variable that holds one.
  EXPECT_EQ(pinned({"double t = y[i] * z[j];", "x[i][j] += t;", //
                    "        A"}),
            "x[i][j] += t;");
  EXPECT_EQ(pinned({"x[i][j] += z[i];", "z[i] = y[i] * a;", //
                    ""}),
            "nothing tells how 'x[i][j] += z[i]' is computed now, and the "
            "order of loops decides; '-ffp-contract=off' frees it");
}

TEST(Pins, DoubtsTheRest) {
  EXPECT_NE(
      pinned({"", "x[i][j] += y[i] * z[j];", "        B"}).find("some copies"),
      std::string::npos);
  EXPECT_NE(pinned({"", "x[i][j] += y[i] * z[j];", "        F       M"})
                .find("which product"),
            std::string::npos);
  EXPECT_NE(pinned({"", "x[i][j] = a * y[j] + a * z[j];", //
                    "            M      F   M"})
                .find("which product"),
            std::string::npos);
  EXPECT_NE(pinned({"double t = y[i] * z[j];", "x[i][j] += t;", "        F"})
                .find("which product"),
            std::string::npos);
  EXPECT_NE(
      pinned({"", "x[i][j] += y[i] * z[j];", "", false}).find("nobody knows"),
      std::string::npos);
  EXPECT_NE(pinned({"", "x[i][j] += call(y[i]);", "        A"})
                .find("a function is called"),
            std::string::npos);
  EXPECT_NE(pinned({"", "x[i][j] += 0.1 * i;", "        F"}).find("known"),
            std::string::npos);
}

} // namespace
