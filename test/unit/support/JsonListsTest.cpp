// SPDX-License-Identifier: Apache-2.0
//
// Files whose long lists are read an item at a time.
#include "support/JsonLists.h"

#include <gtest/gtest.h>

using namespace hocket;

namespace {

/// The items of the list "a.b", joined; "none" where the file is not split.
std::string itemsOf(llvm::StringRef text) {
  std::optional<JsonLists> file = JsonLists::split(text);
  if (!file)
    return "none";
  std::string all;
  bool isRead =
      file->read("a", "b", [&](const llvm::json::Value &item, size_t) {
        llvm::raw_string_ostream(all) << item;
        return true;
      });
  return isRead ? all : all + " not read";
}

std::string restOf(llvm::StringRef text) {
  std::optional<JsonLists> file = JsonLists::split(text);
  std::string rest;
  if (file)
    llvm::raw_string_ostream(rest) << file->rest();
  return rest;
}

TEST(JsonLists, ListsOfObjectsAreTakenOut) {
  llvm::StringRef text =
      R"( {"c": [{}], "a": { "n": [1, 2], "b": [ {"x": [1]} , {"y": "]}"}] ,
           "m": [{}, 1]} , "d": 1} )";
  EXPECT_EQ(itemsOf(text), R"({"x":[1]}{"y":"]}"})");
  EXPECT_EQ(restOf(text),
            R"({"a":{"b":[],"m":[{},1],"n":[1,2]},"c":[{}],"d":1})");
}

TEST(JsonLists, OtherFilesStayWhole) {
  EXPECT_EQ(itemsOf(R"({"a": {"b": []}})"), "");
  EXPECT_EQ(itemsOf(R"({"a": {"b": 5}})"), "");
  EXPECT_EQ(itemsOf(R"({"b": [{}]})"), "");
  EXPECT_EQ(restOf(R"({"b": [{}]})"), R"({"b":[{}]})");
}

TEST(JsonLists, WhatIsNotClearIsNotSplit) {
  for (llvm::StringRef text :
       {"", "[]", "{", R"({"a": {"b": [{}})", R"({"a": {"b": [{}]})",
        R"({"a": {"b": [{},]}})", R"({"a": {"b": [{}]}} 1)",
        R"({"a": {"b": [{}]}, "a": {}})", R"({"a": {"b": [{}], "b": []}})",
        R"({"a": {"\u0062": [{}]}})", R"({"a": {"b": [{}] 1}})", R"({"a": {")",
        R"({"a": {"b": [{"\)"})
    EXPECT_EQ(itemsOf(text), "none") << text.str();
}

TEST(JsonLists, WhatIsNoJsonIsNotRead) {
  EXPECT_EQ(itemsOf(R"({"a": {"b": [{}, {1}]}})"), "{} not read");
  EXPECT_EQ(itemsOf(R"({"a": {"b": [{]]}})"), " not read");
}

TEST(JsonLists, WhatOthersReadHasToBeJsonToo) {
  auto areOthersJson = [](llvm::StringRef text) {
    std::optional<JsonLists> file = JsonLists::split(text);
    return file && file->areOthersJson({{"a", "b"}});
  };
  EXPECT_TRUE(areOthersJson(R"({"a": {"b": [{}], "c": [{}]}})"));
  EXPECT_TRUE(areOthersJson(R"({"a": {"b": [{1}]}})"));
  EXPECT_FALSE(areOthersJson(R"({"a": {"b": [{}], "c": [{1}]}})"));
  EXPECT_FALSE(areOthersJson(R"({"a": {"b": [{}]}, "c": {"b": [{1}]}})"));
}

} // namespace
