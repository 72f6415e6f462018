// SPDX-License-Identifier: Apache-2.0
//
// The table of remarks and the filling in of arguments.
#include "support/Remarks.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

using namespace hocket;

namespace {

TEST(Remarks, EveryRowIsFoundByItsName) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < numRemarks(); ++i) {
    RemarkId id = static_cast<RemarkId>(i);
    EXPECT_TRUE(names.insert(info(id).name).second) << info(id).name;
    EXPECT_EQ(findRemark(info(id).name), id);
  }
  EXPECT_EQ(findRemark("no-such-remark"), std::nullopt);
  EXPECT_EQ(findRemark(""), std::nullopt);
}

TEST(Remarks, TextsKeepTheStyle) {
  const std::regex id("[a-z]+(-[a-z]+)*");
  for (std::size_t i = 0; i < numRemarks(); ++i) {
    const RemarkInfo &row = info(static_cast<RemarkId>(i));
    EXPECT_TRUE(std::regex_match(std::string(row.name), id)) << row.name;
    ASSERT_FALSE(row.text.empty()) << row.name;
    EXPECT_NE(row.text.back(), '.') << row.name;
    EXPECT_FALSE(row.stage.empty()) << row.name;
    if (row.kind == RemarkKind::Missed) {
      EXPECT_FALSE(row.help.empty()) << row.name;
    }
    if (!row.help.empty()) {
      EXPECT_NE(row.help.back(), '.') << row.name;
    }
  }
}

Remark remark(RemarkId id, std::vector<std::string> args) {
  Remark result{};
  result.id = id;
  result.args = std::move(args);
  return result;
}

TEST(Remarks, ArgumentsAreFilledIn) {
  EXPECT_EQ(remark(RemarkId::MayAlias, {"a", "b"}).message(),
            "loop stays sequential: 'a' and 'b' may overlap");
}

TEST(Remarks, BracesInArgumentsStay) {
  EXPECT_EQ(remark(RemarkId::MayAlias, {"{1}", "{"}).message(),
            "loop stays sequential: '{1}' and '{' may overlap");
}

TEST(Remarks, MissingArgumentsShow) {
  EXPECT_EQ(remark(RemarkId::MayAlias, {"a"}).message(),
            "loop stays sequential: 'a' and '{1}' may overlap");
}

} // namespace
