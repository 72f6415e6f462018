// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/ReachingValues.h"

#include "ir/Tree.h"
#include "symbolic/model/Definitions.h"
#include "symbolic/model/InductionValues.h"
#include "symbolic/model/Writes.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::NodeId;
using ir::StmtId;

namespace {

/// A child of the root that is not in the model's scope: it ran before.
bool isOutside(const ModelData &m, NodeId child) {
  return !m.scope.children.empty() &&
         std::find(m.scope.children.begin(), m.scope.children.end(), child) ==
             m.scope.children.end();
}

} // namespace

std::optional<Value> variable(ModelData &m, ExprId id, Point point) {
  const ir::Expr &expr = m.program()[id];
  const ir::Object &object = m.program()[expr.object];
  if (object.isVolatile || object.isThreadLocal || expr.isFloat)
    return std::nullopt;
  bool isFixed = !mayBeWritten(m, expr.object);
  if (isFixed)
    return entryValue(m, id, point);
  if (InductionAt at = inductionAt(m, expr.object, point); at.applies)
    return at.value;
  NodeId cur = point.node;
  const ir::Loop *header = m.program()[cur].as<ir::Loop>();
  if (header && isValid(point.stmt) && point.stmt != header->init &&
      loopWrites(m, cur, expr.object))
    return std::nullopt; // the header sees what earlier iterations left
  if (stmtWrites(m, point.stmt, expr.object) ||
      m.index.hasGoto(m.program()[cur].function))
    return std::nullopt;
  if (header && isValid(point.stmt) && point.stmt != header->init &&
      (cur != m.scope.root || m.scope.ownInit) &&
      stmtWrites(m, header->init, expr.object))
    return std::nullopt;

  bool mayHaveSkipped = false; // a jump may lead to the point past a definition
  while (cur != m.scope.root) {
    NodeId up = m.program()[cur].parent;
    const ir::Node &parent = m.program()[up];
    if (m.index.inlinedIn(up) == cur) {
      // What the calling statement itself writes comes before or after. (Of
      // variables that the callee cannot name, the arguments' values are
      // meant.)
      StmtId caller = ir::ownStmts(m.program(), up).front();
      if (!m.index.isNamedOnly(expr.object) &&
          writesItself(m, caller, expr.object))
        return std::nullopt;
      cur = up;
      continue;
    }
    mayHaveSkipped |= mayBeEnteredInside(m, cur);
    if (ir::runsOnce(m.program(), up)) {
      cur = up;
      continue;
    }
    if (const ir::Loop *loop = parent.as<ir::Loop>()) {
      const ir::Counted *counted = countOf(m, up);
      if (counted && counted->iterator == expr.object) {
        const LoopShape *shape = loopShape(m, up);
        if (!shape)
          return std::nullopt;
        return Value{std::nullopt, Polynomial::symbol(shape->iterator), 0};
      }
      if (loopWrites(m, up, expr.object))
        return std::nullopt;
      if ((up != m.scope.root || m.scope.ownInit) &&
          stmtWrites(m, loop->init, expr.object))
        return std::nullopt;
    } else if (const ir::Block *block = parent.as<ir::Block>()) {
      auto self =
          std::find(block->children.begin(), block->children.end(), cur);
      for (auto it = std::make_reverse_iterator(self);
           it != block->children.rend(); ++it) {
        if (up == m.scope.root && isOutside(m, *it))
          break;
        if (nodeWrites(m, *it, expr.object))
          return m.index.isNamedOnly(expr.object) && !mayHaveSkipped
                     ? definitionIn(m, *it, expr.object)
                     : std::nullopt;
        mayHaveSkipped |= mayBeEnteredInside(m, *it);
      }
    } else if (const ir::Branch *branch = parent.as<ir::Branch>()) {
      if (stmtWrites(m, branch->condition, expr.object))
        return std::nullopt;
    } else if (nodeWrites(m, up, expr.object)) {
      return std::nullopt;
    } else if (parent.as<ir::Opaque>()) {
      // Its cases are come to from its own beginning alone.
      mayHaveSkipped = false;
    }
    cur = up;
  }
  return entryValue(m, id, point);
}

} // namespace hocket::polyhedral
