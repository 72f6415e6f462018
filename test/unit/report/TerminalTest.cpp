// SPDX-License-Identifier: Apache-2.0
//
// Remarks on the terminal, and `explain`.
#include "report/Terminal.h"
#include "report/Explain.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::report;

namespace {

Remark remark(RemarkId id, SourceLocation at, std::vector<std::string> args) {
  Remark result{};
  result.id = id;
  result.location = std::move(at);
  result.args = std::move(args);
  return result;
}

std::string printed(const std::vector<Remark> &remarks,
                    const RemarkFilter &filter) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printRemarks(remarks, filter, out);
  return text;
}

std::vector<Remark> sample() {
  Remark alias = remark(RemarkId::MayAlias, {"b.c", 9, 3}, {"p", "q"});
  alias.notes = {{{"b.c", 2, 7}, "'p' comes from here"}, {{}, "no place"}};
  return {alias, remark(RemarkId::LoopDoall, {"b.c", 4, 3}, {""}), alias,
          remark(RemarkId::OrderedCall, {"a.c", 30, 0}, {"f", "output"})};
}

TEST(Terminal, MissedRemarksInOrderWithNotesAndHelp) {
  RemarkFilter filter;
  filter.missed = "";
  EXPECT_EQ(
      printed(sample(), filter),
      "a.c:30: remark: loop stays sequential: the call of 'f' has an effect "
      "whose order is visible (output) [-Rhocket-missed=ordered-call]\n"
      "a.c:30: help: move the call out of the loop, or collect its data and "
      "output it afterwards\n"
      "b.c:9:3: remark: loop stays sequential: 'p' and 'q' may overlap "
      "[-Rhocket-missed=may-alias]\n"
      "b.c:2:7: note: 'p' comes from here\n"
      "note: no place\n"
      "b.c:9:3: help: declare the pointers 'restrict' if callers never overlap "
      "them\n");
}

TEST(Terminal, PassedRemarksHaveNoHelp) {
  RemarkFilter filter;
  filter.passed = "";
  EXPECT_EQ(printed(sample(), filter),
            "b.c:4:3: remark: loop is DOALL: its iterations are independent "
            "[-Rhocket=loop-doall]\n");
}

TEST(Terminal, PatternsChooseById) {
  RemarkFilter filter;
  filter.missed = "^may-";
  std::string text = printed(sample(), filter);
  EXPECT_NE(text.find("may-alias"), text.npos);
  EXPECT_EQ(text.find("ordered-call"), text.npos);
  filter.missed = "nothing";
  EXPECT_EQ(printed(sample(), filter), "");
  EXPECT_EQ(printed(sample(), {}), "");
}

TEST(Terminal, WrongPatternsAreNamed) {
  RemarkFilter filter;
  EXPECT_EQ(check(filter), "");
  filter.passed = "loop-.*";
  EXPECT_EQ(check(filter), "");
  filter.analysis = "(";
  EXPECT_NE(check(filter).find("'(' is not a regular expression"),
            std::string::npos);
}

TEST(Explain, EveryRemarkHasASection) {
  for (std::size_t i = 0; i < numRemarks(); ++i) {
    const RemarkInfo &row = info(static_cast<RemarkId>(i));
    std::optional<std::string> text = explainRemark(row.name);
    ASSERT_TRUE(text) << row.name;
    EXPECT_NE(text->find(row.text), std::string::npos) << row.name;
    EXPECT_NE(text->find("\n\n", text->find(row.text)), std::string::npos)
        << row.name << " has no section in docs/remarks.md";
    EXPECT_NE(listRemarks().find(row.name), std::string::npos) << row.name;
  }
}

TEST(Explain, UnknownIds) {
  EXPECT_EQ(explainRemark("no-such"), std::nullopt);
  EXPECT_EQ(explainRemark(""), std::nullopt);
}

} // namespace
