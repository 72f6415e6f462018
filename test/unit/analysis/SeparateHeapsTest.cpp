// SPDX-License-Identifier: Apache-2.0
#include "analysis/SeparateHeaps.h"

#include "analysis/ComputeEffects.h"
#include "analysis/pointsto/PointsTo.h"

#include "ProgramFixture.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::ir;
using namespace hocket::analysis;
using hocket::test::touched;

namespace {

using Ids = std::vector<ObjectId>;

class SeparateHeapsTest : public testing::Test, public test::ProgramFixture {
protected:
  /// `void *name(n) { void *p = malloc(n); <more>; return p; }`
  FunctionId allocator(const std::string &name) {
    FunctionId mallocId = declare("malloc");
    FunctionId f = define(name);
    inner = heap("inner");
    local = pointer("p");
    StmtId s = stmt();
    write(s, lvalue(local), 8, result(call(s, mallocId, {}, inner)));
    return f;
  }
  StmtId assignCall(ObjectId target, FunctionId callee,
                    std::vector<ExprId> args = {}) {
    StmtId s = stmt();
    write(s, lvalue(target), 8, result(call(s, callee, std::move(args))));
    return s;
  }
  Ids at(StmtId stmt, ExprId address) {
    const auto ids =
        PointsTo(program, LibraryTable()).objectsAt(stmt, address).ids;
    return {ids.begin(), ids.end()};
  }
  ObjectId cloneAt(StmtId stmt) {
    return program[stmt].calls[0].heapClones.at(0).second;
  }

  ObjectId inner, local;
};

TEST_F(SeparateHeapsTest, eachCallHasItsOwn) {
  FunctionId make = allocator("make");
  write(stmt(), var(local)); // p[0] = 0
  returnValue(var(local));
  define("main");
  ObjectId p = pointer("p"), q = pointer("q");
  StmtId first = assignCall(p, make), second = assignCall(q, make);
  StmtId use = stmt();
  ExprId atP = var(p), atQ = var(q);
  read(use, atP);
  read(use, atQ);
  separateHeaps(program);
  EXPECT_EQ(at(use, atP), Ids{cloneAt(first)});
  EXPECT_EQ(at(use, atQ), Ids{cloneAt(second)});
  Effects effects = computeEffects(program);
  Ids written = touched(effects.stmts[index(second)], AccessKind::Write);
  EXPECT_TRUE(std::count(written.begin(), written.end(), cloneAt(second)));
  EXPECT_FALSE(std::count(written.begin(), written.end(), cloneAt(first)));
  EXPECT_FALSE(std::count(written.begin(), written.end(), inner));
}

TEST_F(SeparateHeapsTest, chainsAndContents) {
  // struct image { double *data; } *create() { i = make(); i->data = make(); }
  FunctionId make = allocator("make");
  returnValue(var(local));
  FunctionId create = define("create");
  ObjectId i = pointer("i");
  assignCall(i, make);
  StmtId data = stmt();
  write(data, var(i), 8, result(call(data, make, {})));
  returnValue(var(i));
  define("main");
  ObjectId p = pointer("p"), q = pointer("q");
  assignCall(p, create);
  assignCall(q, create);
  StmtId use = stmt();
  ExprId atP = var(p), dataP = load(atP), dataQ = load(var(q));
  read(use, atP);
  read(use, dataP);
  read(use, dataQ);
  separateHeaps(program);
  Ids ofP = at(use, dataP), ofQ = at(use, dataQ);
  ASSERT_EQ(ofP.size(), 1u);
  ASSERT_EQ(ofQ.size(), 1u);
  EXPECT_NE(ofP, ofQ);
  EXPECT_NE(ofP, at(use, atP));
}

TEST_F(SeparateHeapsTest, notIfItKeepsAPointer) {
  FunctionId make = allocator("make");
  ObjectId cache = pointer("cache", ObjectKind::Global);
  assign(cache, var(local));
  returnValue(var(cache));
  define("main");
  ObjectId p = pointer("p");
  StmtId s = assignCall(p, make);
  separateHeaps(program);
  EXPECT_TRUE(program[s].calls[0].heapClones.empty());
}

TEST_F(SeparateHeapsTest, notIfAHelperKeepsAPointer) {
  ObjectId list = array("list", 80);
  FunctionId keep = define("keep");
  ObjectId x = param("x");
  write(stmt(), addressOf(list), 8, var(x));
  FunctionId make = allocator("make");
  callStmt(keep, {var(local)});
  returnValue(var(local));
  define("main");
  ObjectId p = pointer("p");
  StmtId s = assignCall(p, make);
  separateHeaps(program);
  EXPECT_TRUE(program[s].calls[0].heapClones.empty());
}

TEST_F(SeparateHeapsTest, notIfCalledThroughAPointer) {
  FunctionId make = allocator("make");
  returnValue(var(local));
  program.functions[index(make)].isAddressTaken = true;
  define("main");
  ObjectId p = pointer("p");
  StmtId s = assignCall(p, make);
  separateHeaps(program);
  EXPECT_TRUE(program[s].calls[0].heapClones.empty());
}

TEST_F(SeparateHeapsTest, oldObjectsKeepTheirNames) {
  // push(l): n = malloc(); n->next = l; return n;
  FunctionId mallocId = declare("malloc");
  FunctionId push = define("push");
  ObjectId l = param("l");
  inner = heap("inner");
  local = pointer("n");
  StmtId s = stmt();
  write(s, lvalue(local), 8, result(call(s, mallocId, {}, inner)));
  write(stmt(), var(local), 8, var(l));
  returnValue(var(local));
  define("main");
  ObjectId p = pointer("p"), q = pointer("q");
  StmtId first = assignCall(p, push, {constant(0)});
  StmtId second = assignCall(q, push, {var(p)});
  StmtId use = stmt();
  ExprId atQ = var(q), next = load(atQ);
  read(use, atQ);
  read(use, next);
  separateHeaps(program);
  EXPECT_EQ(at(use, atQ), Ids{cloneAt(second)});
  Ids nexts = at(use, next);
  EXPECT_TRUE(std::count(nexts.begin(), nexts.end(), cloneAt(first)));
}

/// Each pointer may lead to each array, and is read at another place.
TEST_F(SeparateHeapsTest, saysWhenPointersAreBeyondTheBudget) {
  define("main");
  ObjectId first = pointer("first");
  assign(first, addressOf(array("a", 80)));
  EXPECT_EQ(separateHeaps(program), PointersAre::Followed);
  for (int i = 0; i < 2000; ++i)
    assign(first, addressOf(array("a" + std::to_string(i), 80)));
  for (int i = 0; i < 6000; ++i)
    assign(pointer("p" + std::to_string(i)), add(var(first), constant(8)));
  EXPECT_EQ(separateHeaps(program), PointersAre::BeyondBudget);
}

} // namespace
