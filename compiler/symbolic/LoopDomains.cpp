// SPDX-License-Identifier: Apache-2.0
//
// Which values a counted loop's iterator takes, and when a node runs.
//
// A loop is understood only if nothing but its own step changes the iterator,
// its bound stays the same, the comparison means the same over the integers,
// and the iterator reaches the bound without wrapping.

#include "symbolic/AffineModel.h"
#include "symbolic/Alias.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::Compare;
using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::StmtId;

const LoopShape *AffineModel::loopShape(NodeId loop) {
  auto it = shapes_.find(loop);
  if (it == shapes_.end()) {
    if (!pendingShapes_.insert(loop).second)
      return nullptr;
    std::optional<LoopShape> shape;
    {
      Pending pending(*this);
      shape = makeShape(loop);
      pendingShapes_.erase(loop);
    }
    it = shapes_
             .insert_or_assign(loop,
                               Memo<std::optional<LoopShape>>{std::move(shape),
                                                              pending_ != 0})
             .first;
  }
  return it->second.value ? &*it->second.value : nullptr;
}

/// Only the step changes the iterator, and only once.
bool AffineModel::iteratorIsClean(NodeId loop,
                                  const ir::Counted &counted) const {
  const ir::Object &iterator = program()[counted.iterator];
  if (!iterator.isScalar || iterator.isPointer || iterator.isFloat ||
      iterator.isVolatile || iterator.isThreadLocal)
    return false;
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  return isValid(data.step) && !nodeWrites(data.body, counted.iterator) &&
         !stmtWrites(data.condition, counted.iterator);
}

/// A jump may lead into the node without its condition or earlier statements.
bool AffineModel::mayBeEnteredInside(NodeId node) const {
  const ir::Node &data = program()[node];
  if (!data.hasLabel)
    return false;
  if (index_.hasGoto(data.function))
    return true;
  for (NodeId up = data.parent; isValid(up); up = program()[up].parent)
    if (program()[up].as<ir::Opaque>())
      return true;
  return false;
}

/// Every variable and load in the expression keeps its value while the loop
/// runs.
bool AffineModel::isInvariantIn(ExprId id, NodeId loop) {
  if (!isValid(id))
    return false;
  const ir::Expr &expr = program()[id];
  if (expr.kind == ExprKind::Unknown || expr.kind == ExprKind::CallResult)
    return false;
  if (expr.kind == ExprKind::Var &&
      (program()[expr.object].isVolatile || loopWrites(loop, expr.object)))
    return false;
  if (expr.kind == ExprKind::Load && !loadIsInvariantIn(expr.operands[0], loop))
    return false;
  return std::all_of(
      expr.operands.begin(), expr.operands.end(),
      [&](ExprId operand) { return isInvariantIn(operand, loop); });
}

bool AffineModel::loadIsInvariantIn(ExprId address, NodeId loop) {
  if (!ir::isWithin(program(), loop, scope_.root))
    return false;
  StmtId condition = program()[loop].as<ir::Loop>()->condition;
  const analysis::EffectItem *item = itemOfLoad(address, {loop, condition});
  if (!item || item->isVolatile)
    return false;
  std::optional<Value> here = addressOf(*item, condition);
  for (StmtId stmt : index_.repeatedStmts(loop)) {
    if (index_.effects().stmts[ir::index(stmt)].isUnknown)
      return false;
    for (const analysis::EffectItem &write : index_.itemsOf(stmt))
      if (write.kind == ir::AccessKind::Write &&
          objectsMayMeet(index_, *item, write) &&
          !typesExclude(*item, here, write, addressOf(write, stmt)))
        return false;
  }
  return true;
}

std::optional<LoopShape> AffineModel::makeShape(NodeId loop) {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  if (!countOf(loop) || mayBeEnteredInside(loop))
    return std::nullopt;
  const ir::Counted &counted = *countOf(loop);
  // Where the iterator does not move by 1, other variables that move with it
  // are told by the number of the iteration.
  bool isUnit = counted.step == 1 || counted.step == -1;
  if (!counted.isPlain || (!isUnit && index_.inductionsOf(loop).size() > 1))
    return makeNumberedShape(loop);
  bool isUp = counted.compare == Compare::Lt || counted.compare == Compare::Le;
  bool isDown =
      counted.compare == Compare::Gt || counted.compare == Compare::Ge;
  if (counted.step == 0 || (isUp && counted.step < 0) ||
      (isDown && counted.step > 0) || counted.step > Poly::kMaxCoefficient ||
      counted.step < -Poly::kMaxCoefficient ||
      (counted.compare == Compare::Ne && counted.step != 1 &&
       counted.step != -1) ||
      !iteratorIsClean(loop, counted))
    return std::nullopt;

  LoopShape shape;
  shape.step = counted.step;
  shape.compare = counted.compare;
  if (counted.compare == Compare::Ne)
    shape.compare = counted.step > 0 ? Compare::Lt : Compare::Gt;
  Point atCondition{loop, data.condition};
  Point atInit{loop, data.init};
  shape.bound = exactLinear(counted.bound, atCondition);
  shape.lower = exactLinear(counted.lower, atInit);
  // A bound whose value we know is the same for all iterations; else look.
  if (!shape.bound && !isInvariantIn(counted.bound, loop))
    return std::nullopt;
  if (!endsByItself(loop, counted, shape))
    return std::nullopt;

  Atom atom;
  atom.kind = Atom::Kind::Iterator;
  atom.name = "i" + std::to_string(ir::index(loop));
  atom.isVariant = true;
  atom.loop = loop;
  atom.bits = program()[counted.iterator].bits;
  atom.isSigned = program()[counted.iterator].isSigned;
  shape.iterator = intern(std::move(atom));
  shape.constraints = iterations(counted, shape);
  const ir::Exits &exits = program()[data.body].exits;
  shape.exact = shape.lower && shape.bound && !exits.byBreak &&
                !exits.byReturn && !exits.byGoto && !data.search;
  if (data.part && !data.part->hasAllIterations())
    restrictToPart(shape, loop);
  return shape;
}

namespace {

struct TypeRange {
  isl::val low, high;
};

TypeRange rangeOf(isl::ctx ctx, const ir::Object &scalar) {
  isl::val size =
      isl_ext::powerOfTwo(ctx, scalar.bits - (scalar.isSigned ? 1 : 0));
  return {scalar.isSigned ? size.neg() : isl::val(ctx, 0L), size.sub(1L)};
}

} // namespace

/// The iterator meets the bound by counting, in its own type; and comparing in
/// C's common type is comparing integers.
bool AffineModel::endsByItself(NodeId loop, const ir::Counted &counted,
                               const LoopShape &shape) {
  const ir::Object &iterator = program()[counted.iterator];
  const ir::Expr &bound = program()[counted.bound];
  bool isUp = shape.step > 0;
  isl::set given = domain(loop).set;
  if (shape.lower)
    given = given.intersect(definitions(*shape.lower));
  if (shape.bound)
    given = given.intersect(definitions(*shape.bound));
  auto affOf = [&](const std::optional<Poly> &poly) { return toIsl(*poly); };

  if (iterator.isSigned && !bound.isSigned && bound.bits >= iterator.bits) {
    // Compared as unsigned: the iterator must never be negative.
    if (!isUp || !shape.lower ||
        !proves(given, affOf(shape.lower).lt_set(constant(0))))
      return false;
  }
  bool overflowIsUndefined = iterator.isSigned && iterator.bits >= 32;
  if (overflowIsUndefined)
    return true;

  TypeRange range = rangeOf(ctx_, iterator);
  auto valued = [&](const isl::val &v) {
    return universe().pw_aff_on_domain(v);
  };
  if (counted.compare == Compare::Ne) {
    // Only counting towards the bound meets it before wrapping.
    std::optional<Poly> way;
    if (shape.lower && shape.bound)
      way = isUp ? shape.bound->minus(*shape.lower)
                 : shape.lower->minus(*shape.bound);
    if (!way ||
        (!proves(given, toIsl(*way).lt_set(constant(0))) &&
         !assume({*way, 0, std::nullopt, 1, "the loop meets its bound"}, loop)))
      return false;
  }
  bool boundFitsType =
      !iterator.isSigned && !bound.isSigned && bound.bits <= iterator.bits;
  bool strict = shape.compare == Compare::Lt || shape.compare == Compare::Gt;
  bool isUnit = shape.step == 1 || shape.step == -1;
  if (strict && boundFitsType && (isUnit || (isUp && iterator.bits == 64)))
    return true;
  if (!shape.bound)
    return false;
  // The last value that runs, plus the step, stays within the type.
  Poly next = *shape.bound;
  next.add({}, shape.step - (strict ? (isUp ? 1 : -1) : 0));
  isl::pw_aff after = toIsl(next);
  isl::set wraps =
      isUp ? after.gt_set(valued(range.high)) : after.lt_set(valued(range.low));
  return proves(given, wraps) || fitsType(next, loop, given);
}

isl::set AffineModel::iterations(const ir::Counted &counted,
                                 const LoopShape &shape) {
  isl::pw_aff iterator = toIsl(Poly::atom(shape.iterator));
  isl::set result = universe();
  if (!program()[counted.iterator].isSigned)
    result = iterator.ge_set(constant(0));
  bool isUp = shape.step > 0;
  if (shape.bound) {
    isl::pw_aff bound = toIsl(*shape.bound);
    switch (shape.compare) {
    case Compare::Lt:
      result = result.intersect(iterator.lt_set(bound));
      break;
    case Compare::Le:
      result = result.intersect(iterator.le_set(bound));
      break;
    case Compare::Gt:
      result = result.intersect(iterator.gt_set(bound));
      break;
    default:
      result = result.intersect(iterator.ge_set(bound));
      break;
    }
    result = result.intersect(definitions(*shape.bound));
  }
  if (shape.lower) {
    isl::pw_aff lower = toIsl(*shape.lower);
    result = result.intersect(isUp ? iterator.ge_set(lower)
                                   : iterator.le_set(lower));
    result = result.intersect(definitions(*shape.lower));
    int64_t stride = isUp ? shape.step : -shape.step;
    if (stride != 1) {
      isl::pw_aff offset = iterator.sub(lower).mod(isl::val(ctx_, stride));
      result = result.intersect(offset.eq_set(constant(0)));
    }
  }
  return result;
}

Domain AffineModel::domain(NodeId node) {
  if (auto it = domains_.find(node); it != domains_.end())
    return it->second.value;
  Domain result = makeDomain(node);
  result.exact &= !namesExchange(result.set);
  domains_.insert_or_assign(node, Memo<Domain>{result, pending_ != 0});
  return result;
}

namespace {

/// The jump that the node ends with, if it leaves in no other way; or null.
const ir::Jump *endsWithJump(const ir::Program &program, NodeId node) {
  if (!isValid(node))
    return nullptr;
  const ir::Block *block = program[node].as<ir::Block>();
  if (!block)
    return program[node].as<ir::Jump>();
  if (block->children.empty())
    return nullptr;
  bool leavesBefore =
      std::any_of(block->children.begin(), std::prev(block->children.end()),
                  [&](NodeId child) { return program[child].exits.any(); });
  return leavesBefore ? nullptr : endsWithJump(program, block->children.back());
}

} // namespace

/// When control goes on behind a statement from which a jump may lead away: of
/// `if (c) continue;`, where c is false.
Domain AffineModel::passesBy(NodeId sibling) {
  Domain anything{universe(), false};
  const ir::Branch *branch = program()[sibling].as<ir::Branch>();
  if (!branch)
    return anything;
  const ir::Jump *jumps[] = {endsWithJump(program(), branch->thenNode),
                             endsWithJump(program(), branch->elseNode)};
  for (bool isElse : {false, true}) {
    NodeId other = isElse ? branch->thenNode : branch->elseNode;
    if (!jumps[isElse] || (isValid(other) && program()[other].exits.any()))
      continue;
    Domain result = condition(program()[branch->condition].value,
                              {sibling, branch->condition}, isElse);
    result.exact &= jumps[isElse]->kind == ir::JumpKind::Continue;
    return result;
  }
  return anything;
}

/// A jump in an earlier statement of the block may pass the child by.
Domain AffineModel::passesEarlierExits(const ir::Block &block, NodeId child) {
  Domain result{universe(), true};
  for (NodeId sibling : block.children) {
    if (mayBeEnteredInside(sibling))
      result.set = universe();
    if (sibling == child)
      break;
    if (!program()[sibling].exits.any())
      continue;
    // Not exact: who reads what iterations read, on entry, looks at the
    // conditions around a statement, and not at jumps before it.
    result.set = result.set.intersect(passesBy(sibling).set);
    result.exact = false;
  }
  return result;
}

Domain AffineModel::makeDomain(NodeId node) {
  if (node == scope_.root)
    return {entryContext(), true};
  NodeId up = program()[node].parent;
  const ir::Node &parent = program()[up];
  Domain result = domain(up);
  if (index_.inlinedIn(up) == node)
    return result; // before whatever the node decides
  if (const ir::Block *block = parent.as<ir::Block>()) {
    Domain passed = passesEarlierExits(*block, node);
    result.set = result.set.intersect(passed.set);
    result.exact &= passed.exact && !program()[node].hasLabel;
  } else if (mayBeEnteredInside(node)) {
    result.exact = false;
  } else if (const ir::Branch *branch = parent.as<ir::Branch>()) {
    Domain taken = condition(program()[branch->condition].value,
                             {up, branch->condition}, node == branch->thenNode);
    result.set = result.set.intersect(taken.set);
    result.exact &= taken.exact;
  } else if (const ir::Loop *loop = parent.as<ir::Loop>()) {
    if (ir::runsOnce(program(), up))
      return result;
    const LoopShape *shape = loopShape(up);
    if (shape)
      result.set = result.set.intersect(*shape->constraints);
    result.exact &= shape && shape->exact &&
                    (loop->form != ir::LoopForm::Do || shape->isNumbered);
  } else {
    result.exact = false;
  }
  return result;
}

} // namespace hocket::polyhedral
