// SPDX-License-Identifier: Apache-2.0
//
// The user's text with its holes filled, and with parts of it replaced.
#include "ir/Text.h"

#include "ProgramOf.h"

using namespace hocket;
using namespace hocket::ir;
using namespace hocket::ir::test;

namespace {

/// The text of the first statement that contains `part`, with `x` and `p`
/// filled.
std::string filled(const Program &program, const std::string &part,
                   const Insertions &insertions = {},
                   const Replacements &replacements = {}) {
  for (const Stmt &stmt : program.stmts)
    if (isValid(stmt.text.unit) &&
        program.text(stmt.text).find(part) != std::string::npos)
      return fill(
          program, stmt.text,
          [&](ObjectId id) -> std::string {
            const std::string &name = program[id].name;
            return name == "x" ? "(*hk_f->x)" : name == "p" ? "hk_p" : "";
          },
          insertions, replacements);
  return "";
}

} // namespace

TEST(Fill, EachUseOfAVariableAndNothingElse) {
  Program program =
      programOf("struct s { int x; }; int x; void f(struct s *p, int y) {\n"
                "  y = x + p->x * (x - sizeof(x)); }");
  EXPECT_EQ(filled(program, "y = "),
            "y = (*hk_f->x) + hk_p->x * ((*hk_f->x) - sizeof((*hk_f->x)))");
}

TEST(Fill, ShadowedNamesAreOtherVariables) {
  Program program =
      programOf("int x; int f(int n) { int y = x;\n"
                "  y += ({ int x_ = n; int z = x_; z; }) + x; return y; }");
  EXPECT_EQ(filled(program, "y += "),
            "y += ({ int x_ = n; int z = x_; z; }) + (*hk_f->x)");
}

TEST(Fill, Insertions) {
  Program program = programOf("int x; void f(int y) { y = x; }");
  const std::string &text = program.units[0].text;
  Insertions insertions;
  insertions.emplace(uint32_t(text.find("y = x")), "A");
  insertions.emplace(uint32_t(text.find("x; }")), "B");
  EXPECT_EQ(filled(program, "y = x", insertions), "Ay = B(*hk_f->x)");
}

TEST(Fill, ReplacementsBesideInsertionsAndHoles) {
  Program program = programOf("struct s { int x; }; int x; void f(struct s *p, "
                              "int y) { y = p->x + x * p->x; p->x = y; }");
  const std::string &text = program.units[0].text;
  auto at = [&](const char *part) { return uint32_t(text.find(part)); };
  const uint32_t first = at("p->x + x"), second = at("p->x; p");
  const Replacements replacements = {{first, first + 4, "L"},
                                     {second, second + 4, "M"}};
  const Insertions insertions = {{at("y = p"), "A"},
                                 {first, "B"},
                                 {first + 2, "inside"},
                                 {first + 4, "C"},
                                 {second, "D"}};
  EXPECT_EQ(filled(program, "y = p", insertions, replacements),
            "Ay = BLC + (*hk_f->x) * DM");
  EXPECT_EQ(filled(program, "p->x = y", insertions, replacements),
            "hk_p->x = y");
}

TEST(Text, LineMarkers) {
  EXPECT_EQ(lineMarker({"a \"b\"\\c.c", 40, 3}, false),
            "# 40 \"a \\\"b\\\"\\\\c.c\"\n");
  EXPECT_EQ(lineMarker({"a.c", 4, 3}, true), "# 4 \"a.c\" 3\n");
}

TEST(Fill, Replacements) {
  Program program = programOf("int x; void f(int y) { y = x; y++; }");
  const std::string &text = program.units[0].text;
  auto at = [&](const char *part) { return uint32_t(text.find(part)); };
  TextRange all{UnitId(0), at("{"), uint32_t(text.size())};
  Filler filler = [&](ObjectId id) {
    return std::string(program[id].name == "x" ? "z" : "");
  };
  EXPECT_EQ(fillReplaced(program, all, filler,
                         {{at("y++"), at("y++") + 4, "g(x);"},
                          {at("y = "), at("y = "), "a();"},
                          {at("y = "), at("y = "), " "}}),
            "{ a(); y = z; g(x); }");
}
