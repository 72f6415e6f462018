// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/InductionValues.h"

#include "ir/Tree.h"
#include "symbolic/model/Definitions.h"
#include "symbolic/model/Exactness.h"
#include "symbolic/model/UnknownSteps.h"
#include "symbolic/model/Writes.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// The expression `object` in the value that the update stores.
ExprId variableIn(const ir::Program &program, ExprId expr, ObjectId object) {
  if (!isValid(expr))
    return ExprId::None;
  const ir::Expr &e = program[expr];
  if (e.kind == ExprKind::Var && e.object == object)
    return expr;
  for (ExprId operand : e.operands)
    if (ExprId found = variableIn(program, operand, object); isValid(found))
      return found;
  return ExprId::None;
}

ExprId variableIn(const ir::Program &program, const ir::Induction &induction) {
  for (const ir::InductionUpdate &update : induction.updates)
    for (const ir::Access &access : program[update.stmt].accesses)
      if (access.kind == ir::AccessKind::Write)
        if (ExprId found = variableIn(program, access.value, induction.object);
            isValid(found))
          return found;
  return ExprId::None;
}

} // namespace

std::optional<Value> startOf(ModelData &m, NodeId loop,
                             const ir::Induction &induction) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  if (stmtWrites(m, data.init, induction.object)) {
    std::optional<Value> set = definedBy(m, data.init, loop, induction.object);
    if (set || loop != m.scope.root || m.scope.ownInit)
      return set;
  }
  ExprId variable = variableIn(m.program(), induction);
  if (!isValid(variable))
    return std::nullopt;
  Point before{loop, StmtId::None};
  if (loop == m.scope.root)
    return entryValue(m, variable, before);
  std::optional<Value> result = value(m, variable, before);
  if (result && !result->base)
    makeExact(m, *result, m.program()[variable], before);
  return result;
}

namespace {

/// The number of the iteration, from 0.
std::optional<Polynomial> numberOf(const LoopShape &shape) {
  Polynomial iterator = Polynomial::symbol(shape.iterator);
  if (shape.isNormalized)
    return iterator;
  if (!shape.lower || (shape.step != 1 && shape.step != -1))
    return std::nullopt;
  return shape.step == 1 ? iterator.minus(*shape.lower)
                         : shape.lower->minus(iterator);
}

/// Each value of the variable in the loop lies between its first and the last
/// that the test compares. Those do not wrap, or the loop would have no shape.
bool isTested(const ModelData &m, NodeId loop, const ir::Induction &induction) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  if (isValid(induction.by)) // one way, as `by` has one sign
    return data.form != ir::LoopForm::Do && countOf(m, loop)->tested == 0 &&
           countOf(m, loop)->iterator == induction.object &&
           std::all_of(induction.updates.begin(), induction.updates.end(),
                       [&](const ir::InductionUpdate &update) {
                         return (update.amount > 0) == (induction.step > 0);
                       });
  bool isUp = induction.step > 0;
  auto isOneWay = [&](int64_t amount) {
    return isUp ? amount >= 0 : amount <= 0;
  };
  return data.form != ir::LoopForm::Do &&
         countOf(m, loop)->iterator == induction.object &&
         isOneWay(countOf(m, loop)->tested) &&
         std::all_of(induction.updates.begin(), induction.updates.end(),
                     [&](const ir::InductionUpdate &update) {
                       return isOneWay(update.amount);
                     });
}

/// \param ahead what the iteration has added to the variable already, in the
/// same units as its step.
std::optional<Value> inductionValue(ModelData &m, NodeId loop,
                                    const ir::Induction &induction,
                                    int64_t ahead) {
  const LoopShape *shape = loopShape(m, loop);
  if (!shape)
    return std::nullopt;
  std::optional<Polynomial> number = numberOf(*shape);
  std::optional<Value> value = startOf(m, loop, induction);
  ir::Induction part = induction;
  part.step = ahead;
  std::optional<Polynomial> step = stepOf(m, induction);
  std::optional<Polynomial> offset = stepOf(m, part);
  if (!number || !value || !step || !offset)
    return std::nullopt;
  std::optional<Polynomial> way = number->times(*step);
  if (way)
    way = way->plus(*offset);
  std::optional<Polynomial> sum =
      way ? value->polynomial.plus(*way) : std::nullopt;
  if (!sum)
    return std::nullopt;
  value->polynomial = *sum;
  unsigned bits = m.program()[induction.object].bits;
  if (induction.mayWrap &&
      !(shape->isNormalized && isTested(m, loop, induction)))
    value->wrapBits = value->wrapBits ? std::min(value->wrapBits, bits) : bits;
  return value;
}

/// None if there is none within the root.
NodeId loopThatMoves(const ModelData &m, ObjectId object, Point point) {
  NodeId cur = point.node;
  const ir::Loop *header = m.program()[cur].as<ir::Loop>();
  if (header && isValid(point.stmt) && point.stmt != header->init &&
      !ir::runsOnce(m.program(), cur) && loopWrites(m, cur, object))
    return cur;
  while (cur != m.scope.root) {
    cur = m.program()[cur].parent;
    if (m.program()[cur].as<ir::Loop>() && !ir::runsOnce(m.program(), cur) &&
        loopWrites(m, cur, object))
      return cur;
  }
  return NodeId::None;
}

/// Declarators of one declaration share its text: their order in the block
/// tells.
bool isEarlierDeclarator(const ir::Program &program, NodeId a, NodeId b) {
  NodeId parent = program[a].parent;
  const ir::Block *block =
      isValid(parent) ? program[parent].as<ir::Block>() : nullptr;
  if (a == b || !block || program[b].parent != parent)
    return false;
  const std::vector<NodeId> &children = block->children;
  return std::find(children.begin(), children.end(), a) <
         std::find(children.begin(), children.end(), b);
}

/// Sum of the updates that an iteration makes before it comes to the point. The
/// loop has no labels, and updates are on its spine: the text's order is that
/// of execution.
int64_t movedBefore(const ModelData &m, NodeId loop,
                    const ir::Induction &induction, Point point) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  bool conditionIsFirst = data.form != ir::LoopForm::Do;
  auto place = [&](NodeId node, StmtId stmt) -> int64_t {
    if (node != loop)
      return 1 + int64_t(m.program()[node].text.begin);
    bool isFirst = stmt == data.condition && conditionIsFirst;
    return isFirst ? 0 : INT64_MAX;
  };
  // Arguments are evaluated where the call stands, as their statement begins.
  NodeId node = point.node;
  for (NodeId cur = node; cur != loop; cur = m.program()[cur].parent)
    if (NodeId up = m.program()[cur].parent; m.index.inlinedIn(up) == cur)
      node = up;
  int64_t here = place(node, point.stmt), sum = 0;
  for (const ir::InductionUpdate &update : induction.updates) {
    NodeId node = m.index.nodeOf(update.stmt);
    int64_t there = place(node, update.stmt);
    if (there < here || (there == here && node != loop && point.node != loop &&
                         isEarlierDeclarator(m.program(), node, point.node)))
      sum += update.amount;
  }
  return sum;
}

} // namespace

InductionAt inductionAt(ModelData &m, ObjectId object, Point point) {
  NodeId loop = loopThatMoves(m, object, point);
  if (!isValid(loop))
    return {};
  const ir::Induction *induction =
      ir::inductionOf(m.index.inductionsOf(loop), object);
  const ir::Counted *counted = countOf(m, loop);
  if (!induction || !counted)
    return {};
  bool isPlainIterator = counted->iterator == object && counted->isPlain;
  const LoopShape *shape = loopShape(m, loop);
  if (isPlainIterator && !(shape && shape->isNormalized))
    return {};
  return {true, inductionValue(m, loop, *induction,
                               movedBefore(m, loop, *induction, point))};
}

} // namespace hocket::polyhedral
