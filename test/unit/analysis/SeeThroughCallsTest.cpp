// SPDX-License-Identifier: Apache-2.0
//
// Copies of called functions' bodies: what stands for the callee's variables
// and nodes, and how one comes back from a copy to its call.
#include "analysis/calls/SeeThroughCalls.h"

#include "analysis/calls/CallCopier.h"
#include "frontend/ExtractProgram.h"
#include "ir/Print.h"
#include "ir/Tree.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::ir;

namespace {

Program programOf(const std::string &text) {
  RemarkSink sink;
  Program program = extractProgram({{"t.c", text, {}}}, true, sink);
  EXPECT_TRUE(program.units.at(0).parsed) << program.units[0].problem;
  return program;
}

/// The program with its calls seen through.
Program copiedOf(const std::string &text) {
  Program program = programOf(text);
  analysis::seeThroughCalls(program);
  std::vector<std::string> wrong = verify(program);
  EXPECT_TRUE(wrong.empty()) << wrong.front();
  return program;
}

const Function &functionNamed(const Program &program, const std::string &name) {
  for (const Function &function : program.functions)
    if (function.name == name)
      return function;
  throw std::runtime_error("no function " + name);
}

CallPoint callOf(const Program &program, const std::string &name,
                 std::size_t which = 0) {
  return callsByCallee(program)
      .at(index(functionNamed(program, name).id))
      .at(which);
}

} // namespace

TEST(CallCopier, MapsVariablesAndNodes) {
  Program p = programOf("static int f(int n) { int s = 0;\n"
                        "  for (int i = 0; i < n; i++) s += i;\n"
                        "  return s; }\n"
                        "int g(int k) { return f(k + 1); }");
  CallInstance call = callInstance(p, callOf(p, "f"));
  ASSERT_TRUE(analysis::canCopy(p, call));
  Node block;
  block.parent = call.point.node;
  block.function = p[call.point.node].function;
  block.inlinedFrom = block.function;
  block.id = NodeId(p.nodes.size());
  block.data = Block{};
  p.nodes.push_back(block);
  call = analysis::copyCall(p, call, block.id);

  const Function &f = functionNamed(p, "f");
  // The parameter, s and i.
  EXPECT_EQ(call.objects.size(), 3u);
  ObjectId clone = call.objects.at(f.params[0]);
  EXPECT_EQ(p[clone].cloneOf, f.params[0]);
  EXPECT_EQ(p[clone].kind, ObjectKind::Local);
  EXPECT_EQ(p[clone].scope, call.copy);
  EXPECT_EQ(p[clone].function, functionNamed(p, "g").id);
  // The body is the copy's last child.
  EXPECT_EQ(call.nodes.at(f.body), p[call.copy].as<Block>()->children.back());
  forEachNode(p, f.body, [&](NodeId node) {
    if (p[node].as<Loop>()) {
      EXPECT_TRUE(p[call.nodes.at(node)].as<Loop>());
      EXPECT_EQ(p[call.nodes.at(node)].inlinedFrom, f.id);
    }
  });
  EXPECT_TRUE(call.hasCopy());
  EXPECT_TRUE(isValid(call.result));
  EXPECT_EQ(siteOf(p, call.point).copy, call.copy);
  EXPECT_EQ(siteOf(p, call.point).result, call.result);
  EXPECT_EQ(p[block.id].as<Block>()->children.back(), call.copy);
}

TEST(SeeThroughCalls, BackFromACopyToItsCall) {
  Program p = copiedOf("int x;\n"
                       "static void f(int n) { x += n; }\n"
                       "static void h(int n) { f(n + 1); }\n"
                       "void g(int k) { h(k); f(k); }");
  NodeId body = functionNamed(p, "g").body;
  std::vector<NodeId> children = childrenOf(p, body);
  for (NodeId child : children) {
    std::vector<CallPoint> calls = copiedCalls(p, child);
    ASSERT_EQ(calls.size(), 1u);
    NodeId copy = siteOf(p, calls[0]).copy;
    EXPECT_EQ(callAround(p, copy), calls[0]);
    EXPECT_EQ(callAround(p, childrenOf(p, copy).back()), calls[0]);
    EXPECT_EQ(callAround(p, child), std::nullopt);
  }
  // h's own call of f, in the copy of h.
  NodeId outer = siteOf(p, copiedCalls(p, children[0])[0]).copy;
  unsigned inner = 0;
  forEachNode(p, outer, [&](NodeId node) {
    for (const CallPoint &call : copiedCalls(p, node)) {
      ++inner;
      EXPECT_EQ(calleeOf(p, call).name, "f");
      EXPECT_EQ(callAround(p, siteOf(p, call).copy), call);
    }
  });
  EXPECT_EQ(inner, 1u);
}

TEST(SeeThroughCalls, CallsThatNeedNotHappenStandUnderABranch) {
  Program p = copiedOf("static int f(int n) { return n; }\n"
                       "int g(int k) { k = k > 0 && f(k); return k; }");
  CallPoint call = callOf(p, "f");
  NodeId copy = siteOf(p, call).copy;
  ASSERT_TRUE(isValid(copy));
  EXPECT_TRUE(p[p[copy].parent].as<Branch>());
  EXPECT_EQ(callAround(p, copy), call);
}

TEST(SeeThroughCalls, NotCopied) {
  // Recursive, variadic, with labels, with other arguments than parameters.
  Program p = copiedOf(
      "static int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n"
      "static int v(int n, ...) { return n; }\n"
      "static int l(int n) { again: if (n > 9) { n -= 9; goto again; }\n"
      "  return n; }\n"
      "static int o() { return 1; }\n"
      "int g(int k, int (*h)(int)) {\n"
      "  return f(k) + v(k, k) + l(k) + o(k) + h(k); }");
  for (const Stmt &stmt : p.stmts)
    for (const CallSite &site : stmt.calls)
      EXPECT_FALSE(site.isSeenThrough());
}

TEST(SeeThroughCalls, StructuresAreBoundBySize) {
  Program p = copiedOf("struct pair { double x, y; };\n"
                       "static double f(struct pair q) { return q.x; }\n"
                       "double g(struct pair r) { double d = f(r);\n"
                       "  return d; }");
  CallPoint call = callOf(p, "f");
  EXPECT_TRUE(siteOf(p, call).isSeenThrough());
  EXPECT_EQ(callInstance(p, call).arguments[0].bytes, 16u);
}
