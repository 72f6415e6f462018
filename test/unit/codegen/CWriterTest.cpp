// SPDX-License-Identifier: Apache-2.0
//
// Lines, blocks and line markers of emitted C.

#include "codegen/text/CWriter.h"

#include <gtest/gtest.h>

using namespace hocket;
using codegen::CWriter;

TEST(CWriter, BlocksMoveLinesToTheRight) {
  CWriter out;
  out.open("for (;;)");
  out.line("if (a)");
  out.line(1, "break;");
  out.close();
  out.line("b();");
  EXPECT_EQ(out.text(), "for (;;) {\n"
                        "  if (a)\n"
                        "    break;\n"
                        "}\n"
                        "b();\n");
}

TEST(CWriter, ABlockMayEndWithMoreThanABrace) {
  CWriter out(2);
  out.open("do");
  out.line("a();");
  out.close("} while (b);");
  EXPECT_EQ(out.text(), "  do {\n"
                        "    a();\n"
                        "  } while (b);\n");
}

/// The preprocessor wants its lines at the first column, and the user's lines
/// keep their numbers.
TEST(CWriter, MarkersAndEmptyLinesStandAtTheFirstColumn) {
  CWriter out(4);
  out.marker({"heat.c", 40, 1});
  out.line("a = 1;\n\n#pragma x\nb = 2;");
  out.ours("tasks of hk_main_1");
  EXPECT_EQ(out.text(), "# 40 \"heat.c\" 3\n"
                        "    a = 1;\n"
                        "\n"
                        "#pragma x\n"
                        "    b = 2;\n"
                        "# 1 \"hocket: tasks of hk_main_1\" 3\n");
}

TEST(CWriter, ElseStandsBetweenTheBraces) {
  CWriter out;
  out.open("if (a)");
  out.line("b();");
  out.reopen("} else {");
  out.line("c();");
  out.close();
  EXPECT_EQ(out.text(), "if (a) {\n  b();\n} else {\n  c();\n}\n");
}

TEST(CWriter, TheUsersLinesStayWhereTheyAre) {
  CWriter out(2);
  out.unbroken(1, "a = b\n+ c;");
  EXPECT_EQ(out.text(), "    a = b\n+ c;\n");
}

TEST(CWriter, RawTextStaysAsItIs) {
  CWriter out(2);
  out.raw("x\ny");
  EXPECT_EQ(out.take(), "x\ny");
}
