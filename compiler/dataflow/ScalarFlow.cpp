// SPDX-License-Identifier: Apache-2.0
//
// One walk of the tree for each question.

#include "dataflow/ScalarFlow.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::StmtId;

ScalarFlow::State ScalarFlow::meet(State a, State b) const {
  if (!a.reachable)
    return b;
  if (!b.reachable)
    return a;
  return {a.written && b.written, true};
}

/// Reads of a statement count before its writes: the order of its accesses is
/// not always the order of evaluation.
ScalarFlow::State ScalarFlow::stmt(StmtId id, State in) {
  if (!isValid(id) || !in.reachable)
    return in;
  const analysis::StmtEffects &effects = index_.effects().stmts[ir::index(id)];
  bool reads = effects.isUnknown && !index_.isNamedOnly(object_);
  bool writes = false;
  for (const EffectItem &item : index_.itemsOf(id)) {
    if (!index_.mayTouch(item, object_))
      continue;
    if (item.kind == ir::AccessKind::Read)
      reads = true;
    else if (item.must && index_.isWholeNamed(item, object_))
      writes = true;
  }
  if (reads && !in.written)
    exposed_ = true;
  return {in.written || writes, true};
}

ScalarFlow::State ScalarFlow::loop(const ir::Node &node, State in) {
  const ir::Loop &data = *node.as<ir::Loop>();
  bool isDo = data.form == ir::LoopForm::Do;
  State outerContinues = continues_;
  continues_ = {false, false};
  State state = stmt(data.init, in);
  State leaving = state;
  if (!isDo)
    state = leaving = stmt(data.condition, state);
  State end = this->node(data.body, state);
  end = meet(end, continues_);
  // The step and the condition again, after one iteration.
  State after = stmt(data.step, end);
  if (isDo)
    after = stmt(data.condition, after);
  bool mayBreak = index_.program()[data.body].exits.byBreak;
  continues_ = outerContinues;
  if (isDo && !mayBreak && after.reachable)
    return after;
  // Zero iterations, or left by a break at the earliest.
  return {leaving.written, true};
}

/// Only what stands around its body counts, and that its body may not run.
ScalarFlow::State ScalarFlow::coveredLoop(const ir::Loop &loop, State in) {
  for (StmtId around : {loop.init, loop.condition, loop.step})
    stmt(around, in);
  return in;
}

ScalarFlow::State ScalarFlow::node(NodeId id, State in) {
  const ir::Node &node = index_.program()[id];
  if (const ir::Block *block = node.as<ir::Block>()) {
    for (NodeId child : block->children)
      in = this->node(child, in);
    return in;
  }
  if (NodeId calls = index_.inlinedIn(id); isValid(calls))
    in = inlined(calls, in);
  if (const ir::Leaf *leaf = node.as<ir::Leaf>())
    return stmt(leaf->stmt, in);
  if (const ir::Loop *inner = node.as<ir::Loop>())
    return id == covered_ ? coveredLoop(*inner, in) : loop(node, in);
  if (const ir::Branch *branch = node.as<ir::Branch>()) {
    in = stmt(branch->condition, in);
    State taken = this->node(branch->thenNode, in);
    State other =
        isValid(branch->elseNode) ? this->node(branch->elseNode, in) : in;
    return meet(taken, other);
  }
  if (const ir::Jump *jump = node.as<ir::Jump>()) {
    in = stmt(jump->value, in);
    if (jump->kind == ir::JumpKind::Continue)
      continues_ = meet(continues_, in);
    if (jump->kind == ir::JumpKind::Return)
      returns_ = meet(returns_, in);
    return {in.written, false};
  }
  // Opaque: any order, so every read counts as the first thing that happens;
  // jumps out of it come from anywhere in it.
  for (StmtId inner : index_.stmtsOf(id))
    stmt(inner, in);
  if (node.exits.byContinue)
    continues_ = meet(continues_, in);
  if (node.exits.byReturn)
    returns_ = meet(returns_, in);
  return in;
}

/// Returns in the copy of a callee come to its end.
ScalarFlow::State ScalarFlow::inlined(NodeId calls, State in) {
  State outer = returns_;
  returns_ = {false, false};
  State end = node(calls, in);
  end = meet(end, returns_);
  returns_ = outer;
  return end;
}

void ScalarFlow::walkIteration(NodeId loop) {
  const ir::Loop &data = *index_.program()[loop].as<ir::Loop>();
  exposed_ = index_.hasGoto(index_.program()[loop].function);
  continues_ = {false, false};
  State end = node(data.body, stmt(data.condition, {}));
  continues_ = meet(end, continues_);
  stmt(data.step, continues_);
}

bool ScalarFlow::isExposed(NodeId loop) {
  walkIteration(loop);
  return exposed_;
}

bool ScalarFlow::isWrittenEachIteration(NodeId loop) {
  walkIteration(loop);
  return !continues_.reachable || continues_.written;
}

bool ScalarFlow::isLiveAfter(NodeId loop, bool isCovered) {
  return after(loop, isCovered) != After::Dead;
}

ScalarFlow::After ScalarFlow::after(NodeId loop, bool isCovered) {
  covered_ = isCovered ? loop : NodeId::None;
  const ir::Program &program = index_.program();
  if (index_.hasGoto(program[loop].function))
    return After::Read;
  bool isLive = false, mayKill = true;
  for (NodeId cur = loop; isValid(program[cur].parent);
       cur = program[cur].parent)
    if (scanAfter(cur, isLive, mayKill))
      return isLive ? After::Read : After::Dead;
  // The function returns: automatic variables end, others live on.
  const ir::Object &object = program[object_];
  return object.kind != ir::ObjectKind::Local &&
                 object.kind != ir::ObjectKind::Param
             ? After::Left
             : After::Dead;
}

bool ScalarFlow::scanAfter(NodeId cur, bool &isLive, bool &mayKill) {
  const ir::Program &program = index_.program();
  const ir::Node &parent = program[program[cur].parent];
  exposed_ = false;
  continues_ = {false, false};
  State state;
  auto decided = [&] {
    isLive = exposed_;
    return exposed_ || (mayKill && state.written && state.reachable);
  };
  // A variable ends with its scope: nothing outside can see it.
  const ir::Object &object = program[object_];
  bool scopeEnds = object.kind == ir::ObjectKind::Local &&
                   isValid(object.scope) &&
                   (object.scope == parent.id || object.scope == parent.copyOf);
  if (const ir::Block *block = parent.as<ir::Block>()) {
    auto it = std::find(block->children.begin(), block->children.end(), cur);
    for (++it; it != block->children.end(); ++it) {
      state = node(*it, state);
      if (decided())
        return true;
      // A jump before a write may take the old value elsewhere.
      if (program[*it].exits.any())
        mayKill = false;
      state.reachable = true;
    }
    return scopeEnds;
  }
  if (const ir::Loop *loop = parent.as<ir::Loop>()) {
    // Around the loop once more; and out of it.
    stmt(loop->step, state);
    State again = stmt(loop->condition, state);
    if (!exposed_)
      node(loop->body, again);
    isLive = exposed_;
    return exposed_ || scopeEnds;
  }
  if (parent.as<ir::Opaque>()) {
    for (StmtId inner : index_.stmtsOf(parent.id))
      stmt(inner, state);
    isLive = exposed_;
    return exposed_;
  }
  return false;
}

} // namespace hocket::polyhedral
