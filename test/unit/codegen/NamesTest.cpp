// SPDX-License-Identifier: Apache-2.0
//
// Where text is put into a unit, and under which names.

#include "codegen/EmitProgram.h"
#include "codegen/frame/Frame.h"
#include "frontend/ExtractProgram.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::codegen;

namespace {

std::string prefixFor(const std::string &text) {
  RemarkSink sink;
  return chooseNaming(extractProgram({{"t.c", text, {}}}, true, sink)).prefix;
}

/// The text from the start of the declaration that `part` stands in.
std::string declarationOf(const std::string &text, const std::string &part) {
  return text.substr(declarationStart(text, uint32_t(text.find(part))));
}

} // namespace

TEST(Naming, TheShortestFreePrefix) {
  EXPECT_EQ(prefixFor("int hocket, hk; void f(int h) {}"), "hk_");
  EXPECT_EQ(prefixFor("int hk_; void f(void) {}"), "hk1_");
  EXPECT_EQ(prefixFor("void hk_f(int hk1_x) {}"), "hk2_");
  EXPECT_EQ(prefixFor("struct hk_flag { int a; };"), "hk1_");
  EXPECT_EQ(prefixFor("struct s { int hk_member; };"), "hk1_");
  EXPECT_EQ(prefixFor("enum { hk_value };"), "hk1_");
  EXPECT_EQ(prefixFor("void f(void) { goto hk_out; hk_out:; }"), "hk1_");
  EXPECT_EQ(prefixFor("typedef int my_hk_type; int a_hk_b;"), "hk_");
}

TEST(DeclarationStart, AfterWhatEndsBeforeIt) {
  EXPECT_EQ(declarationOf("int a;\nint f(void) {}", "int f("),
            "int f(void) {}");
  EXPECT_EQ(declarationOf("void g(void) {} static int f(void) {}", "static"),
            " static int f(void) {}");
  EXPECT_EQ(declarationOf("# 3 \"a.c\"\nint f(void) {}", "int f("),
            "int f(void) {}");
  EXPECT_EQ(declarationOf("int a\n;\n\nint f(void) {}", "int f("),
            "int f(void) {}");
}

// Clang begins a declaration after leading attributes.
TEST(DeclarationStart, WhatStandsBeforeItsFirstSpecifier) {
  EXPECT_EQ(
      declarationOf("int a;\n__attribute__((cold))\nstatic int f(void) {}",
                    "static"),
      "__attribute__((cold))\nstatic int f(void) {}");
  EXPECT_EQ(
      declarationOf("int a;__extension__ static int f(void) {}", "static"),
      "__extension__ static int f(void) {}");
}

TEST(DeclarationStart, TheFirstOfTheFile) {
  EXPECT_EQ(declarationOf("int f(void) {}", "int f("), "int f(void) {}");
  EXPECT_EQ(declarationOf("__extension__\nint f(void) {}", "int f("),
            "__extension__\nint f(void) {}");
}
