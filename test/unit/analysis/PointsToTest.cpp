// SPDX-License-Identifier: Apache-2.0
#include "analysis/pointsto/PointsTo.h"

#include "ProgramFixture.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::ir;
using namespace hocket::analysis;

namespace {

class PointsToTest : public testing::Test, public test::ProgramFixture {
protected:
  using Ids = std::vector<ObjectId>;

  Ids at(StmtId stmt, ExprId address) {
    if (!pointsTo_)
      pointsTo_ = std::make_unique<PointsTo>(program, library_);
    const auto ids = pointsTo_->objectsAt(stmt, address).ids;
    return {ids.begin(), ids.end()};
  }
  /// `*address` read in a statement of its own.
  std::pair<StmtId, ExprId> use(ExprId address) {
    StmtId s = stmt();
    read(s, address);
    return {s, address};
  }
  Ids at(const std::pair<StmtId, ExprId> &use) {
    return at(use.first, use.second);
  }

  LibraryTable library_;
  std::unique_ptr<PointsTo> pointsTo_;
};

TEST_F(PointsToTest, copiesFollowAssignments) {
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80);
  ObjectId p = pointer("p"), q = pointer("q");
  assign(p, addressOf(a));
  assign(q, var(p));
  auto useQ = use(var(q));
  assign(p, addressOf(b));
  EXPECT_EQ(at(useQ), (Ids{a, b})); // without regard to order
}

TEST_F(PointsToTest, membersAreKeptApart) {
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80), s = array("s", 16);
  StmtId first = stmt(), second = stmt();
  write(first, addressOf(s), 8, addressOf(a));
  write(second, add(addressOf(s), constant(8)), 8, addressOf(b));
  auto useFirst = use(load(addressOf(s)));
  auto useSecond = use(load(add(addressOf(s), constant(8))));
  EXPECT_EQ(at(useFirst), Ids{a});
  EXPECT_EQ(at(useSecond), Ids{b});
}

TEST_F(PointsToTest, membersOfElementsAreKeptApart) {
  // struct { double *x, *y; } t[n]; t[i].x = a; t[j].y = b;
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80), t = array("t", 160);
  ObjectId i = integer("i");
  StmtId first = stmt(), second = stmt();
  write(first, element(addressOf(t), 16, i), 8, addressOf(a));
  write(second, add(element(addressOf(t), 16, i), constant(8)), 8,
        addressOf(b));
  auto useX = use(load(add(addressOf(t), constant(32))));
  auto useY = use(load(add(element(addressOf(t), 16, i), constant(8))));
  auto useAny = use(load(element(addressOf(t), 8, i)));
  EXPECT_EQ(at(useX), Ids{a});
  EXPECT_EQ(at(useY), Ids{b});
  EXPECT_EQ(at(useAny), (Ids{a, b}));
}

TEST_F(PointsToTest, pointerThatWalksKeepsItsStride) {
  // for (...) p = p + 16; p->x where struct { double *x, *y; } *p = t
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80), t = array("t", 1600);
  ObjectId p = pointer("p");
  StmtId first = stmt(), second = stmt();
  write(first, addressOf(t), 8, addressOf(a));
  write(second, add(addressOf(t), constant(24)), 8, addressOf(b));
  assign(p, addressOf(t));
  assign(p, add(var(p), constant(16)));
  auto useX = use(load(var(p)));
  auto useY = use(load(add(var(p), constant(8))));
  EXPECT_EQ(at(useX), Ids{a});
  EXPECT_EQ(at(useY), Ids{b});
}

TEST_F(PointsToTest, pointersThatWalkInACircleEnd) {
  define("main");
  ObjectId t = array("t", 0);
  ObjectId p = pointer("p"), q = pointer("q");
  assign(p, addressOf(t));
  assign(q, add(var(p), constant(24)));
  assign(p, add(var(q), constant(16)));
  auto useP = use(var(p));
  EXPECT_EQ(at(useP), Ids{t});
}

TEST_F(PointsToTest, aggregateCopyCarriesMembers) {
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80);
  ObjectId s = array("s", 16), t = array("t", 32);
  StmtId first = stmt(), second = stmt(), copy = stmt();
  write(first, addressOf(s), 8, addressOf(a));
  write(second, add(addressOf(s), constant(8)), 8, addressOf(b));
  write(copy, add(addressOf(t), constant(16)), 16, load(addressOf(s), false, 0),
        "struct s");
  auto useB = use(load(add(addressOf(t), constant(24))));
  auto useA = use(load(add(addressOf(t), constant(16))));
  EXPECT_EQ(at(useB), Ids{b});
  EXPECT_EQ(at(useA), Ids{a});
}

TEST_F(PointsToTest, memcpyCarriesMembers) {
  define("main");
  ObjectId a = array("a", 80), s = array("s", 16), t = array("t", 16);
  FunctionId memcpyId = declare("memcpy");
  StmtId first = stmt();
  write(first, add(addressOf(s), constant(8)), 8, addressOf(a));
  callStmt(memcpyId, {addressOf(t), addressOf(s), constant(16)});
  auto useT = use(load(add(addressOf(t), constant(8))));
  EXPECT_EQ(at(useT), Ids{a});
}

TEST_F(PointsToTest, heapByCallSiteAndRealloc) {
  define("main");
  FunctionId mallocId = declare("malloc"), reallocId = declare("realloc");
  ObjectId h = heap("h"), g = heap("g"), p = pointer("p"), q = pointer("q");
  ObjectId a = array("a", 80);
  StmtId s = stmt();
  write(s, lvalue(p), 8, result(call(s, mallocId, {constant(80)}, h)));
  StmtId content = stmt();
  write(content, var(p), 8, addressOf(a));
  StmtId r = stmt();
  unsigned again = call(r, reallocId, {var(p), constant(160)}, g);
  write(r, lvalue(q), 8, result(again));
  auto useQ = use(var(q));
  auto useContent = use(load(var(q)));
  EXPECT_EQ(at(useQ), (Ids{h, g}));
  EXPECT_EQ(at(useContent), Ids{a});
}

TEST_F(PointsToTest, argumentsAndResults) {
  FunctionId id = define("identity");
  ObjectId x = param("x");
  returnValue(var(x));
  define("main");
  ObjectId a = array("a", 80), p = pointer("p");
  StmtId s = stmt();
  write(s, lvalue(p), 8, result(call(s, id, {addressOf(a)})));
  auto useP = use(var(p));
  EXPECT_EQ(at(useP), Ids{a});
}

TEST_F(PointsToTest, callsThroughPointers) {
  FunctionId f = define("f");
  ObjectId x = param("x");
  auto useX = use(var(x));
  define("main");
  ObjectId a = array("a", 80), pf = pointer("pf");
  assign(pf, addressOf(program[f].object));
  StmtId s = stmt();
  call(s, FunctionId::None, {addressOf(a)});
  program.stmts[index(s)].calls[0].pointer = var(pf);
  EXPECT_EQ(at(useX), Ids{a});
  CallTargets targets = pointsTo_->targets(s, program[s].calls[0]);
  EXPECT_EQ(targets.functions, std::vector{f});
  EXPECT_FALSE(targets.outside);
}

TEST_F(PointsToTest, callbacksOfTheLibrary) {
  FunctionId compare = define("compare");
  ObjectId x = param("x");
  auto useX = use(var(x));
  define("main");
  ObjectId a = array("a", 80);
  callStmt(declare("qsort"), {addressOf(a), constant(10), constant(8),
                              addressOf(program[compare].object)});
  EXPECT_EQ(at(useX), Ids{a});
}

TEST_F(PointsToTest, unknownCodeKeepsWhatItGets) {
  define("main");
  ObjectId a = array("a", 80), b = array("b", 80), s = array("s", 16);
  ObjectId p = pointer("p");
  StmtId first = stmt();
  write(first, addressOf(s), 8, addressOf(a));
  callStmt(declare("mystery"), {addressOf(s)});
  StmtId later = stmt();
  write(later, lvalue(p), 8, result(call(later, declare("riddle"), {})));
  auto useP = use(var(p));
  auto useB = use(addressOf(b));
  Ids found = at(useP);
  EXPECT_EQ(found, (Ids{program.hidden.external, a, s}));
  EXPECT_EQ(at(useB), Ids{b});
  // It may have stored any of its pointers where it could.
  EXPECT_EQ(pointsTo_->reachableOutside().ids, found);
}

TEST_F(PointsToTest, openProgramsGetPointersFromOutside) {
  program.isClosed = false;
  ObjectId shared = array("shared", 80), own = array("own", 80);
  program.objects[index(own)].unit = UnitId(0); // static
  define("entry");
  ObjectId x = param("x");
  auto useX = use(var(x));
  auto useOwn = use(addressOf(own));
  EXPECT_EQ(at(useX), (Ids{program.hidden.external, shared}));
  EXPECT_EQ(at(useOwn), Ids{own});
}

TEST_F(PointsToTest, valueOfWhichNothingIsKnown) {
  define("main");
  ObjectId a = array("a", 80), p = pointer("p");
  assign(p, unknownPointer());
  auto useP = use(var(p));
  at(useP);
  ObjectSet set = pointsTo_->objectsAt(useP.first, useP.second);
  EXPECT_TRUE(set.unknown);
  EXPECT_TRUE(set.contains(a));
}

TEST_F(PointsToTest, beyondBudgetNothingIsKnownOfPointers) {
  define("main");
  ObjectId a = array("a", 80), p = pointer("p");
  assign(p, addressOf(a));
  auto useP = use(var(p)), useA = use(addressOf(a));
  const PointsTo beyond(program, library_, PointersAre::BeyondBudget);
  EXPECT_TRUE(beyond.gaveUp());
  EXPECT_TRUE(beyond.objectsAt(useP.first, useP.second).unknown);
  EXPECT_FALSE(beyond.objectsAt(useA.first, useA.second).unknown);
}

TEST_F(PointsToTest, storeThroughUnknownReachesAllExposed) {
  define("main");
  ObjectId a = array("a", 80), s = array("s", 16), p = pointer("p");
  assign(p, unknownPointer());
  StmtId store = stmt();
  write(store, var(p), 8, addressOf(a));
  auto useS = use(load(add(addressOf(s), constant(8))));
  EXPECT_EQ(at(useS), Ids{a});
}

TEST_F(PointsToTest, initializersOfStatics) {
  ObjectId a = array("a", 80), b = array("b", 80);
  ObjectId known = array("known", 16), unknown = array("unknown", 16);
  Object &k = program.objects[index(known)];
  k.hasInitializer = k.initialPointersKnown = true;
  k.initialPointers = {{8, addressOf(a)}};
  Object &u = program.objects[index(unknown)];
  u.hasInitializer = true;
  u.type.before = "struct t ";
  define("main");
  auto useKnown = use(load(add(addressOf(known), constant(8))));
  auto useUnknown = use(load(addressOf(unknown)));
  EXPECT_EQ(at(useKnown), Ids{a});
  Ids any = at(useUnknown);
  EXPECT_TRUE(std::find(any.begin(), any.end(), b) != any.end());
}

TEST_F(PointsToTest, pointersThroughIntegers) {
  define("main");
  ObjectId a = array("a", 80), n = integer("n"), p = pointer("p");
  Expr toInteger;
  toInteger.kind = ExprKind::Cast;
  toInteger.operands = {addressOf(a)};
  StmtId s = stmt();
  write(s, lvalue(n), 8, expr(toInteger));
  Expr toPointer;
  toPointer.kind = ExprKind::Cast;
  toPointer.isPointer = true;
  toPointer.operands = {add(var(n), constant(8))};
  assign(p, expr(toPointer));
  auto useP = use(var(p));
  EXPECT_EQ(at(useP), (Ids{program.hidden.external, a}));
}

} // namespace
