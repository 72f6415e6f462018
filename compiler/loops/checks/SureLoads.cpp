// SPDX-License-Identifier: Apache-2.0
//
// Which loads a test on entry may make. `if (s) a[i] = s->data[i]` says nothing
// about `s` where it is null, and neither does an inner loop that has no
// iteration: an entry must not read what the loop would not.
//
// Where the loop may not make the load, the entry asks whether the memory can
// be read: that its page is one of which the loop surely reads something, or by
// a question to the system.
//
// A load is sure to happen if some statement of the loop that makes it runs
// whenever the loops around it have an iteration. That they have one is a
// *guard*: what the entry evaluates before the test. The guards of one
// test stand in order, as the bounds in one may be loads that need others.

#include "loops/checks/AliasChecks.h"
#include "loops/checks/Intervals.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::NodeId;
using ir::StmtId;

namespace {

/// No jump passes by the child of a block, and none leads to it.
bool isReachedInBlock(const ir::Program &program, const ir::Block &block,
                      NodeId child) {
  for (NodeId sibling : block.children) {
    if (sibling == child)
      return !program[child].hasLabel;
    if (program[sibling].exits.any())
      return false;
  }
  return false;
}

/// The statement is part of a loop's header. \returns whether it runs as often
/// as the loop is reached, at the least.
bool runsWithLoop(const ir::Program &program, const ir::Loop &loop,
                  StmtId stmt) {
  if (stmt == loop.init)
    return true;
  return stmt == loop.condition &&
         (loop.form != ir::LoopForm::Do || !program[loop.body].exits.any());
}

/// The loops from the innermost to the root that must have iterations for the
/// statement to run, if nothing else decides.
std::optional<std::vector<NodeId>> loopsDeciding(const ProgramIndex &index,
                                                 NodeId root, NodeId node,
                                                 StmtId stmt) {
  const ir::Program &program = index.program();
  if (const ir::Loop *own = program[node].as<ir::Loop>();
      own && !runsWithLoop(program, *own, stmt))
    return std::nullopt;
  std::vector<NodeId> loops;
  while (node != root) {
    NodeId child = node;
    node = program[node].parent;
    // What a statement calls runs each time that the statement does.
    if (index.inlinedIn(node) == child)
      continue;
    if (const ir::Block *block = program[node].as<ir::Block>()) {
      if (!isReachedInBlock(program, *block, child))
        return std::nullopt;
    } else if (const ir::Loop *loop = program[node].as<ir::Loop>()) {
      if (program[child].hasLabel)
        return std::nullopt;
      if (loop->form != ir::LoopForm::Do)
        loops.push_back(node);
    } else {
      return std::nullopt;
    }
  }
  return loops;
}

/// At some values of the loops' iterators the bound is as far away as its
/// interval says: one iterator that runs between bounds of its own.
bool isAttained(AffineModel &model, const Polynomial &bound) {
  std::size_t variant = 0;
  for (const auto &[monomial, coefficient] : bound.terms())
    for (SymbolId id : monomial) {
      const Symbol symbol = model.symbol(id);
      if (!symbol.isVariant)
        continue;
      const LoopShape *shape = symbol.kind == Symbol::Kind::Iterator
                                   ? model.loopShape(symbol.loop)
                                   : nullptr;
      if (++variant > 1 || monomial.size() != 1 || !shape || !shape->exact ||
          !shape->lower || !shape->bound || model.isVariant(*shape->lower) ||
          model.isVariant(*shape->bound))
        return false;
    }
  return true;
}

/// The iteration that has one of the inner loop may be any: all of them come.
bool allIterationsCome(const CheckContext &c, NodeId loop) {
  const ir::Program &program = c.program();
  for (NodeId above : ir::loopsAround(program, loop))
    if (ir::isWithin(program, above, c.model.root()) &&
        program[program[above].as<ir::Loop>()->body].exits.any())
      return false;
  return true;
}

/// With the least value of one end and the greatest of the other, some
/// iteration of the loops around has an iteration of this one.
bool endsAreAttained(AffineModel &model, const LoopShape &shape) {
  bool isOneFixed = !shape.isNormalized && (!model.isVariant(*shape.lower) ||
                                            !model.isVariant(*shape.bound));
  return isOneFixed && isAttained(model, *shape.lower) &&
         isAttained(model, *shape.bound);
}

/// The entry knows that the loop has an iteration, once the loops around it
/// have.
bool guardLoop(CheckContext &c, NodeId loop, unsigned depth) {
  AffineModel &model = c.model;
  const LoopShape *shape = model.loopShape(loop);
  if (!shape || (shape->isNormalized ? !shape->way : !shape->lower))
    return false;
  std::optional<Interval> range =
      iteratorInterval(c, model.symbol(shape->iterator), depth + 1);
  if (!range)
    return false;
  CheckExpr guard = atMost(range->low, range->high);
  bool varies = shape->isNormalized ? model.isVariant(*shape->way)
                                    : model.isVariant(*shape->lower) ||
                                          model.isVariant(*shape->bound);
  if (varies && !allIterationsCome(c, loop))
    return false;
  if (varies && !endsAreAttained(model, *shape)) {
    std::optional<CheckExpr> count =
        countInLoop(c, loop, constant(1), depth + 1);
    if (!count)
      return false;
    guard = atMost(constant(1), *count);
  }
  std::vector<CheckExpr> &guards = c.needs.guards;
  if (!guard.is(CheckKind::True) &&
      std::find(guards.begin(), guards.end(), guard) == guards.end())
    guards.push_back(std::move(guard));
  return true;
}

/// Loads from a variable of known size cannot fail.
bool isInVariable(AffineModel &model, ir::ExprId address, StmtId at) {
  for (const analysis::EffectItem &item : model.index().itemsOf(at)) {
    if (item.address != address || item.size == 0)
      continue;
    std::optional<Value> place = model.addressOf(item, at);
    if (!place || !place->base || place->base->kind != Base::Kind::Object ||
        !place->polynomial.isConstant())
      return false;
    int64_t begin = place->polynomial.constantTerm();
    return begin >= 0 && static_cast<uint64_t>(begin) + item.size <=
                             model.program()[place->base->object].size;
  }
  return false;
}

/// For each statement that surely makes the load of `at` if its loops run:
/// these loops. Fewest first. A pointer that the address is computed from may
/// be another one in another statement.
std::vector<std::vector<NodeId>> waysToLoad(AffineModel &model,
                                            ir::ExprId address, StmtId at) {
  const ir::Program &program = model.program();
  std::vector<std::vector<NodeId>> ways;
  for (StmtId stmt : model.stmts())
    for (const ir::Access &access : program[stmt].accesses)
      if (access.address == address && access.must &&
          (stmt == at || areSamePlace(model.valueAt(address, stmt),
                                      model.valueAt(address, at))))
        if (std::optional<std::vector<NodeId>> loops = loopsDeciding(
                model.index(), model.root(), model.index().nodeOf(stmt), stmt))
          ways.push_back(std::move(*loops));
  std::stable_sort(ways.begin(), ways.end(), [](const auto &a, const auto &b) {
    return a.size() < b.size();
  });
  return ways;
}

/// The loop makes the load, if the guards hold that this adds.
bool guardWay(CheckContext &c, ir::ExprId address, StmtId at, unsigned depth) {
  const CheckNeeds before = c.needs;
  for (const std::vector<NodeId> &loops : waysToLoad(c.model, address, at)) {
    if (std::all_of(loops.rbegin(), loops.rend(),
                    [&](NodeId loop) { return guardLoop(c, loop, depth + 1); }))
      return true;
    c.needs = before;
  }
  return false;
}

/// Where a load is from, at a place that the entry can name.
struct Cell {
  Value place;
  int64_t size = 0;
};

std::optional<Cell> cellOf(AffineModel &model, ir::ExprId address, StmtId at) {
  for (const analysis::EffectItem &item : model.index().itemsOf(at)) {
    if (item.address != address || item.size == 0 || item.isVolatile)
      continue;
    std::optional<Value> place = model.addressOf(item, at);
    if (!place || !place->base || !place->polynomial.isConstant() ||
        !isWhole(model.program(), address, *place))
      return std::nullopt;
    return Cell{std::move(*place), item.size};
  }
  return std::nullopt;
}

/// The offset from the base of something that the loop surely reads or writes,
/// if the guards hold that this adds.
std::optional<int64_t> sureOffset(CheckContext &c, const Base &base,
                                  unsigned depth) {
  const ir::Program &program = c.program();
  for (StmtId stmt : c.model.stmts())
    for (const ir::Access &access : program[stmt].accesses) {
      if (!access.must || !isValid(access.address))
        continue;
      std::optional<Cell> cell = cellOf(c.model, access.address, stmt);
      if (cell && cell->place.base->key == base.key &&
          guardWay(c, access.address, stmt, depth))
        return cell->place.polynomial.constantTerm();
    }
  return std::nullopt;
}

/// The memory can be read, if the guard holds that this adds.
bool guardMemory(CheckContext &c, ir::ExprId address, StmtId at,
                 unsigned depth) {
  std::optional<Cell> cell = cellOf(c.model, address, at);
  if (!cell)
    return false;
  const Base &from = *cell->place.base;
  std::optional<CheckExpr> base = baseOf(c, from);
  if (!base)
    return false;
  const int64_t low = cell->place.polynomial.constantTerm();
  CheckExpr begin = constant(low), end = constant(low + cell->size);
  std::optional<int64_t> known = sureOffset(c, from, depth);
  CheckExpr guard = known ? node(CheckKind::ReadableNear,
                                 {*base, begin, end, constant(*known)})
                          : node(CheckKind::Readable, {*base, begin, end});
  std::vector<CheckExpr> &guards = c.needs.guards;
  if (std::find(guards.begin(), guards.end(), guard) == guards.end())
    guards.push_back(std::move(guard));
  return true;
}

} // namespace

bool guardLoad(CheckContext &c, ir::ExprId address, StmtId at, unsigned depth) {
  if (c.needs.guardedLoads.contains({address, at}) ||
      isInVariable(c.model, address, at))
    return true;
  if (depth > policy.loops.checkDepth || !c.pendingLoads.insert(address).second)
    return false;
  const CheckNeeds before = c.needs;
  bool isSure = guardWay(c, address, at, depth);
  if (!isSure && !(isSure = guardMemory(c, address, at, depth)))
    c.needs = before;
  c.pendingLoads.erase(address);
  if (isSure)
    c.needs.guardedLoads.insert({address, at});
  return isSure;
}

std::optional<EntryCondition>
readableTest(AffineModel &model,
             const std::vector<const MemoryAccess *> &accesses) {
  CheckContext c{model};
  for (const MemoryAccess *access : accesses)
    if (!guardLoad(c, access->item->address, access->stmt, 0))
      return std::nullopt;
  EntryCondition condition;
  condition.test = withGuards(c, truth(true));
  condition.isOfMapping = !condition.test.is(CheckKind::True);
  return condition;
}

CheckExpr withGuards(const CheckContext &c, const CheckExpr &test) {
  CheckExpr all = truth(true);
  for (const CheckExpr &guard : c.needs.guards)
    all = both(all, guard);
  return both(all, test);
}

} // namespace hocket::polyhedral
