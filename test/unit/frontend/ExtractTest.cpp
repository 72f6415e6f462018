// SPDX-License-Identifier: Apache-2.0
//
// The front end on small units: what it says of statements, loops, updates,
// objects, and that every result is well formed.

#include "frontend/ExtractProgram.h"
#include "ir/Print.h"
#include "ir/Tree.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace hocket;
using namespace hocket::ir;

namespace {

Program extract(const std::vector<std::string> &texts,
                const std::vector<std::string> &flags = {},
                bool hasForeignCode = false) {
  std::vector<SourceInput> inputs;
  for (std::size_t i = 0; i < texts.size(); ++i)
    inputs.push_back({"unit" + std::to_string(i) + ".c", texts[i], flags});
  RemarkSink remarks;
  Program program = extractProgram(inputs, hasForeignCode, remarks);
  for (const std::string &problem : verify(program))
    ADD_FAILURE() << problem;
  return program;
}

std::string dump(const Program &program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(program, out);
  return text;
}

/// The dump of one function with this body, over `int i, j, n, *p` and
/// `double *a, s`.
std::string dumpBody(const std::string &body,
                     const std::vector<std::string> &flags = {}) {
  return dump(extract({"int g(int); double table[10][20];\n"
                       "void f(int i, int j, int n, int *p, double *a, "
                       "double s) {\n" +
                       body + "\n}\n"},
                      flags));
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

#define EXPECT_HAS(text, part) EXPECT_TRUE(has(text, part)) << text
#define EXPECT_HAS_NOT(text, part) EXPECT_FALSE(has(text, part)) << text

const Loop *firstLoop(const Program &program) {
  for (const Node &node : program.nodes)
    if (const Loop *loop = node.as<Loop>())
      return loop;
  return nullptr;
}

} // namespace

TEST(Extract, AddressesAreInBytes) {
  std::string text = dumpBody("table[i][j + 1] = a[2 * i];");
  EXPECT_HAS(text, "R double a + (8 * (2 * i)) (8)");
  EXPECT_HAS(text, "W double (&table + (160 * i)) + (8 * (j + 1)) (8)");
}

TEST(Extract, ValuesAreThoseOnEntry) {
  std::string text = dumpBody("p[i++] = i; *p++ = n; p[++j] = 0;");
  EXPECT_HAS(text, "W int p + (4 * i) (4) := i + 1");
  EXPECT_HAS(text, "W int p (4) := n");
  EXPECT_HAS(text, "W int p + (4 * (j + 1)) (4) := 0");
}

TEST(Extract, LoadsAfterAWriteAreUnknown) {
  std::string text = dumpBody("p[0] = 1, i = p[p[1]];");
  EXPECT_HAS(text, "R int p + (4 * ?(*i32(p + 4))) (4)");
  // Not through pointers to a variable whose address nobody has.
  text =
      dump(extract({"struct s { int a[4]; } v;\n"
                    "void f(int *p, int i, struct s s)"
                    " { p[0] = 1, i = s.a[2]; s.a[i++] = 3, i = s.a[1]; }"}));
  EXPECT_HAS(text, "W int &i (4) := *i32(&s + 8)");
  EXPECT_HAS(text, "W int &i (4) := ?(*i32(&s + 4))");
}

TEST(Extract, ConditionalOperandsAreMay) {
  std::string text = dumpBody("i = n && p[j] ? p[0] : 1;");
  EXPECT_HAS(text, "R? int p + (4 * j) (4)");
  EXPECT_HAS(text, "R? int p (4)");
  EXPECT_HAS(text, "R int &n (4)");
}

TEST(Extract, WrappingArithmeticIsUnsignedInside) {
  EXPECT_HAS(dumpBody("i = i + n;"), ":= i + n");
  EXPECT_HAS(dumpBody("i = i + n;", {"-fwrapv"}), ":= i32(u32(i) + u32(n))");
}

TEST(Extract, UnionMembersAliasAnything) {
  std::string text = dump(extract({"union u { int i; float f; } v;\n"
                                   "void f(void) { v.f = v.i; }\n"}));
  EXPECT_HAS(text, "R char &v (4)");
  EXPECT_HAS(text, "W char &v (4)");
}

TEST(Extract, BitFieldsShareTheirBytes) {
  std::string text =
      dump(extract({"struct s { int a; unsigned b : 3, c : 7; } v;\n"
                    "void f(void) { v.c = 1; }\n"}));
  EXPECT_HAS(text, "W? unsigned int &v + 4 (2)");
}

TEST(Extract, CountedLoops) {
  EXPECT_HAS(dumpBody("for (i = 0; i < n; i++) a[i] = 0;"),
             "counted i = 0; i < n; i += 1");
  EXPECT_HAS(dumpBody("for (i = n - 1; 0 <= i; i -= 2) a[i] = 0;"),
             "counted i = n - 1; i >= 0; i -= 2");
  EXPECT_HAS(dumpBody("for (int k = 0; k != n; k = 1 + k) a[k] = 0;"),
             "counted k = 0; k != n; k += 1");
  EXPECT_HAS(dumpBody("for (; i < n; ++i) { if (j) continue; a[i] = 0; }"),
             "counted i = i; i < n; i += 1");
  EXPECT_HAS(dumpBody("for (i = 0; i < sizeof(table); i++) p[i] = 0;"),
             "counted i = 0; i < 1600; i += 1");
}

TEST(Extract, UncountedLoopsSayWhy) {
  EXPECT_HAS(dumpBody("for (i = 0; i < n; i++) if (a[i] > 0) break;"),
             "uncounted (a 'break' may leave it)");
  EXPECT_HAS(dumpBody("for (i = 0; i < n; i++) if (a[i] > 0) return;"),
             "uncounted (a 'return' may leave it)");
  EXPECT_HAS(dumpBody("for (i = 0; i < n; i++) n -= p[i];"),
             "uncounted (it changes its bound 'n')");
  EXPECT_HAS(dumpBody("for (i = 0; i < n; i++) i += p[i];"),
             "uncounted (its body changes 'i')");
  EXPECT_HAS(dumpBody("for (i = j; i < sizeof(table); i++) p[i] = 0;"),
             "uncounted ('i' is compared as an unsigned number)");
  EXPECT_HAS(
      dumpBody("for (i = 0; i < n; i += j) j = p[i];"),
      "uncounted (its step is neither a constant nor a multiple of a local "
      "variable that it leaves alone)");
  EXPECT_HAS(dumpBody("for (i = 0; i < n; i--) p[i] = 0;"),
             "uncounted (its step moves away from its bound)");
  EXPECT_HAS(dumpBody("p = &i; for (i = 0; i < n; i++) *p += 1;"),
             "uncounted (its variable 'i' may change elsewhere)");
  EXPECT_HAS(dumpBody("for (i = 0; i < g(n); i++) ;"),
             "uncounted (the bound has side effects)");
}

TEST(Extract, Updates) {
  EXPECT_HAS(dumpBody("s += a[i];"), "update + double &s");
  EXPECT_HAS(dumpBody("s = a[i] + s - a[j];"), "update + double &s");
  EXPECT_HAS(dumpBody("s = s * 2;"), "update * double &s");
  EXPECT_HAS(dumpBody("n |= p[i];"), "update | int &n");
  EXPECT_HAS(dumpBody("n = n && p[i];"), "update && int &n");
  EXPECT_HAS(dumpBody("n = p[i] > n ? p[i] : n;"), "update max int &n");
  EXPECT_HAS(dumpBody("n = n < p[i] ? n : p[i];"), "update min int &n");
  EXPECT_HAS(dumpBody("if (a[i] < s) { s = a[i]; }"), "update min double &s");
  EXPECT_HAS(dumpBody("if (s < a[i]) s = a[i];"), "update max double &s");
}

TEST(Extract, NotUpdates) {
  for (const char *body :
       {"s += s * a[i];", "s = a[i] - s;", "n += s;", "s = s / 2;",
        "n = n > p[i] ? p[i] : j;", "if (a[i] < s) { s = a[j]; }",
        "if (a[i] < s) s = a[i]; else s = 0;", "if (p[i] > s) s = p[i];",
        "s = s + (s = 1);"})
    EXPECT_HAS_NOT(dumpBody(body), "update");
}

TEST(Extract, LabelsMakeOpaques) {
  std::string text = dumpBody("i = 1; if (n) goto end; j = 2; end: n = 3; "
                              "i = 4;");
  EXPECT_HAS(text, "opaque the label 'end'");
  EXPECT_HAS(text, "branch exits: goto");
  Program program = extract({"void f(int n) { switch (n) { case 1: n++; "
                             "break; default: return; } }"});
  text = dump(program);
  EXPECT_HAS(text, "opaque a switch exits: return @1");
}

TEST(Extract, BuiltinsAreLibraryCalls) {
  std::string text = dumpBody("__builtin_memcpy(p, a, 8); "
                              "__builtin___memset_chk(p, 0, n, 32); "
                              "s = __builtin_sqrt(s); "
                              "if (__builtin_expect(n, 0)) i = 1;");
  EXPECT_HAS(text, "call0 memcpy(p, a, 8)");
  EXPECT_HAS(text, "call0 memset(p, 0, u64(n))");
  EXPECT_HAS(text, "call0 sqrt(s)");
  EXPECT_HAS(text, "condition `__builtin_expect(n, 0)` = n");
}

TEST(Extract, HolesNameEveryVariable) {
  Program program = extract(
      {"int x; void f(int n) { int y = n + x, z[n]; y = sizeof(z) + y; }"});
  std::vector<std::string> names;
  for (const Hole &hole : program.units[0].holes)
    names.push_back(
        program.units[0].text.substr(hole.begin, hole.end - hole.begin));
  EXPECT_EQ(names,
            (std::vector<std::string>{"y", "n", "x", "z", "n", "y", "z", "y"}));
}

TEST(Extract, DeclaratorsHaveTheirOwnText) {
  Program program = extract({"void f(int n) { int a = 1, b[3], *c = &a; }"});
  std::vector<std::string> texts;
  for (const Stmt &stmt : program.stmts)
    texts.emplace_back(program.text(stmt.text));
  EXPECT_EQ(texts, (std::vector<std::string>{"a = 1", "b[3]", "*c = &a"}));
  EXPECT_EQ(program.text(program.stmts[0].initText), "1");
}

TEST(Extract, TypesPrintAroundAName) {
  Program program =
      extract({"struct s { int x; };\n"
               "void f(int n, double (*m)[n], int (*g)(char)) {"
               " struct s v; struct { int y; } w; int (*q)[7]; }"});
  std::vector<std::string> types;
  for (const Object &object : program.objects)
    if (object.kind == ObjectKind::Local || object.kind == ObjectKind::Param)
      types.push_back(object.type.declare("x") +
                      (object.type.isNameable ? "" : " !"));
  EXPECT_EQ(types[0], "int x");
  EXPECT_EQ(types[1], "double (*x)[n]");
  EXPECT_EQ(types[2], "int (*x)(char)");
  EXPECT_EQ(types[3], "struct s x");
  EXPECT_TRUE(types[4].ends_with("!"));
  EXPECT_EQ(types[5], "int (*x)[7]");
}

TEST(Extract, UnitsShareExternalNamesAlone) {
  Program program = extract(
      {"extern int shared[]; static int own; static void s(void) { own++; }\n"
       "int main(void) { s(); return shared[0]; }",
       "int shared[4]; static int own; static void s(void) { own--; }\n"
       "void t(void) { s(); }"});
  unsigned shared = 0, own = 0, s = 0;
  for (const Object &object : program.objects) {
    shared += object.name == "shared" && object.size == 16;
    own += object.name == "own";
  }
  for (const Function &function : program.functions)
    s += function.name == "s" && isValid(function.body);
  EXPECT_EQ(shared, 1u);
  EXPECT_EQ(own, 2u);
  EXPECT_EQ(s, 2u);
  EXPECT_TRUE(program.isClosed);
}

TEST(Extract, ClosedOnlyWithoutForeignCode) {
  std::string text = "int main(void) { return 0; }";
  EXPECT_TRUE(extract({text}).isClosed);
  EXPECT_FALSE(extract({text}, {}, true).isClosed);
  EXPECT_FALSE(extract({text, "asm(\"nop\");"}).isClosed);
  EXPECT_FALSE(extract({"int f(void) { return 0; }"}).isClosed);
}

TEST(Extract, UnreadableUnitsStay) {
  RemarkSink remarks;
  Program program =
      extractProgram({{"bad.c", "int f( { }", {}},
                      {"good.c", "int main(void) {return 0;}", {}}},
                     false, remarks);
  EXPECT_FALSE(program.units[0].parsed);
  EXPECT_TRUE(program.units[1].parsed);
  EXPECT_FALSE(program.isClosed);
  ASSERT_EQ(remarks.all().size(), 1u);
  EXPECT_EQ(remarks.all()[0].id, RemarkId::UnitNotParsed);
}

TEST(Extract, InitialPointers) {
  std::string text = dump(extract(
      {"int x; int f(void) { return 1; }\n"
       "struct s { int *p; int (*q)(void); } t[2] = {{&x, 0}, {0, f}};"}));
  EXPECT_HAS(text, "points { 0: &x 24: &f }");
}

TEST(Extract, HopelessFunctionsHaveNoBody) {
  std::string text =
      dump(extract({"int f(int n) { return ({ if (n) return 3; n; }); }\n"
                    "__attribute__((weak)) int w(void) { return 1; }"}));
  EXPECT_HAS(text, "function f(n) not analysed: a jump or label in a statement "
                   "expression");
  EXPECT_HAS(text, "function w() not analysed: a weak definition");
}

TEST(Extract, BoundAndLowerHaveText) {
  Program program =
      extract({"void f(int n) { for (int i = n / 2; i < n * 3; i++) ; }"});
  const Loop *loop = firstLoop(program);
  ASSERT_TRUE(loop && loop->counted);
  EXPECT_EQ(program.text(loop->counted->lowerText), "n / 2");
  EXPECT_EQ(program.text(loop->counted->boundText), "n * 3");
  EXPECT_TRUE(loop->counted->declaresIterator);
}
