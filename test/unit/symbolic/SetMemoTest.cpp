// SPDX-License-Identifier: Apache-2.0
//
// Answers come back for sets that are said alike, and for no others.
#include "symbolic/SetMemo.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

struct Memo {
  IslContext context;
  SetMemo<int> memo;

  isl::set set(const std::string &text) {
    return isl_ext::parsed<isl::set>(context, text);
  }
  /// -1: unknown.
  int of(const std::string &text) {
    const int *known = memo.find(set(text));
    return known ? *known : -1;
  }
};

} // namespace

TEST(SetMemo, AnswersForWhatIsSaidAlike) {
  Memo m;
  EXPECT_EQ(m.of("[n, k] -> { : 0 <= k < n }"), -1);
  m.memo.add(m.set("[n, k] -> { : 0 <= k < n }"), 7);
  EXPECT_EQ(m.of("[n, k] -> { : 0 <= k < n }"), 7);
}

TEST(SetMemo, KnowsNothingOfOthers) {
  Memo m;
  m.memo.add(m.set("[n, k] -> { : 0 <= k < n }"), 7);
  EXPECT_EQ(m.of("[n, k] -> { : 0 <= k < n - 1 }"), -1);
  EXPECT_EQ(m.of("[n, k] -> { : 1 <= k < n }"), -1);
  EXPECT_EQ(m.of("[n, j] -> { : 0 <= j < n }"), -1);
  EXPECT_EQ(m.of("[n, k] -> { : 0 <= k < n and n < 5 }"), -1);
  EXPECT_EQ(m.of("[n, k, x] -> { : 0 <= k < n }"), -1);
  EXPECT_EQ(m.of("[n, k] -> { : 1 = 0 }"), -1);
}

TEST(SetMemo, AllPartsCount) {
  Memo m;
  m.memo.add(m.set("[k] -> { : k = 1 or 5 <= k <= 7 }"), 7);
  EXPECT_EQ(m.of("[k] -> { : k = 1 }"), -1);
  EXPECT_EQ(m.of("[k] -> { : k = 1 or 5 <= k <= 8 }"), -1);
  EXPECT_EQ(m.of("[k] -> { : k = 1 or 5 <= k <= 7 }"), 7);
}

TEST(SetMemo, AnswersMayGrow) {
  Memo m;
  m.memo.add(m.set("[k] -> { : k = 1 }"), 7) = 8;
  *m.memo.find(m.set("[k] -> { : k = 1 }")) += 1;
  EXPECT_EQ(m.of("[k] -> { : k = 1 }"), 9);
}
