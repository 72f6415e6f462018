// SPDX-License-Identifier: Apache-2.0
#include "analysis/ComputeEffects.h"

#include "ProgramFixture.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::ir;
using namespace hocket::analysis;
using hocket::test::touched;

namespace {

using Ids = std::vector<ObjectId>;

class EffectsTest : public testing::Test, public test::ProgramFixture {
protected:
  StmtEffects of(StmtId stmt) {
    return computeEffects(program).stmts[index(stmt)];
  }
  /// The items of one kind that may fall into an object.
  std::vector<EffectItem> items(const StmtEffects &effects, AccessKind kind,
                                ObjectId object) {
    std::vector<EffectItem> found;
    for (const EffectItem &item : effects.items)
      if (item.kind == kind && item.objects.contains(object))
        found.push_back(item);
    return found;
  }
};

TEST_F(EffectsTest, parametersBecomeArguments) {
  // void set(double *p) { p[1] = 0; }   set(a + 2 doubles)
  FunctionId set = define("set");
  ObjectId p = param("p");
  write(stmt(), add(var(p), constant(8)));
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80);
  callStmt(set, {addressOf(b)});
  ExprId argument = add(addressOf(a), constant(16));
  StmtId call = callStmt(set, {argument});
  StmtEffects effects = of(call);
  ASSERT_EQ(effects.items.size(), 1u);
  const EffectItem &item = effects.items[0];
  EXPECT_EQ(item.objects.ids, Ids{a}); // not b
  EXPECT_EQ(item.address, argument);
  EXPECT_EQ(item.offset, 8);
  EXPECT_EQ(item.size, 8u);
  EXPECT_TRUE(item.must);
  EXPECT_EQ(item.via, "set");
  EXPECT_EQ(item.type, "double");
}

TEST_F(EffectsTest, offsetsAddUpThroughCalls) {
  FunctionId inner = define("inner");
  ObjectId p = param("p");
  write(stmt(), add(var(p), constant(8)));
  FunctionId outer = define("outer");
  ObjectId q = param("q");
  callStmt(inner, {add(var(q), constant(16))});
  define("main");
  ObjectId a = array("a", 80);
  ExprId argument = addressOf(a);
  StmtEffects effects = of(callStmt(outer, {argument}));
  ASSERT_EQ(effects.items.size(), 1u);
  EXPECT_EQ(effects.items[0].address, argument);
  EXPECT_EQ(effects.items[0].offset, 24);
  EXPECT_TRUE(effects.items[0].must);
}

TEST_F(EffectsTest, reassignedParameterHasNoAddress) {
  FunctionId f = define("f");
  ObjectId p = param("p");
  assign(p, add(var(p), constant(8)));
  write(stmt(), var(p));
  define("main");
  ObjectId a = array("a", 80);
  StmtEffects effects = of(callStmt(f, {addressOf(a)}));
  ASSERT_EQ(effects.items.size(), 1u);
  EXPECT_FALSE(isValid(effects.items[0].address));
  EXPECT_FALSE(effects.items[0].must);
  EXPECT_EQ(effects.items[0].objects.ids, Ids{a});
}

TEST_F(EffectsTest, indexedAccessFallsIntoTheArgument) {
  FunctionId f = define("f");
  ObjectId p = param("p"), i = integer("i");
  beginLoop();
  write(stmt(), element(var(p), 8, i));
  end();
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80);
  callStmt(f, {addressOf(b)});
  StmtEffects effects = of(callStmt(f, {addressOf(a)}));
  EXPECT_EQ(touched(effects, AccessKind::Write), Ids{a});
  EXPECT_FALSE(isValid(effects.items[0].address));
}

TEST_F(EffectsTest, conditionalWritesAreMay) {
  FunctionId f = define("f");
  ObjectId p = param("p");
  beginIf();
  write(stmt(), var(p));
  end();
  write(stmt(), add(var(p), constant(8)));
  define("main");
  ObjectId a = array("a", 80);
  StmtEffects effects = of(callStmt(f, {addressOf(a)}));
  ASSERT_EQ(effects.items.size(), 2u);
  for (const EffectItem &item : effects.items)
    EXPECT_EQ(item.must, item.offset == 8);
}

TEST_F(EffectsTest, nothingIsMustAfterAReturnInABranch) {
  FunctionId f = define("f");
  ObjectId p = param("p");
  NodeId branch = beginIf();
  returnValue(constant(0));
  end();
  program.nodes[index(branch)].exits.byReturn = true;
  write(stmt(), var(p));
  define("main");
  ObjectId a = array("a", 80);
  StmtEffects effects = of(callStmt(f, {addressOf(a)}));
  ASSERT_EQ(effects.items.size(), 1u);
  EXPECT_FALSE(effects.items[0].must);
}

TEST_F(EffectsTest, localsOfTheCalleeAreGone) {
  ObjectId counter = integer("counter", ObjectKind::Global);
  FunctionId sink = define("sink");
  ObjectId p = param("p");
  write(stmt(), var(p));
  FunctionId f = define("f");
  ObjectId local = array("local", 80, ObjectKind::Local);
  ObjectId i = integer("i");
  write(stmt(), lvalue(i), 4);
  callStmt(sink, {addressOf(local)});
  write(stmt(), lvalue(counter), 4, ExprId::None, "int");
  define("main");
  StmtEffects effects = of(callStmt(f, {}));
  ASSERT_EQ(effects.items.size(), 1u);
  EXPECT_EQ(effects.items[0].objects.ids, Ids{counter});
  EXPECT_TRUE(isValid(effects.items[0].address)); // the same everywhere
  EXPECT_TRUE(effects.items[0].must);
}

TEST_F(EffectsTest, recursionReachesAFixpoint) {
  ObjectId shared = array("shared", 80);
  FunctionId even = declare("even"), odd = declare("odd");
  define(even);
  ObjectId p = param("p"), local = array("local", 8, ObjectKind::Local);
  beginIf();
  callStmt(odd, {add(var(p), constant(8))});
  StmtId inner = callStmt(odd, {addressOf(local)});
  end();
  define(odd);
  ObjectId q = param("q");
  write(stmt(), var(q));
  callStmt(even, {add(var(q), constant(8))});
  define("main");
  StmtId call = callStmt(even, {addressOf(shared)});
  Effects all = computeEffects(program);
  EXPECT_TRUE(all.isRecursive[index(even)]);
  EXPECT_TRUE(all.isRecursive[index(odd)]);
  EXPECT_EQ(touched(all.stmts[index(call)], AccessKind::Write), Ids{shared});
  Ids within = touched(all.stmts[index(inner)], AccessKind::Write);
  EXPECT_NE(std::find(within.begin(), within.end(), local), within.end());
}

TEST_F(EffectsTest, memcpyOfConstantSizeIsExact) {
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80);
  StmtId call =
      callStmt(declare("memcpy"), {addressOf(a), addressOf(b), constant(80)});
  StmtEffects effects = of(call);
  std::vector<EffectItem> writes = items(effects, AccessKind::Write, a);
  std::vector<EffectItem> reads = items(effects, AccessKind::Read, b);
  ASSERT_EQ(writes.size(), 1u);
  ASSERT_EQ(reads.size(), 1u);
  EXPECT_TRUE(writes[0].must);
  EXPECT_EQ(writes[0].size, 80u);
  EXPECT_EQ(effects.items.size(), 2u);
  EXPECT_FALSE(effects.needsCallingThread);
}

TEST_F(EffectsTest, mathHasNoEffectUnlessErrnoIsRead) {
  define("main");
  StmtId call = callStmt(declare("sqrt"), {constant(2)});
  EXPECT_TRUE(of(call).items.empty());
  callStmt(declare("__errno_location"), {});
  StmtEffects effects = of(call);
  EXPECT_EQ(touched(effects, AccessKind::Write),
            Ids{program.hidden.errnoValue});
  // It may run on another thread that hands on what it leaves in errno.
  EXPECT_FALSE(effects.needsCallingThread);
  EffectOptions options;
  options.mathErrno = false;
  EXPECT_TRUE(
      computeEffects(program, options).stmts[index(call)].items.empty());
}

TEST_F(EffectsTest, allocationCommutes) {
  define("main");
  ObjectId h = heap("h");
  StmtId call = callStmt(declare("malloc"), {constant(8)}, h);
  StmtEffects effects = of(call);
  ASSERT_EQ(effects.items.size(), 1u);
  EXPECT_TRUE(effects.items[0].isCommutative);
  EXPECT_EQ(effects.items[0].objects.ids, Ids{program.hidden.allocator});
}

TEST_F(EffectsTest, freeWritesWhatItFrees) {
  define("main");
  ObjectId h = heap("h"), p = pointer("p");
  StmtId s = stmt();
  write(s, lvalue(p), 8, result(call(s, declare("malloc"), {constant(8)}, h)));
  StmtId freed = callStmt(declare("free"), {var(p)});
  EXPECT_EQ(items(of(freed), AccessKind::Write, h).size(), 1u);
}

TEST_F(EffectsTest, unknownFunctionsTouchWhatEscaped) {
  ObjectId counter = integer("counter", ObjectKind::Global);
  program.objects[index(counter)].unit = UnitId(0);
  FunctionId callback = define("callback");
  write(stmt(), lvalue(counter), 4);
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80);
  write(stmt(), addressOf(b));
  StmtId call = callStmt(declare("mystery"),
                         {addressOf(a), addressOf(program[callback].object)});
  StmtEffects effects = of(call);
  EXPECT_TRUE(effects.isUnknown);
  EXPECT_EQ(effects.unknownWhy, "mystery");
  EXPECT_TRUE(effects.mayNotReturn);
  EXPECT_TRUE(effects.needsCallingThread);
  Ids written = touched(effects, AccessKind::Write);
  for (ObjectId id : {a, counter, program.hidden.io, program.hidden.control,
                      program.hidden.external})
    EXPECT_NE(std::find(written.begin(), written.end(), id), written.end());
  EXPECT_EQ(std::find(written.begin(), written.end(), b), written.end());
}

TEST_F(EffectsTest, exitDoesNotReturnThroughCalls) {
  FunctionId die = define("die");
  callStmt(declare("exit"), {constant(1)});
  define("main");
  StmtEffects effects = of(callStmt(die, {}));
  EXPECT_TRUE(effects.mayNotReturn);
  EXPECT_FALSE(effects.isUnknown);
  Ids written = touched(effects, AccessKind::Write);
  EXPECT_EQ(written, (Ids{program.hidden.io, program.hidden.control}));
}

TEST_F(EffectsTest, floatingPointEnvironmentIsThreadUnsafe) {
  define("main");
  EXPECT_EQ(computeEffects(program).threadUnsafe, "");
  callStmt(declare("fesetround"), {constant(0)});
  EXPECT_EQ(computeEffects(program).threadUnsafe,
            "uses the floating-point environment by 'fesetround'");
}

TEST_F(EffectsTest, threadLocalNeedsTheCallingThread) {
  ObjectId own = integer("own", ObjectKind::Global);
  program.objects[index(own)].isThreadLocal = true;
  FunctionId f = define("f");
  write(stmt(), lvalue(own), 4);
  define("main");
  EXPECT_TRUE(of(callStmt(f, {})).needsCallingThread);
}

TEST_F(EffectsTest, qsortCallsItsComparison) {
  ObjectId counter = integer("counter", ObjectKind::Global);
  FunctionId compare = define("compare");
  ObjectId x = param("x");
  read(stmt(), var(x));
  write(stmt(), lvalue(counter), 4);
  define("main");
  ObjectId a = array("a", 80);
  StmtId call =
      callStmt(declare("qsort"), {addressOf(a), constant(10), constant(8),
                                  addressOf(program[compare].object)});
  StmtEffects effects = of(call);
  EXPECT_FALSE(effects.isUnknown);
  EXPECT_EQ(items(effects, AccessKind::Write, counter).size(), 1u);
  EXPECT_FALSE(items(effects, AccessKind::Write, a).empty());
}

} // namespace
