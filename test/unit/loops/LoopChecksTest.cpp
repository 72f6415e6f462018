// SPDX-License-Identifier: Apache-2.0
//
// The run-time checks of loops, evaluated: they hold where the loop's
// iterations do not meet, and not where they do.

#include "AnalyzedC.h"

#include "checks/Evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

using namespace hocket;
using namespace hocket::polyhedral;
using namespace hocket::polyhedral::test;

namespace {

struct Checked : AnalyzedC {
  CheckState state;

  explicit Checked(const std::string &text) : AnalyzedC(text, {}, true) {}

  void set(const std::string &name, int64_t value) {
    for (const ir::Object &object : program.objects)
      if (object.name == name)
        state.variables[object.id] = value;
  }

  /// Numbers of four bytes from that address on.
  void store(int64_t at, const std::vector<int32_t> &values) {
    for (int32_t value : values)
      for (int byte = 0; byte < 4; ++byte)
        state.memory[at++] = static_cast<uint8_t>(uint32_t(value) >> 8 * byte);
  }

  bool areDisjoint() const {
    for (const auto &[a, b, test] : verdict().checks)
      if (!evaluate(both(both(a.guard, b.guard),
                         node(CheckKind::Disjoint,
                              {a.base, a.lo, a.hi, b.base, b.lo, b.hi})),
                    state))
        return false;
    return true;
  }

  /// Bytes from `base` on that the checks say it reaches.
  std::optional<std::pair<int64_t, int64_t>> reach(const char *base) const {
    for (const AliasCheck &check : verdict().checks)
      for (const AliasCheck::Side *side : {&check.first, &check.second})
        if (baseName(program, side->base) == base)
          return std::pair(evaluate(side->lo, state),
                           evaluate(side->hi, state));
    return std::nullopt;
  }

  bool conditionsHold() const {
    for (const EntryCondition &condition : verdict().conditions)
      if (!evaluate(condition.test, state))
        return false;
    return true;
  }
};

} // namespace

TEST(LoopChecks, RangesAreWhatIsTouched) {
  Checked c("void f(int n, double *p, double *q) {\n"
            "  for (int i = 0; i < n; i++) p[i] = q[i + 1]; }\n");
  ASSERT_EQ(c.verdict().checks.size(), 1u);
  c.set("n", 10);
  c.set("p", 8000);
  c.set("q", 8080 - 8); // q[1] is the first behind p[9]
  EXPECT_TRUE(c.areDisjoint());
  c.set("q", 8080 - 16);
  EXPECT_FALSE(c.areDisjoint());
  c.set("q", 8000 - 88); // q[10] ends where p begins
  EXPECT_TRUE(c.areDisjoint());
  c.set("q", 8000 - 80);
  EXPECT_FALSE(c.areDisjoint());
}

TEST(LoopChecks, ALoopWithoutIterationsTouchesNothing) {
  Checked c("void f(int n, double *p, double *q) {\n"
            "  for (int i = 0; i < n; i++) p[i] = q[i + 1]; }\n");
  c.set("n", 0);
  c.set("p", 8000);
  c.set("q", 8000);
  EXPECT_TRUE(c.areDisjoint());
}

TEST(LoopChecks, BeyondBelievableOffsetsNothingHolds) {
  Checked c("void f(long n, long m, double *p, double *q) {\n"
            "  for (long i = 0; i < n; i++) p[i * m] = q[i]; }\n");
  ASSERT_FALSE(c.verdict().checks.empty());
  c.set("m", 1);
  c.set("n", 4);
  c.set("p", 8000);
  c.set("q", 16000);
  EXPECT_TRUE(c.areDisjoint());
  c.set("m", int64_t(1) << 40);
  c.set("n", int64_t(1) << 40);
  EXPECT_FALSE(c.areDisjoint());
}

TEST(LoopChecks, AnIndexThatComesTwice) {
  Checked c("double a[1000]; void f(int n, const int *restrict at,\n"
            "                       const double *restrict b) {\n"
            "  for (int i = 0; i < n; i++) a[at[i]] = b[i]; }\n");
  ASSERT_FALSE(c.verdict().conditions.empty());
  c.set("n", 4);
  c.set("at", 4096);
  c.store(4096, {7, 2, 9, 0});
  EXPECT_TRUE(c.conditionsHold());
  c.store(4096, {7, 2, 7, 0});
  EXPECT_FALSE(c.conditionsHold());
  // Only so many are looked at as the loop reads.
  c.set("n", 2);
  EXPECT_TRUE(c.conditionsHold());
  // None is read where the loop does not run.
  c.state.memory.clear();
  c.set("n", 0);
  EXPECT_TRUE(c.conditionsHold());
}

// What is no polynomial of iterators has the bounds of its definition: never
// narrower than what is touched, for sizes of any sign, and no wider where the
// bounds can be reached.
TEST(LoopChecks, DerivedSubscriptsStayInTheirRange) {
  struct Case {
    const char *text;
    std::function<int64_t(int64_t i, int64_t m)> value;
    bool isTight;
  };
  const Case cases[] = {
      {"i / 3", [](int64_t i, int64_t) { return i / 3; }, true},
      {"i % 7", [](int64_t i, int64_t) { return i % 7; }, false},
      {"(i - 9) / 4", [](int64_t i, int64_t) { return (i - 9) / 4; }, false},
      {"i < 5 ? 0 : i - 5",
       [](int64_t i, int64_t) { return i < 5 ? 0 : i - 5; }, false},
      {"i > m ? m : i", [](int64_t i, int64_t m) { return i > m ? m : i; },
       false},
      {"i - 1 < 0 ? 0 : i - 1 >= m ? m - 1 : i - 1",
       [](int64_t i, int64_t m) {
         return i - 1 < 0 ? 0 : i - 1 >= m ? m - 1 : i - 1;
       },
       false},
      {"(i >> 1) + (i > 3 ? m : 0)",
       [](int64_t i, int64_t m) { return (i >> 1) + (i > 3 ? m : 0); }, false},
  };
  for (const Case &one : cases) {
    Checked c(std::string("void f(int n, int m, double *p, double *q) {\n"
                          "  for (int i = 0; i < n; i++) p[i] = q[") +
              one.text + "]; }\n");
    c.set("p", 100000);
    c.set("q", 200000);
    for (int64_t n = 1; n < 14; ++n)
      for (int64_t m = -6; m < 20; ++m) {
        c.set("n", n);
        c.set("m", m);
        auto reach = c.reach("q");
        ASSERT_TRUE(reach.has_value()) << one.text;
        int64_t low = INT64_MAX, high = INT64_MIN;
        for (int64_t i = 0; i < n; ++i) {
          low = std::min(low, 8 * one.value(i, m));
          high = std::max(high, 8 * one.value(i, m) + 8);
        }
        EXPECT_LE(reach->first, low) << one.text << " n " << n << " m " << m;
        EXPECT_GE(reach->second, high) << one.text << " n " << n << " m " << m;
        if (one.isTight) {
          EXPECT_EQ(reach->first, low) << one.text << " n " << n;
          EXPECT_EQ(reach->second, high) << one.text << " n " << n;
        }
        // Not as far as the types let sizes be.
        EXPECT_GE(reach->first, -8 * 64) << one.text;
        EXPECT_LE(reach->second, 8 * 64) << one.text;
      }
  }
}
