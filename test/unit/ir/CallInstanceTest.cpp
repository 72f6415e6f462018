// SPDX-License-Identifier: Apache-2.0
//
// What a call looks like to all who look at calls: which argument becomes which
// parameter, and why there is no body.
#include "ir/CallInstance.h"

#include "ProgramOf.h"
#include "ir/FunctionClones.h"

using namespace hocket;
using namespace hocket::ir;
using namespace hocket::ir::test;

TEST(CallInstance, BindsArgumentsToParameters) {
  Program p = programOf("static double f(double *a, int n) { return a[n]; }\n"
                        "double g(double *x, int k) { double y;\n"
                        "  y = f(x + 1, 2 * k); return y; }");
  CallInstance call = callInstance(p, callOf(p, "f"));
  EXPECT_EQ(p[call.callee].name, "f");
  EXPECT_TRUE(call.hasBody());
  EXPECT_TRUE(call.isComplete);
  EXPECT_TRUE(call.isCertain);
  EXPECT_TRUE(call.needsResult);
  EXPECT_FALSE(call.hasCopy());
  EXPECT_EQ(paramsOf(p, call.arguments), "a n");
  EXPECT_EQ(textsOf(p, call), "x + 1|2 * k");
  EXPECT_EQ(p[call.arguments[0].value].kind, ExprKind::Add);
  EXPECT_EQ(p[call.arguments[1].value].kind, ExprKind::Mul);
  EXPECT_EQ(p.text(call.text), "f(x + 1, 2 * k)");
}

TEST(CallInstance, SomeCallsNeedNotHappen) {
  Program p = programOf("static int f(int n) { return n; }\n"
                        "int g(int k) { k = k > 0 && f(k); f(k);\n"
                        "  return k; }");
  EXPECT_FALSE(callInstance(p, callOf(p, "f", 0)).isCertain);
  EXPECT_TRUE(callInstance(p, callOf(p, "f", 1)).isCertain);
  EXPECT_TRUE(callInstance(p, callOf(p, "f", 0)).needsResult);
}

TEST(CallInstance, VariadicArgumentsHaveNoParameter) {
  Program p = programOf("int f(int n, ...) { return n; }\n"
                        "int g(int k) { return f(2, k, 3.0); }");
  CallInstance call = callInstance(p, callOf(p, "f"));
  EXPECT_EQ(paramsOf(p, call.arguments), "n - -");
  EXPECT_FALSE(call.isComplete);
  EXPECT_TRUE(call.hasBody());
}

TEST(CallInstance, ThroughAPointer) {
  Program p = programOf("static int f(int n) { return n; }\n"
                        "int g(int (*h)(int), int k) { return h(k) + f(k); }");
  // The statement of the plain call has the other one, too.
  CallPoint other = callOf(p, "f");
  other.site = other.site == 0 ? 1 : 0;
  CallInstance call = callInstance(p, other);
  EXPECT_FALSE(isValid(call.callee));
  EXPECT_EQ(call.missing, MissingBody::Indirect);
  EXPECT_FALSE(call.isComplete);
  EXPECT_EQ(paramsOf(p, call.arguments), "-");
  // Of what it may call.
  EXPECT_EQ(
      paramsOf(p, bindArguments(p, siteOf(p, other), functionNamed(p, "f"))),
      "n");
}

TEST(CallInstance, OldStyleDefinitions) {
  Program p = programOf("static int f(a, b) int a; double b;\n"
                        "{ return a + (int)b; }\n"
                        "int g(int k) { return f(k, 2.0); }");
  CallInstance call = callInstance(p, callOf(p, "f"));
  EXPECT_EQ(paramsOf(p, call.arguments), "a b");
  EXPECT_TRUE(call.isComplete);
  EXPECT_EQ(whyNotCloned(p, call.callee),
            "'f' has parameters in an old style or of a type without a name");
}

TEST(CallInstance, StructuresByValue) {
  Program p = programOf("struct pair { double x, y; };\n"
                        "static struct pair f(struct pair q, int n) {\n"
                        "  q.x += n; return q; }\n"
                        "double g(struct pair r) { r = f(r, 1);\n"
                        "  return r.x; }");
  CallInstance call = callInstance(p, callOf(p, "f"));
  EXPECT_EQ(paramsOf(p, call.arguments), "q n");
  EXPECT_EQ(call.arguments[0].bytes, 16u);
  EXPECT_EQ(call.arguments[1].bytes, 0u);
  EXPECT_TRUE(call.needsResult);
}

TEST(CallInstance, WhyThereIsNoBody) {
  Program p = programOf("int printf(const char *, ...); int f(int);\n"
                        "int g(int k) { printf(\"%d\", k); return f(k); }");
  EXPECT_EQ(callInstance(p, callOf(p, "printf")).missing,
            MissingBody::NotDefined);
  EXPECT_EQ(callInstance(p, callOf(p, "f")).missing, MissingBody::NotDefined);
  EXPECT_TRUE(callsIn(p, p[functionNamed(p, "g")].body).empty());
}

TEST(CallInstance, RecursionHasABodyLikeAnyCall) {
  Program p = programOf("static int f(int n, int m) {\n"
                        "  return n < 2 ? m : f(n - 1, n * m); }\n"
                        "int g(int k) { return f(k, 1); }");
  CallInstance inner = callInstance(p, callOf(p, "f", 0));
  EXPECT_EQ(inner.callee, p[inner.point.node].function);
  EXPECT_TRUE(inner.hasBody());
  EXPECT_EQ(textsOf(p, inner), "n - 1|n * m");
}

TEST(CallInstance, TextsOfArgumentsWithCommasInside) {
  Program p = programOf("int f(int a, const char *t, int c) { return a; }\n"
                        "int h(int a, int b) { return a + b; }\n"
                        "int g(int k) {\n"
                        "  return f (h(k, 1), \"a,\\\"b)\", (k, ',')); }");
  EXPECT_EQ(textsOf(p, callInstance(p, callOf(p, "f"))),
            "h(k, 1)|\"a,\\\"b)\"|(k, ',')");
}

TEST(CallInstance, NoTextsWhereACallIsNotWrittenPlainly) {
  Program p = programOf("static int f(int a) { return a; }\n"
                        "int g(int k) { return (f)(k); }");
  CallInstance call = callInstance(p, callOf(p, "f"));
  EXPECT_FALSE(isWrittenPlainly(p, siteOf(p, call.point)));
  EXPECT_EQ(textsOf(p, call), "?");
  EXPECT_EQ(whyNotRedirected(p, call.point),
            "the call of 'f' is not written plainly");
}

TEST(CallInstance, PositionsOfParameters) {
  Program p = programOf("static int f(int a, int b) { int c = a; return c; }\n"
                        "int g(int k) { return f(k, 7); }");
  FunctionId f = functionNamed(p, "f");
  EXPECT_EQ(positionOf(p, f, p[f].params[1]), 1u);
  EXPECT_EQ(positionOf(p, functionNamed(p, "g"), p[f].params[1]), std::nullopt);
  const CallSite &site = siteOf(p, callOf(p, "f"));
  EXPECT_EQ(p[*argumentAt(site, 1)].value, 7);
  EXPECT_EQ(argumentAt(site, 2), std::nullopt);
}
