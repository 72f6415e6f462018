// SPDX-License-Identifier: Apache-2.0
#include "splitting/SplitLoop.h"

#include "ir/Tree.h"

namespace hocket::polyhedral {

using ir::NodeId;
using ir::StmtId;

SplitLoop::SplitLoop(MutableProgram in, NodeId loop,
                     const std::vector<PartPlan> &plans)
    : in_(in), loop_(loop), oldLoop_(in.program[loop]),
      oldBody_(in.program[oldLoop_.as<ir::Loop>()->body]),
      numNodes_(in.program.nodes.size()), numStmts_(in.program.stmts.size()) {
  for (const PartPlan &plan : plans)
    addPart(plan);
  ir::Block block;
  block.children = parts_;
  block.isSplitLoop = true;
  in_.program.nodes[ir::index(loop_)].data = std::move(block);
  const ir::Loop &old = *oldLoop_.as<ir::Loop>();
  if (old.counted && old.counted->declaresIterator)
    in_.program.objects[ir::index(old.counted->iterator)].scope = parts_[0];
  in_.index.followProgram();
  in_.index.renew(parts_[0]);
}

void SplitLoop::undo() {
  ir::Program &program = in_.program;
  const ir::Loop &old = *oldLoop_.as<ir::Loop>();
  if (old.counted && old.counted->declaresIterator)
    program.objects[ir::index(old.counted->iterator)].scope = loop_;
  program.nodes.resize(numNodes_);
  program.stmts.resize(numStmts_);
  in_.effects.stmts.resize(numStmts_);
  program.nodes[ir::index(loop_)] = oldLoop_;
  program.nodes[ir::index(old.body)] = oldBody_;
  for (NodeId child : ir::childrenOf(program, old.body))
    program.nodes[ir::index(child)].parent = old.body;
  in_.index.followProgram();
  in_.index.renew(loop_);
}

NodeId SplitLoop::addNode(ir::Node node) {
  node.id = NodeId(in_.program.nodes.size());
  in_.program.nodes.push_back(std::move(node));
  return in_.program.nodes.back().id;
}

StmtId SplitLoop::copyStmt(StmtId stmt) {
  if (!isValid(stmt))
    return stmt;
  ir::Stmt copy = in_.program[stmt];
  copy.id = StmtId(in_.program.stmts.size());
  in_.program.stmts.push_back(std::move(copy));
  analysis::StmtEffects effects = in_.effects.stmts[ir::index(stmt)];
  in_.effects.stmts.push_back(std::move(effects));
  return in_.program.stmts.back().id;
}

namespace {

/// Applies `node` to the child nodes and `stmt` to the own statements.
template <typename OnNode, typename OnStmt>
void replaceParts(ir::Node &n, OnNode node, OnStmt stmt) {
  auto nodeIfAny = [&](NodeId &id) {
    if (isValid(id))
      id = node(id);
  };
  if (auto *block = n.as<ir::Block>())
    for (NodeId &child : block->children)
      nodeIfAny(child);
  if (auto *opaque = n.as<ir::Opaque>())
    for (NodeId &child : opaque->children)
      nodeIfAny(child);
  if (auto *leaf = n.as<ir::Leaf>())
    leaf->stmt = stmt(leaf->stmt);
  if (auto *jump = n.as<ir::Jump>())
    jump->value = stmt(jump->value);
  if (auto *branch = n.as<ir::Branch>()) {
    branch->condition = stmt(branch->condition);
    nodeIfAny(branch->thenNode);
    nodeIfAny(branch->elseNode);
  }
  if (auto *loop = n.as<ir::Loop>()) {
    loop->init = stmt(loop->init);
    loop->condition = stmt(loop->condition);
    loop->step = stmt(loop->step);
    nodeIfAny(loop->body);
  }
}

} // namespace

NodeId SplitLoop::copyTree(NodeId node, NodeId parent) {
  ir::Node copy = in_.program[node];
  copy.parent = parent;
  copy.copyOf = node;
  copy.inlined = NodeId::None; // its calls are what their summaries say
  NodeId id = addNode(copy);
  replaceParts(
      copy, [&](NodeId child) { return copyTree(child, id); },
      [&](StmtId stmt) { return copyStmt(stmt); });
  in_.program.nodes[ir::index(id)].data = std::move(copy.data);
  return id;
}

NodeId SplitLoop::takeOrCopy(NodeId node, NodeId parent) {
  if (!taken_.insert(node).second)
    return copyTree(node, parent);
  in_.program.nodes[ir::index(node)].parent = parent;
  return node;
}

void SplitLoop::addPart(const PartPlan &plan) {
  ir::Node node = oldLoop_;
  node.parent = loop_;
  node.copyOf = parts_.empty() ? NodeId::None : parts_[0];
  node.omitted = omittedBy(plan);
  NodeId id = addNode(std::move(node));
  ir::Loop part = *oldLoop_.as<ir::Loop>();
  part.part = plan.range;
  if (!parts_.empty()) {
    part.init = copyStmt(part.init);
    part.condition = copyStmt(part.condition);
    part.step = copyStmt(part.step);
  }
  part.body = addBody(plan, id);
  in_.program.nodes[ir::index(id)].data = std::move(part);
  parts_.push_back(id);
}

NodeId SplitLoop::addBody(const PartPlan &plan, NodeId part) {
  NodeId oldBody = oldLoop_.as<ir::Loop>()->body;
  if (plan.isWholeBody)
    return takeOrCopy(oldBody, part);
  NodeId id = oldBody;
  if (!taken_.insert(oldBody).second) {
    ir::Node copy = oldBody_;
    copy.copyOf = oldBody;
    id = addNode(std::move(copy));
  }
  std::vector<NodeId> children;
  for (std::size_t position : plan.children)
    children.push_back(
        takeOrCopy(oldBody_.as<ir::Block>()->children[position], id));
  ir::Node &body = in_.program.nodes[ir::index(id)];
  body.parent = part;
  body.omitted = omittedBy(plan);
  body.data = ir::Block{std::move(children), false};
  return id;
}

/// Several declarators share one text.
std::vector<ir::TextRange> SplitLoop::omittedBy(const PartPlan &plan) const {
  std::vector<ir::TextRange> omitted;
  const ir::Block *block = oldBody_.as<ir::Block>();
  if (plan.isWholeBody || !block)
    return omitted;
  for (std::size_t i = 0; i < block->children.size(); ++i) {
    const ir::TextRange &text = in_.program[block->children[i]].text;
    bool isAgain = !omitted.empty() && omitted.back().begin == text.begin;
    if (!plan.children.count(i) && !isAgain && !text.empty())
      omitted.push_back(text);
  }
  return omitted;
}

} // namespace hocket::polyhedral
