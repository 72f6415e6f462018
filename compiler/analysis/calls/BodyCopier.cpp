// SPDX-License-Identifier: Apache-2.0
#include "analysis/calls/BodyCopier.h"

#include "ir/Append.h"
#include "ir/FunctionBody.h"
#include "ir/Tree.h"

namespace hocket::analysis {

using namespace ir;

NodeId newNode(Program &program, const CallInstance &call, NodeId parent,
               const TextRange &text) {
  Node node;
  node.parent = parent;
  node.function = program[call.point.node].function;
  node.inlinedFrom = call.callee;
  node.text = text;
  node.location = call.location;
  return append(program, std::move(node));
}

ObjectId newClone(Program &program, CallInstance &call, ObjectId original) {
  Object object = program[original];
  object.cloneOf = original;
  object.kind = ObjectKind::Local;
  object.function = program[call.point.node].function;
  auto scope = call.nodes.find(object.scope);
  object.scope = scope == call.nodes.end() ? call.copy : scope->second;
  // Both speak of the callee's own text.
  object.isRestrict = object.isConst = false;
  return call.objects[original] = append(program, std::move(object));
}

ExprId addressOf(Program &program, const CallInstance &call, ObjectId object) {
  Expr address;
  address.kind = ExprKind::AddrOf;
  address.isSigned = false;
  address.isPointer = true;
  address.object = object;
  for (const Access &access : program[call.point.stmt].accesses)
    if (isValid(access.address))
      address.bits = program[access.address].bits;
  return append(program, std::move(address));
}

BodyCopier::BodyCopier(Program &program, CallInstance &call)
    : p_(program), call_(call), heaps_(siteOf(program, call.point).heapClones) {
}

NodeId BodyCopier::copyBody(NodeId parent) {
  return copyTail(p_[call_.callee].body, parent);
}

NodeId BodyCopier::shell(NodeId original, NodeId parent) {
  Node node = p_[original];
  node.parent = parent;
  node.function = p_[call_.point.node].function;
  node.inlinedFrom = call_.callee;
  node.inlined = NodeId::None;
  node.exits.byReturn = false;
  return call_.nodes[original] = append(p_, std::move(node));
}

/// A return that is left below leaves the node, too.
void BodyCopier::inheritReturns(NodeId node) {
  bool byReturn = false;
  for (NodeId child : childrenOf(p_, node))
    byReturn |= p_[child].exits.byReturn;
  p_.nodes[index(node)].exits.byReturn |= byReturn;
}

NodeId BodyCopier::copyNode(NodeId original, NodeId parent) {
  if (const auto *jump = p_[original].as<Jump>();
      jump && jump->kind == JumpKind::Return) {
    NodeId block = newNode(p_, call_, parent, p_[original].text);
    NodeId value = copyReturn(original, block);
    NodeId leave = newNode(p_, call_, block, p_[original].text);
    p_.nodes[index(leave)].data = Jump{JumpKind::Return, StmtId::None};
    p_.nodes[index(leave)].exits.byReturn = true;
    p_.nodes[index(block)].data = Block{{value, leave}};
    p_.nodes[index(block)].exits.byReturn = true;
    return block;
  }
  NodeId copied = shell(original, parent);
  auto data = p_[original].data;
  auto children = [&](std::vector<NodeId> &nodes) {
    for (NodeId &node : nodes)
      node = copyNode(node, copied);
  };
  if (auto *block = std::get_if<Block>(&data)) {
    children(block->children);
  } else if (auto *opaque = std::get_if<Opaque>(&data)) {
    children(opaque->children);
  } else if (auto *leaf = std::get_if<Leaf>(&data)) {
    leaf->stmt = copyStmt(leaf->stmt);
  } else if (auto *loop = std::get_if<Loop>(&data)) {
    loop->init = copyOptional(loop->init);
    loop->condition = copyOptional(loop->condition);
    loop->step = copyOptional(loop->step);
    if (loop->counted)
      loop->counted = copyCounted(*loop->counted);
    if (loop->search)
      loop->search = Search{copyCounted(loop->search->header), {}};
    loop->body = copyNode(loop->body, copied);
  } else if (auto *branch = std::get_if<Branch>(&data)) {
    branch->condition = copyOptional(branch->condition);
    branch->update = copyUpdate(branch->update);
    branch->thenNode = copyNode(branch->thenNode, copied);
    if (isValid(branch->elseNode))
      branch->elseNode = copyNode(branch->elseNode, copied);
  }
  p_.nodes[index(copied)].data = std::move(data);
  inheritReturns(copied);
  return copied;
}

/// Copies a node after which the callee is done: a return there just ends.
NodeId BodyCopier::copyTail(NodeId original, NodeId parent) {
  const Node &node = p_[original];
  if (node.as<Jump>())
    return copyReturn(original, parent);
  if (node.as<Block>()) {
    std::vector<NodeId> children = node.as<Block>()->children;
    NodeId copied = shell(original, parent);
    p_.nodes[index(copied)].data = Block{};
    copyChildren(children, 0, copied);
    inheritReturns(copied);
    return copied;
  }
  if (!node.as<Branch>())
    return copyNode(original, parent);
  Branch branch = *node.as<Branch>();
  NodeId copied = shell(original, parent);
  branch.condition = copyOptional(branch.condition);
  branch.update = copyUpdate(branch.update);
  branch.thenNode = copyTail(branch.thenNode, copied);
  if (isValid(branch.elseNode))
    branch.elseNode = copyTail(branch.elseNode, copied);
  p_.nodes[index(copied)].data = branch;
  inheritReturns(copied);
  return copied;
}

/// The children from number `from` on, the last in tail position, into `block`.
void BodyCopier::copyChildren(const std::vector<NodeId> &children,
                              std::size_t from, NodeId block) {
  auto add = [&](NodeId child) {
    p_.nodes[index(block)].as<Block>()->children.push_back(child);
  };
  for (std::size_t i = from; i < children.size(); ++i) {
    if (i + 1 == children.size())
      return add(copyTail(children[i], block));
    if (!isEarlyReturn(p_, children[i])) {
      add(copyNode(children[i], block));
      continue;
    }
    // `if (c) return; rest`: the rest is the other side.
    NodeId copied = copyTail(children[i], block);
    add(copied);
    NodeId rest = newNode(p_, call_, copied, p_[children[i + 1]].text);
    p_.nodes[index(rest)].data = Block{};
    copyChildren(children, i + 1, rest);
    inheritReturns(rest);
    p_.nodes[index(copied)].as<Branch>()->elseNode = rest;
    return inheritReturns(copied);
  }
}

/// The result is set, if it is needed.
NodeId BodyCopier::copyReturn(NodeId original, NodeId parent) {
  StmtId value = p_[original].as<Jump>()->value;
  if (!isValid(value)) {
    NodeId nothing = newNode(p_, call_, parent, p_[original].text);
    p_.nodes[index(nothing)].data = Block{};
    return nothing;
  }
  NodeId leaf = shell(original, parent);
  StmtId copied = copyStmt(value);
  Stmt &stmt = p_.stmts[index(copied)];
  stmt.kind = StmtKind::Expression;
  p_.nodes[index(leaf)].data = Leaf{copied};
  p_.nodes[index(leaf)].exits = {};
  if (!isValid(call_.result))
    return leaf;
  Access access;
  access.kind = AccessKind::Write;
  access.address = addressOf(p_, call_, call_.result);
  access.size = static_cast<uint32_t>(p_[call_.result].size);
  access.value = stmt.value;
  access.text = stmt.text;
  access.location = stmt.location;
  p_.stmts[index(copied)].accesses.push_back(std::move(access));
  return leaf;
}

StmtId BodyCopier::copyOptional(StmtId original) {
  return isValid(original) ? copyStmt(original) : StmtId::None;
}

StmtId BodyCopier::copyStmt(StmtId original) {
  Stmt stmt = p_[original];
  if (isValid(stmt.declares))
    stmt.declares = mapped(stmt.declares);
  for (Access &access : stmt.accesses) {
    access.address = mapped(access.address);
    access.value = mapped(access.value);
  }
  for (CallSite &site : stmt.calls)
    site = copyCall(site);
  stmt.value = mapped(stmt.value);
  stmt.update = copyUpdate(stmt.update);
  return append(p_, std::move(stmt));
}

/// A heap object of the callee, as it is named after this call.
ObjectId BodyCopier::heapOf(ObjectId own) const {
  for (const auto &[inner, outer] : heaps_)
    if (inner == own)
      return outer;
  return own;
}

CallSite BodyCopier::copyCall(const CallSite &original) {
  CallSite site = original;
  site.pointer = mapped(site.pointer);
  for (ExprId &arg : site.args)
    arg = mapped(arg);
  site.heap = heapOf(site.heap);
  for (auto &[own, clone] : site.heapClones)
    clone = heapOf(clone);
  site.copy = NodeId::None;
  site.result = ObjectId::None;
  return site;
}

std::optional<Update>
BodyCopier::copyUpdate(const std::optional<Update> &update) {
  std::optional<Update> result = update;
  if (result) {
    result->target = mapped(result->target);
    result->object = mapped(result->object);
  }
  return result;
}

Counted BodyCopier::copyCounted(const Counted &counted) {
  Counted result = counted;
  result.iterator = mapped(result.iterator);
  result.boundVariable = mapped(result.boundVariable);
  result.stepBy = mapped(result.stepBy);
  result.lower = mapped(result.lower);
  result.bound = mapped(result.bound);
  return result;
}

ObjectId BodyCopier::mapped(ObjectId id) {
  if (!isValid(id))
    return id;
  if (auto it = call_.objects.find(id); it != call_.objects.end())
    return it->second;
  const Object &object = p_[id];
  bool isOwn =
      (object.kind == ObjectKind::Local || object.kind == ObjectKind::Param) &&
      object.function == call_.callee && !isValid(object.cloneOf);
  return isOwn ? newClone(p_, call_, id) : id;
}

ExprId BodyCopier::mapped(ExprId id) {
  if (!isValid(id))
    return id;
  if (auto it = exprs_.find(id); it != exprs_.end())
    return it->second;
  Expr e = p_[id];
  ObjectId object = mapped(e.object);
  bool isChanged = object != e.object;
  e.object = object;
  for (ExprId &operand : e.operands) {
    ExprId next = mapped(operand);
    isChanged |= next != operand;
    operand = next;
  }
  ExprId result = isChanged ? append(p_, std::move(e)) : id;
  exprs_[id] = result;
  return result;
}

} // namespace hocket::analysis
