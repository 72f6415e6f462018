// SPDX-License-Identifier: Apache-2.0
#include "deadlines/MarkDeadlines.h"

#include "deadlines/Pragmas.h"
#include "frontend/ExtractProgram.h"
#include "ir/OwnPragmas.h"

#include "gtest/gtest.h"

namespace hocket::deadlines {
namespace {

struct Marked {
  MarkedDeadlines result;
  std::string text; ///< of the one unit; empty if it stays

  explicit Marked(const std::string &source) {
    RemarkSink sink;
    ir::Program program = extractProgram({{"test.c", source, {}}}, false, sink);
    result = markDeadlines(program);
    if (result.texts.empty())
      return;
    text = result.texts.at(0);
    ir::Program again = extractProgram({{"test.c", text, {}}}, false, sink);
    EXPECT_TRUE(again.units.at(0).parsed) << again.units[0].problem << text;
    EXPECT_EQ(again.functions.size(), program.functions.size() + 1);
  }

  std::string why() const {
    return result.remarks.empty() ? "" : result.remarks.at(0).args.at(0);
  }
};

std::string mainWith(const std::string &body) {
  return "int f(int);\nint main(void) {\n  int i = 0;\n" + body +
         "  return i;\n}\n";
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(MarkDeadlines, BeginsEachIteration) {
  Marked marked(mainWith("#pragma hocket deadline(33ms)\n"
                         "  for (; i < 9; i++) {\n    f(i);\n  }\n"));
  EXPECT_EQ(marked.result.count, 1u);
  EXPECT_TRUE(has(marked.text,
                  "{\"hocket-unit.c:5 main\", 33000000ULL, 0, 0, 0}; \n"
                  "  for (; i < 9; i++) { "
                  "__hocket_turn(&__hocket_deadline1); {\n"))
      << marked.text;
  EXPECT_FALSE(has(marked.text, "#pragma"));
  EXPECT_TRUE(marked.result.remarks.empty());
}

TEST(MarkDeadlines, BodiesWithoutBraces) {
  Marked marked(mainWith("  if (f(1))\n"
                         "#pragma hocket deadline( 2us )\n"
                         "    while (i < 9) i++;\n  else\n"
                         "#pragma hocket deadline(1s)\n"
                         "    do f(i++); while (i < 5);\n"));
  EXPECT_EQ(marked.result.count, 2u);
  EXPECT_TRUE(has(marked.text,
                  "while (i < 9) { __hocket_turn(&__hocket_deadline1); i++; } "
                  "}"))
      << marked.text;
  EXPECT_TRUE(has(marked.text,
                  "do { __hocket_turn(&__hocket_deadline2); f(i++); } while "
                  "(i < 5); }"))
      << marked.text;
}

TEST(MarkDeadlines, Nested) {
  Marked marked(mainWith("#pragma hocket deadline(1s)\n"
                         "  for (;;)\n"
                         "#pragma hocket deadline(1ms)\n"
                         "    for (i = 0; i < 9; i++)\n"
                         "      if (f(i)) return 3;\n"));
  EXPECT_EQ(marked.result.count, 2u);
}

TEST(MarkDeadlines, BehindOtherPragmas) {
  Marked marked(mainWith("#pragma GCC ivdep\n"
                         "#pragma hocket deadline(1ms)\n"
                         "  for (i = 0; i < 9; i++) f(i);\n"));
  EXPECT_TRUE(has(marked.text, "; \n#pragma GCC ivdep\n  for ("))
      << marked.text;
}

TEST(MarkDeadlines, BesideOtherPragmas) {
  Marked marked(mainWith("#pragma hocket deadline(1ms)\n"
                         "#pragma GCC unroll 4\n"
                         "  for (i = 0; i < 9; i++) f(i);\n"));
  EXPECT_EQ(marked.result.count, 1u);
}

TEST(MarkDeadlines, WhatIsNotFollowed) {
  EXPECT_EQ(Marked(mainWith("#pragma hocket deadline(3)\n"
                            "  for (; i < 9; i++) f(i);\n"))
                .why(),
            "it is not of the form 'deadline(33ms)'");
  const std::string none =
      "no loop follows it that is analysed and has no label";
  EXPECT_EQ(Marked(mainWith("#pragma hocket deadline(3ms)\n"
                            "  i++;\n  for (; i < 9; i++) f(i);\n"))
                .why(),
            none);
  EXPECT_EQ(Marked(mainWith("  if (f(0)) goto in;\n"
                            "#pragma hocket deadline(3ms)\n"
                            "  for (; i < 9; i++) { in: f(i); }\n"))
                .why(),
            "the loop has a label in it");
  EXPECT_EQ(Marked(mainWith("again:\n"
                            "#pragma hocket deadline(3ms)\n"
                            "  for (; i < 9; i++) f(i);\n"
                            "  if (f(1)) goto again;\n"))
                .why(),
            none);
  EXPECT_EQ(Marked(mainWith("  switch (f(2)) { default:\n"
                            "#pragma hocket deadline(3ms)\n"
                            "  for (; i < 9; i++) { case 1: f(i); } }\n"))
                .why(),
            none);
}

TEST(Pragmas, WhereTheyStand) {
  ir::Unit unit;
  unit.path = "a.c";
  unit.text = "int a;\n# 10 \"b.h\" 1\nint b;\n# 20 \"c d.c\" 2\n\nint x;\n";
  SourceLocation at = locationOf(unit, uint32_t(unit.text.find("int b")));
  EXPECT_EQ(at.file, "b.h");
  EXPECT_EQ(at.line, 10u);
  at = locationOf(unit, uint32_t(unit.text.find("int x")));
  EXPECT_EQ(at.file, "c d.c");
  EXPECT_EQ(at.line, 21u);
  EXPECT_EQ(locationOf(unit, 0).line, 1u);
}

TEST(Pragmas, OtherPragmasAreNone) {
  EXPECT_TRUE(findPragmas("#pragma omp parallel\n#pragma hockets "
                          "deadline(1ms)\n#pragma hocket other\n")
                  .empty());
  EXPECT_EQ(findPragmas("  #  pragma  hocket  deadline (1ms) ").size(), 1u);
}

} // namespace
} // namespace hocket::deadlines
