// SPDX-License-Identifier: Apache-2.0
//
// Where two accesses with one base fall on common bytes, and what has to be
// tested for that.

#include "dependences/Overlap.h"

#include "AnalyzedC.h"
#include "symbolic/AffineModel.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

/// The accesses to what the parameter `p` leads to, in the first loop of a
/// body.
struct Accessed {
  test::AnalyzedC c;
  ProgramIndex index;
  IslContext ctx;
  AffineModel model;
  std::vector<MemoryAccess> accesses;
  std::unique_ptr<Overlap> overlap;

  explicit Accessed(const std::string &body)
      : c("void f(int n, int m, int k, int *restrict p) { int i, j;\n" + body +
              "\n}\n",
          {}, true),
        index(c.program, c.effects),
        model(index, ctx, {c.loop(0), false, {}, true, false, false, false}) {
    for (MemoryAccess &access : collectAccesses(model, model.stmts()))
      if (access.base && access.base->kind == Base::Kind::Pointer)
        accesses.push_back(std::move(access));
    overlap = std::make_unique<Overlap>(model, accesses);
  }

  const MemoryAccess &write() const {
    for (const MemoryAccess &access : accesses)
      if (access.isWrite())
        return access;
    throw std::logic_error("no write");
  }
  const MemoryAccess &read() const {
    for (const MemoryAccess &access : accesses)
      if (!access.isWrite())
        return access;
    throw std::logic_error("no read");
  }
  /// { : both run, the first in another iteration of the first loop }
  isl::set otherIteration(const MemoryAccess &a, const MemoryAccess &b) {
    Polynomial iterator =
        Polynomial::symbol(model.loopShape(c.loop(0))->iterator);
    isl::set runs =
        model.instance(model.domain(index.nodeOf(a.stmt)).set, kFirst)
            .intersect(model.instance(model.domain(index.nodeOf(b.stmt)).set,
                                      kSecond));
    return runs.intersect(
        model.toIsl(iterator, kFirst).ne_set(model.toIsl(iterator, kSecond)));
  }
  /// "unknown", "overlapping" or "disjoint", in different iterations; with the
  /// number of extents that have to be tested.
  std::string overlapping(const MemoryAccess &a, const MemoryAccess &b,
                      bool mayNeed = true) {
    std::vector<WithinExtent> needed;
    std::optional<isl::set> met =
        overlap->overlapping(a, b, mayNeed ? &needed : nullptr);
    if (!met)
      return "unknown";
    bool isFree =
        model.withTypeRanges(met->intersect(otherIteration(a, b))).is_empty();
    return (isFree ? "disjoint" : "overlapping") +
           (needed.empty() ? "" : " if " + std::to_string(needed.size()));
  }
  /// The same, the coefficients taken for strides.
  std::string asDigits(const MemoryAccess &a, const MemoryAccess &b) {
    std::vector<WithinExtent> needed;
    std::optional<isl::set> met = overlap->overlappingDigits(a, b, needed);
    if (!met)
      return "unknown";
    bool isFree =
        model.withTypeRanges(met->intersect(otherIteration(a, b))).is_empty();
    return (isFree ? "disjoint" : "overlapping") +
           (needed.empty() ? "" : " if " + std::to_string(needed.size()));
  }
};

std::string digits(const std::string &body) {
  Accessed accessed(body);
  return accessed.asDigits(accessed.write(), accessed.write());
}

std::string digitsOfBoth(const std::string &body) {
  Accessed accessed(body);
  return accessed.asDigits(accessed.write(), accessed.read());
}

std::string writes(const std::string &body, bool mayNeed = true) {
  Accessed accessed(body);
  return accessed.overlapping(accessed.write(), accessed.write(), mayNeed);
}

std::string writeAndRead(const std::string &body) {
  Accessed accessed(body);
  return accessed.overlapping(accessed.write(), accessed.read());
}

} // namespace

TEST(Overlap, LinearAddressesAreComparedAsBytes) {
  EXPECT_EQ(writes("for (i = 0; i < n; i++) p[i] = 1;"), "disjoint");
  EXPECT_EQ(writes("for (i = 0; i < n; i++) p[k] = 1;"), "overlapping");
  EXPECT_EQ(writeAndRead("for (i = 0; i < n; i++) p[i] = p[i + 1];"),
            "overlapping");
  EXPECT_EQ(writeAndRead("for (i = 0; i < n; i++) p[2 * i] = p[2 * i + 1];"),
            "disjoint");
  EXPECT_EQ(writeAndRead("for (i = 0; i < n; i++) p[i] = p[i + n];"),
            "disjoint");
}

TEST(Overlap, ElementsOfOtherSizesMeetInPart) {
  // Four bytes from 2 * i on, each.
  EXPECT_EQ(writes("for (i = 0; i < n; i++) *(int *)((char *)p + 2 * i) = 1;"),
            "overlapping");
  EXPECT_EQ(writes("for (i = 0; i < n; i++) *(int *)((char *)p + 4 * i) = 1;"),
            "disjoint");
}

TEST(Overlap, RowsOfParametricLength) {
  EXPECT_EQ(writes("for (i = 0; i < n; i++) for (j = 0; j < m; j++)"
                   " p[i * m + j] = 1;"),
            "disjoint");
  // Beyond the row lies the next one.
  EXPECT_NE(writes("for (i = 0; i < n; i++) for (j = 0; j <= m; j++)"
                   " p[i * m + j] = 1;"),
            "disjoint");
}

TEST(Overlap, WhatIsNotProvedOfASubscriptIsToldOrNothingIs) {
  const std::string body = "for (i = 0; i < n; i++) for (j = 0; j < k; j++)"
                           " p[i * m + j] = 1;";
  EXPECT_EQ(writes(body), "disjoint if 2");
  EXPECT_EQ(writes(body, /*mayNeed=*/false), "unknown");
}

TEST(Overlap, StridesThatDoNotDivideEachOtherAreUnknown) {
  EXPECT_EQ(writes("for (i = 0; i < n; i++) for (j = 0; j < n; j++)"
                   " p[i * m + j * k] = 1;"),
            "unknown");
}

TEST(Overlap, WhatAllAddressesShareIsTakenOff) {
  EXPECT_EQ(writes("for (i = 0; i < n; i++) for (j = 0; j < m; j++)"
                   " p[k + i * m + j] = 1;"),
            "disjoint");
}

TEST(Overlap, CoefficientsAreStridesIfSubscriptsStayBelowThem) {
  const std::string rows = "for (i = 0; i < n; i++) for (j = 0; j < ";
  EXPECT_EQ(writes(rows + "m; j++) p[i * 64 + j] = 1;"), "overlapping");
  // Once for each of the two accesses.
  EXPECT_EQ(digits(rows + "m; j++) p[i * 64 + j] = 1;"), "disjoint if 2");
  EXPECT_EQ(digits(rows + "64; j++) p[i * 64 + j] = 1;"), "disjoint");
  EXPECT_EQ(digits(rows + "m; j++) p[j * 64 + i] = 1;"), "disjoint if 2");
}

TEST(Overlap, StridesThatSubscriptsAlwaysPassAreNone) {
  EXPECT_EQ(digits("for (i = 0; i < n; i++) for (j = 64; j < 99; j++)"
                   " p[i * 64 + j] = 1;"),
            "unknown");
  EXPECT_EQ(digits("for (i = 0; i < n; i++) *(int *)((char *)p + 2 * i) = 1;"),
            "unknown");
}

TEST(Overlap, ConstantsGoToTheSubscriptThatTheyAreOf) {
  const std::string loops =
      "for (i = 1; i < n; i++) for (j = 1; j < 63; j++) p[i * 64 + j] = ";
  EXPECT_EQ(digitsOfBoth(loops + "p[i * 64 + j - 1];"), "disjoint");
  EXPECT_EQ(digitsOfBoth(loops + "p[i * 64 + j - 64];"), "overlapping");
  EXPECT_EQ(digitsOfBoth(loops + "p[i * 64 + j - 63];"), "overlapping");
  // The last of its row, not the one before the next.
  EXPECT_EQ(digits("for (i = 0; i < n; i++) for (j = 0; j < 2; j++)"
                   " p[i * 64 + j * 8 + 63 - 8] = 1;"),
            "disjoint");
}
