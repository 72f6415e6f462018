// SPDX-License-Identifier: Apache-2.0
//
// What a definition allows who wants the body elsewhere.
#include "ir/FunctionBody.h"

#include "ProgramOf.h"
#include "ir/FunctionClones.h"

using namespace hocket;
using namespace hocket::ir;
using namespace hocket::ir::test;

namespace {

/// `int f(int n) { BODY }`, with a global x before it.
Program bodyOf(const std::string &body) {
  return programOf("void *__builtin_alloca(unsigned long); int x;\n"
                   "int f(int n) { " +
                   body + " }");
}

std::string unstructured(const std::string &body) {
  Program p = bodyOf(body);
  return whyUnstructured(p, functionNamed(p, "f"));
}

/// Of the body's statements: "early" or "returns" for each, else "-".
std::string returnsOf(const std::string &body) {
  Program p = bodyOf(body);
  std::string result;
  for (NodeId child : childrenOf(p, p[functionNamed(p, "f")].body))
    result += std::string(result.empty() ? "" : " ") +
              (isEarlyReturn(p, child)   ? "early"
               : alwaysReturns(p, child) ? "returns"
                                         : "-");
  return result;
}

std::string names(const std::set<std::string_view> &all) {
  std::string result;
  for (std::string_view name : all)
    result += (result.empty() ? "" : " ") + std::string(name);
  return result;
}

} // namespace

TEST(FunctionBody, OrderOfStatements) {
  EXPECT_EQ(unstructured("if (n) n++; return n;"), "");
  EXPECT_EQ(unstructured("switch (n) { case 1: n++; } return n;"), "");
  EXPECT_EQ(unstructured("if (n) goto end; n++; end: return n;"), "has labels");
  EXPECT_EQ(unstructured("__asm__(\"nop\"); return n;"),
            "has statements that are not understood");
  EXPECT_EQ(unstructured("__asm__(\"\"); return n;"), "");
}

TEST(FunctionBody, EarlyReturns) {
  EXPECT_EQ(returnsOf("if (n) return 1; n++; return n;"), "early - returns");
  EXPECT_EQ(returnsOf("if (n) { x = 1; return 1; } return n;"),
            "early returns");
  EXPECT_EQ(returnsOf("if (n) return 1; else return 2;"), "returns");
  EXPECT_EQ(returnsOf("if (n) return 1; else x = 2; return n;"), "- returns");
  EXPECT_EQ(returnsOf("while (n) return 1; return n;"), "- returns");
}

TEST(FunctionBody, TheCallersStack) {
  Program p = bodyOf("int a[10]; static int b[100]; char c;\n"
                     "a[0] = b[0] = c = n; return a[0];");
  EXPECT_EQ(localBytes(p, functionNamed(p, "f")), 41u);
  Program q = bodyOf("int *a = __builtin_alloca(n); return *a;");
  EXPECT_EQ(wordOfFrame(q, functionNamed(q, "f")), "__builtin_alloca");
  EXPECT_EQ(wordOfFrame(p, functionNamed(p, "f")), "");
}

TEST(FunctionBody, Parameters) {
  Program p = programOf("int f(int n, double a[n][n]) { return a[0][0]; }\n"
                        "int g(int n, double a[][8]) { return a[0][n]; }");
  EXPECT_FALSE(hasFixedParameters(p, functionNamed(p, "f")));
  EXPECT_TRUE(hasFixedParameters(p, functionNamed(p, "g")));
}

TEST(FunctionBody, Attributes) {
  Program p = programOf(
      "__attribute__((__noinline__, unused)) static int f(int n)\n"
      "{ return n; }\n"
      "__attribute__((section(\"a\"))) int g(int n) { return f(n); }");
  EXPECT_EQ(attributesOf(p, functionNamed(p, "f")),
            (std::vector<std::string>{"noinline", "unused"}));
  EXPECT_EQ(attributesOf(p, functionNamed(p, "g")), std::nullopt);
  EXPECT_EQ(cloneAttributes(p, functionNamed(p, "f")),
            "__attribute__((noinline)) ");
  EXPECT_EQ(whyNotCloned(p, functionNamed(p, "g")), "'g' has attributes");
}

TEST(FunctionBody, Names) {
  Program p = programOf("typedef double real; int x, y; int h(int);\n"
                        "real f(int n, real *a) { int y = h(n); a[0] = x + y;\n"
                        "  return a[n]; }");
  FunctionId f = functionNamed(p, "f");
  EXPECT_EQ(names(declaredNames(p, f)), "a n y");
  std::set<std::string_view> outer = outerNames(p, f);
  EXPECT_EQ(outer.count("x"), 1u);
  EXPECT_EQ(outer.count("h"), 1u);
  EXPECT_EQ(outer.count("y"), 0u);
  EXPECT_EQ(outer.count("n"), 0u);
}

TEST(FunctionBody, VisibleVariables) {
  Program p = programOf("int x, y;\n"
                        "int f(int n) { int y = n; return x + y; }\n"
                        "int g(void) { return x + y; }");
  auto global = [&](const std::string &name) {
    for (const Object &object : p.objects)
      if (object.kind == ObjectKind::Global && object.name == name)
        return object.id;
    return ObjectId::None;
  };
  EXPECT_TRUE(isVisibleIn(p, global("x"), functionNamed(p, "f")));
  EXPECT_FALSE(isVisibleIn(p, global("y"), functionNamed(p, "f")));
  EXPECT_TRUE(isVisibleIn(p, global("y"), functionNamed(p, "g")));
}

TEST(FunctionBody, TypesDeclaredInside) {
  Program p = bodyOf("struct s { int a; } t = {n}; return t.a;");
  Program q = bodyOf("int a = n; return a;");
  EXPECT_TRUE(declaresOtherThanVariables(p, functionNamed(p, "f")));
  EXPECT_FALSE(declaresOtherThanVariables(q, functionNamed(q, "f")));
}

TEST(FunctionClones, StateOfItsOwn) {
  Program p = programOf("int f(int n) { static int calls; static const int k "
                        "= 3;\n  calls += k; return n + calls; }");
  std::vector<ObjectId> own = ownState(p, functionNamed(p, "f"));
  ASSERT_EQ(own.size(), 1u);
  EXPECT_EQ(p[own[0]].name, "calls");
}

TEST(FunctionClones, OfItsName) {
  Program p = programOf("const char *f(void) { return __func__; }\n"
                        "int g(int n, ...) { return n; }\n"
                        "int h(int n) { return n; }");
  EXPECT_EQ(whyNotCloned(p, functionNamed(p, "f")), "'f' uses '__func__'");
  EXPECT_EQ(whyNotCloned(p, functionNamed(p, "g")),
            "'g' is no ordinary function");
  EXPECT_EQ(whyNotCloned(p, functionNamed(p, "h")), "");
}
