// SPDX-License-Identifier: Apache-2.0
//
// The tree of the region, path by path as far as sets keep paths apart.

#include "symbolic/cursors/CursorWalk.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::NodeId;
using ir::StmtId;

namespace {

bool hasLabelledPart(const ir::Program &program, NodeId node) {
  std::vector<NodeId> parts = ir::childrenOf(program, node);
  return std::any_of(parts.begin(), parts.end(),
                     [&](NodeId part) { return program[part].hasLabel; });
}

/// The controlling expression, and a block with the cases.
bool isPlainSwitch(const ir::Program &program, NodeId node) {
  const ir::Opaque &opaque = *program[node].as<ir::Opaque>();
  return opaque.reason == "a switch" && opaque.children.size() == 2 &&
         program[opaque.children[0]].as<ir::Leaf>() &&
         program[opaque.children[1]].as<ir::Block>() &&
         !program[node].hasOuterCase;
}

bool returnsInside(const ir::Program &program, NodeId node) {
  bool found = false;
  ir::forEachNode(program, node, [&](NodeId inner) {
    const ir::Jump *jump = program[inner].as<ir::Jump>();
    found |= jump && jump->kind == ir::JumpKind::Return;
  });
  return found;
}

} // namespace

std::optional<isl::set> CursorWalk::stateAt(StmtId stmt) const {
  auto it = seen_.find(stmt);
  return it == seen_.end() ? std::nullopt : std::optional(it->second);
}

void CursorWalk::note(StmtId stmt, const isl::set &state) {
  if (!isNoting_ || !variables_.isWanted(stmt))
    return;
  auto [it, isNew] = seen_.try_emplace(stmt, state);
  if (!isNew)
    it->second = CursorStates::tidy(it->second.unite(state));
}

isl::set CursorWalk::visitStmt(StmtId stmt, const isl::set &state) {
  if (!isValid(stmt))
    return state;
  note(stmt, state);
  return states_.execute(state, stmt);
}

/// \returns what follows where it was true, and where it was false.
std::pair<isl::set, isl::set>
CursorWalk::visitCondition(StmtId condition, const isl::set &state) {
  if (!isValid(condition))
    return {state, nothing()};
  note(condition, state);
  auto after = [&](bool truth) {
    return states_.execute(
        states_.assume(state, program_[condition].value, condition, truth),
        condition);
  };
  return {after(true), after(false)};
}

isl::set CursorWalk::visit(NodeId id, const isl::set &before) {
  if (!variables_.concerns(id))
    return before;
  const ir::Node &node = program_[id];
  isl::set state = visitCalls(id, before);
  if (const ir::Leaf *leaf = node.as<ir::Leaf>())
    return visitStmt(leaf->stmt, state);
  if (const ir::Block *block = node.as<ir::Block>()) {
    for (NodeId child : block->children)
      state = visit(child, state);
    return state;
  }
  if (const ir::Branch *branch = node.as<ir::Branch>())
    return visitBranch(*branch, state);
  if (node.as<ir::Loop>())
    return visitLoop(id, state);
  if (const ir::Jump *jump = node.as<ir::Jump>())
    return visitJump(*jump, state);
  return isPlainSwitch(program_, id) ? visitSwitch(id, state)
                                     : visitAnyOrder(id, state);
}

/// A `return` leaves its copy for the next one: what the copies write is not
/// known then. They write nothing of their caller's but results.
isl::set CursorWalk::visitCalls(NodeId node, const isl::set &state) {
  NodeId calls = index_.inlinedIn(node);
  if (!isValid(calls) || !variables_.concerns(calls))
    return state;
  const ir::Block &block = *program_[calls].as<ir::Block>();
  isl::set unknown = states_.forget(state, variables_.writtenIn(calls));
  isl::set result = state;
  for (NodeId child : block.children)
    result = returnsInside(program_, child) ? (visit(child, result), unknown)
                                            : visit(child, result);
  return result;
}

isl::set CursorWalk::visitBranch(const ir::Branch &branch,
                                 const isl::set &state) {
  auto [yes, no] = visitCondition(branch.condition, state);
  yes = visit(branch.thenNode, yes);
  if (isValid(branch.elseNode))
    no = visit(branch.elseNode, no);
  return CursorStates::tidy(yes.unite(no));
}

/// Whatever comes next is not reached this way.
isl::set CursorWalk::visitJump(const ir::Jump &jump, const isl::set &before) {
  isl::set state = visitStmt(jump.value, before);
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (jump.kind == ir::JumpKind::Break)
      frame->broke = CursorStates::tidy(frame->broke.unite(state));
    else if (jump.kind == ir::JumpKind::Continue && frame->isLoop)
      frame->continued = CursorStates::tidy(frame->continued.unite(state));
    // The innermost loop has both at the latest; a switch may have a break.
    if (frame->isLoop)
      break;
  }
  return nothing();
}

CursorWalk::Pass CursorWalk::iterateBody(const ir::Loop &loop,
                                         const isl::set &state) {
  frames_.push_back({/*isLoop=*/true, nothing(), nothing()});
  isl::set behind = visit(loop.body, state).unite(frames_.back().continued);
  Pass pass{CursorStates::tidy(behind), frames_.back().broke};
  frames_.pop_back();
  pass.back = visitStmt(loop.step, pass.back);
  return pass;
}

/// The condition is asked first.
CursorWalk::Pass CursorWalk::iterate(const ir::Loop &loop,
                                     const isl::set &state) {
  auto [goesOn, ends] = visitCondition(loop.condition, state);
  Pass pass = iterateBody(loop, goesOn);
  pass.exit = CursorStates::tidy(pass.exit.unite(ends));
  return pass;
}

isl::set CursorWalk::visitLoop(NodeId node, const isl::set &before) {
  const ir::Loop &loop = *program_[node].as<ir::Loop>();
  isl::set state = visitStmt(loop.init, before);
  isl::set left = nothing();
  if (loop.form == ir::LoopForm::Do) { // as the body, and then a while loop
    Pass first = iterateBody(loop, state);
    state = first.back;
    left = first.exit;
  }
  isl::set behind = repeat(
      node, state, [&](const isl::set &head) { return iterate(loop, head); });
  return CursorStates::tidy(behind.unite(left));
}

/// From one of the labels on, in order. (There is no goto.)
isl::set CursorWalk::visitSwitch(NodeId node, const isl::set &before) {
  const std::vector<NodeId> &children =
      program_[node].as<ir::Opaque>()->children;
  isl::set start = visit(children[0], before), state = nothing();
  frames_.push_back({/*isLoop=*/false, nothing(), nothing()});
  for (NodeId part : ir::childrenOf(program_, children[1])) {
    if (program_[part].hasLabel)
      state = CursorStates::tidy(state.unite(start));
    state = hasLabelledPart(program_, part) ? visitAnyOrder(part, state)
                                            : visit(part, state);
  }
  // No label need fit.
  state = state.unite(start).unite(frames_.back().broke);
  frames_.pop_back();
  return CursorStates::tidy(state);
}

/// Its parts, in any order and any number of times.
isl::set CursorWalk::visitAnyOrder(NodeId node, const isl::set &state) {
  return repeat(node, state, [&](const isl::set &head) {
    return iterateAnyOrder(node, head);
  });
}

/// A label on a part of it lets the node begin there.
isl::set CursorWalk::visitParts(NodeId node, const isl::set &state) {
  isl::set after = visitCalls(node, state);
  for (StmtId stmt : ir::ownStmts(program_, node))
    after = after.unite(visitStmt(stmt, state));
  for (NodeId part : ir::childrenOf(program_, node))
    after =
        after.unite(hasLabelledPart(program_, part) ? visitParts(part, state)
                                                    : visit(part, state));
  return after;
}

/// One of the parts.
CursorWalk::Pass CursorWalk::iterateAnyOrder(NodeId node,
                                             const isl::set &state) {
  frames_.push_back({/*isLoop=*/false, nothing(), nothing()});
  isl::set after = CursorStates::tidy(visitParts(node, state));
  isl::set broke = frames_.back().broke;
  frames_.pop_back();
  return {after, CursorStates::tidy(after.unite(state).unite(broke))};
}

} // namespace hocket::polyhedral
