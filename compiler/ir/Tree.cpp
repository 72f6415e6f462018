// SPDX-License-Identifier: Apache-2.0
//
// Walks over the tree of nodes. Order of text is order of ids for siblings; the
// children lists keep it.

#include "ir/Tree.h"

namespace hocket::ir {

std::vector<NodeId> childrenOf(const Program &program, NodeId node) {
  const Node &n = program[node];
  if (const auto *block = n.as<Block>())
    return block->children;
  if (const auto *opaque = n.as<Opaque>())
    return opaque->children;
  if (const auto *loop = n.as<Loop>())
    return isValid(loop->body) ? std::vector{loop->body}
                               : std::vector<NodeId>{};
  std::vector<NodeId> children;
  if (const auto *branch = n.as<Branch>())
    for (NodeId side : {branch->thenNode, branch->elseNode})
      if (isValid(side))
        children.push_back(side);
  return children;
}

std::vector<StmtId> ownStmts(const Program &program, NodeId node) {
  const Node &n = program[node];
  std::vector<StmtId> stmts;
  auto add = [&](StmtId stmt) {
    if (isValid(stmt))
      stmts.push_back(stmt);
  };
  if (const auto *leaf = n.as<Leaf>())
    add(leaf->stmt);
  if (const auto *loop = n.as<Loop>())
    for (StmtId stmt : {loop->init, loop->condition, loop->step})
      add(stmt);
  if (const auto *branch = n.as<Branch>())
    add(branch->condition);
  if (const auto *jump = n.as<Jump>())
    add(jump->value);
  return stmts;
}

/// Appends the statements of a subtree in order of text: a do loop's body
/// stands before its condition, other loops' headers before their bodies.
static void appendStmts(const Program &program, NodeId node, bool seesThrough,
                        std::vector<StmtId> &stmts) {
  if (seesThrough && isValid(program[node].inlined))
    appendStmts(program, program[node].inlined, seesThrough, stmts);
  const auto *loop = program[node].as<Loop>();
  bool bodyFirst = loop && loop->form == LoopForm::Do;
  std::vector<StmtId> own = ownStmts(program, node);
  if (!bodyFirst)
    stmts.insert(stmts.end(), own.begin(), own.end());
  for (NodeId child : childrenOf(program, node))
    appendStmts(program, child, seesThrough, stmts);
  if (bodyFirst)
    stmts.insert(stmts.end(), own.begin(), own.end());
}

std::vector<StmtId> allStmts(const Program &program, NodeId node) {
  std::vector<StmtId> stmts;
  appendStmts(program, node, false, stmts);
  return stmts;
}

std::vector<StmtId> stmtsSeenThrough(const Program &program, NodeId node) {
  std::vector<StmtId> stmts;
  appendStmts(program, node, true, stmts);
  return stmts;
}

void forEachNode(const Program &program, NodeId node,
                 const std::function<void(NodeId)> &visit) {
  visit(node);
  for (NodeId child : childrenOf(program, node))
    forEachNode(program, child, visit);
}

bool isWithin(const Program &program, NodeId node, NodeId ancestor) {
  for (; isValid(node); node = program[node].parent)
    if (node == ancestor)
      return true;
  return false;
}

bool isDeclaredIn(const Program &program, ObjectId object, NodeId node) {
  const Object &o = program[object];
  if (o.kind != ObjectKind::Local || !isValid(o.scope))
    return false;
  NodeId copyOf = program[node].copyOf;
  for (NodeId up = o.scope; isValid(up); up = program[up].parent)
    if (up == node || (isValid(copyOf) && up == copyOf))
      return true;
  return false;
}

std::vector<TextRange> textPieces(const Program &program, NodeId node) {
  const Node &n = program[node];
  std::vector<TextRange> pieces;
  TextRange rest = n.text;
  for (const TextRange &range : n.omitted) {
    pieces.push_back({n.text.unit, rest.begin, range.begin});
    rest.begin = range.end;
  }
  pieces.push_back(rest);
  return pieces;
}

bool runsOnce(const Program &program, NodeId node) {
  const auto *loop = program[node].as<Loop>();
  if (!loop || loop->form != LoopForm::Do || !isValid(loop->condition))
    return false;
  ExprId condition = program[loop->condition].value;
  return isValid(condition) && program[condition].kind == ExprKind::Const &&
         program[condition].value == 0 &&
         program[loop->condition].accesses.empty() &&
         !program[loop->body].exits.any();
}

bool isCallNode(const Program &program, NodeId node) {
  const auto *leaf = program[node].as<Leaf>();
  if (!leaf)
    return false;
  const Stmt &stmt = program[leaf->stmt];
  if (stmt.calls.empty() || stmt.kind == StmtKind::Condition ||
      stmt.kind == StmtKind::ReturnValue)
    return false;
  // A statement's outermost call is its last; its text then ends with the
  // statement's. What stands before it is an assignment's left side or a
  // declarator, or nothing.
  const CallSite &call = stmt.calls.back();
  if (!call.must || call.text.end != stmt.text.end)
    return false;
  if (call.text.begin == stmt.text.begin)
    return true;
  return isValid(stmt.value) &&
         program[stmt.value].kind == ExprKind::CallResult &&
         program[stmt.value].value ==
             static_cast<int64_t>(stmt.calls.size()) - 1;
}

std::vector<NodeId> loopsAround(const Program &program, NodeId node) {
  std::vector<NodeId> loops;
  for (NodeId n = program[node].parent; isValid(n); n = program[n].parent)
    if (program[n].as<Loop>())
      loops.insert(loops.begin(), n);
  return loops;
}

std::vector<TextRange> headerTexts(const Counted &counted) {
  std::vector<TextRange> texts = {counted.lowerText, counted.boundText,
                                  counted.otherBoundText, counted.aheadText};
  std::erase_if(texts, [](const TextRange &text) { return text.empty(); });
  return texts;
}

} // namespace hocket::ir
