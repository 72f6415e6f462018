// SPDX-License-Identifier: Apache-2.0
//
// The JSON report is valid and has the members that programs rely on.
#include "report/Json.h"
#include "Samples.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using namespace hocket::report;
namespace json = llvm::json;

namespace {

json::Object parsed(const ReportData &data) {
  llvm::Expected<json::Value> value = json::parse(toJson(data));
  if (!value) {
    ADD_FAILURE() << llvm::toString(value.takeError());
    return {};
  }
  return *value->getAsObject();
}

TEST(Json, RegionsHaveTheirMembers) {
  json::Object root = parsed(sampleReport());
  const json::Object &region = *root.getArray("regions")->front().getAsObject();
  EXPECT_EQ(region.getString("file"), "heat.c");
  EXPECT_EQ(region.getString("function"), "main");
  EXPECT_EQ(region.getInteger("line"), 17);
  EXPECT_EQ(region.getInteger("cores"), 4);
  EXPECT_EQ(region.getNumber("predicted_speedup"), 3.596);
  const json::Object &task = *region.getArray("tasks")->back().getAsObject();
  EXPECT_EQ(task.getInteger("id"), 8);
  EXPECT_EQ(task.getString("kind"), "call");
  EXPECT_EQ(task.getInteger("line"), 18);
  EXPECT_EQ(task.getInteger("core"), 0);
  EXPECT_EQ(task.getNumber("start"), 1110e3);
  EXPECT_EQ(task.getNumber("end"), 1119e3);
  const json::Object &edge = *region.getArray("edges")->front().getAsObject();
  EXPECT_EQ(edge.getInteger("from"), 0);
  EXPECT_EQ(edge.getInteger("to"), 4);
  EXPECT_EQ(edge.getBoolean("sync"), false);
  EXPECT_EQ(region.getArray("levels")->size(), 2u);
}

TEST(Json, LoopsHaveTheirMembers) {
  json::Object root = parsed(sampleReport());
  const json::Array &loops = *root.getArray("loops");
  ASSERT_EQ(loops.size(), 4u);
  const json::Object &first = *loops[0].getAsObject();
  EXPECT_EQ(first.getString("file"), "heat.c");
  EXPECT_EQ(first.getString("function"), "step");
  EXPECT_EQ(first.getInteger("line"), 9);
  EXPECT_EQ(first.getString("decision"), "parallel");
  EXPECT_EQ(first.getString("kind"), "doall");
  EXPECT_EQ(first.getString("remark"), "loop-doall");
  const json::Object &third = *loops[2].getAsObject();
  EXPECT_EQ(third.getString("decision"), "sequential");
  EXPECT_NE(third.getString("reason"), "");
  EXPECT_EQ(third.getArray("notes")->size(), 2u);
}

TEST(Json, RemarksCarryTheirText) {
  json::Object root = parsed(sampleReport());
  const json::Object &remark = *root.getArray("remarks")->front().getAsObject();
  EXPECT_EQ(remark.getString("id"), "float-reduction");
  EXPECT_EQ(remark.getString("kind"), "missed");
  EXPECT_TRUE(remark.getString("message")->contains("'sum'"));
}

TEST(Json, AnyBytesGiveValidJson) {
  ReportData data = sampleReport();
  data.program = "a\"b\\c\n\x01\xff\xc3";
  data.loops[0].reason = "\xed\xa0\x80";
  json::Object root = parsed(data);
  EXPECT_TRUE(root.getString("program")->starts_with("a\"b\\c\n"));
}

TEST(Json, EmptyReport) {
  json::Object root = parsed({});
  EXPECT_TRUE(root.getArray("regions")->empty());
  EXPECT_TRUE(root.getArray("loops")->empty());
}

} // namespace
