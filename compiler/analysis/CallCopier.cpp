// SPDX-License-Identifier: Apache-2.0
//
// Nodes and statements are copied one by one; variables of the callee get
// clones whose scope is the copy. What changes shape is `return`: at the end of
// the body it only sets the result, and `if (c) return; rest` becomes `if (c) ;
// else rest`, so that conditions say when what follows runs. Any other return
// stays a Jump out of the copy.
#include "analysis/CallCopier.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

CallCopier::CallCopier(Program &program, NodeId node, unsigned position)
    : p_(program), node_(node), position_(position) {
  const auto *branch = p_[node].as<Branch>();
  caller_ = branch ? branch->condition : p_[node].as<Leaf>()->stmt;
  site_ = p_[caller_].calls[position];
}

NodeId CallCopier::newNode(NodeId parent, const TextRange &text) {
  Node node;
  node.id = NodeId(p_.nodes.size());
  node.parent = parent;
  node.function = p_[node_].function;
  node.inlinedFrom = site_.callee;
  node.text = text;
  node.location = site_.location;
  p_.nodes.push_back(std::move(node));
  return NodeId(p_.nodes.size() - 1);
}

StmtId CallCopier::newStmt(Stmt stmt) {
  stmt.id = StmtId(p_.stmts.size());
  p_.stmts.push_back(std::move(stmt));
  return p_.stmts.back().id;
}

NodeId CallCopier::newLeaf(NodeId parent, Stmt stmt) {
  TextRange text = stmt.text;
  SourceLocation location = stmt.location;
  NodeId leaf = newNode(parent, text);
  p_.nodes[index(leaf)].location = location;
  p_.nodes[index(leaf)].data = Leaf{newStmt(std::move(stmt))};
  return leaf;
}

ExprId CallCopier::newExpr(Expr expr) {
  p_.exprs.push_back(std::move(expr));
  return ExprId(p_.exprs.size() - 1);
}

ExprId CallCopier::addressOf(ObjectId object) {
  Expr address;
  address.kind = ExprKind::AddrOf;
  address.isSigned = false;
  address.isPointer = true;
  address.object = object;
  for (const Access &access : p_[caller_].accesses)
    if (isValid(access.address))
      address.bits = p_[access.address].bits;
  return newExpr(std::move(address));
}

// The call ------------------------------------------------------------------

namespace {

/// The use of call `position`'s result in the expression; null: none.
const Expr *findCallResult(const Program &program, ExprId id,
                           unsigned position) {
  if (!isValid(id))
    return nullptr;
  const Expr &e = program[id];
  if (e.kind == ExprKind::CallResult)
    return e.value == static_cast<int64_t>(position) ? &e : nullptr;
  for (ExprId operand : e.operands)
    if (const Expr *found = findCallResult(program, operand, position))
      return found;
  return nullptr;
}

std::vector<ExprId> exprsOf(const Stmt &stmt) {
  std::vector<ExprId> all{stmt.value};
  for (const Access &access : stmt.accesses) {
    all.push_back(access.address);
    all.push_back(access.value);
  }
  for (const CallSite &site : stmt.calls)
    all.insert(all.end(), site.args.begin(), site.args.end());
  return all;
}

} // namespace

/// The variable for the result, if some expression of the caller needs it.
void CallCopier::findResult() {
  const Expr *use = nullptr;
  for (ExprId expr : exprsOf(p_[caller_]))
    if (!use)
      use = findCallResult(p_, expr, position_);
  if (!use || use->isFloat || use->bits == 0 || use->bits > 64)
    return;
  Object object;
  object.id = result_ = ObjectId(p_.objects.size());
  object.kind = ObjectKind::Local;
  object.name = p_[site_.callee].name + "()";
  object.unit = p_[p_[node_].function].unit;
  object.function = p_[node_].function;
  object.scope = block_;
  object.location = site_.location;
  object.cloneOf = object.id;
  object.isScalar = true;
  object.isPointer = use->isPointer;
  object.isSigned = use->isSigned;
  object.bits = use->bits;
  object.size = use->bits / 8;
  p_.objects.push_back(std::move(object));
}

bool CallCopier::needsUnseen(ExprId id, bool orNumber) const {
  const Expr &e = p_[id];
  if (e.kind == ExprKind::CallResult) {
    const Stmt &stmt = p_[caller_];
    auto which = static_cast<std::size_t>(e.value);
    bool isNumber = e.isFloat || (!e.isPointer && e.bits != 0 && e.bits < 64);
    return (orNumber || !isNumber) &&
           (which >= stmt.calls.size() || !isValid(stmt.calls[which].result));
  }
  return std::any_of(e.operands.begin(), e.operands.end(), [&](ExprId operand) {
    return needsUnseen(operand, orNumber);
  });
}

bool CallCopier::canBind() const {
  const Function &callee = p_[site_.callee];
  if (site_.args.size() != callee.params.size())
    return false;
  for (std::size_t i = 0; i < site_.args.size(); ++i) {
    const Object &param = p_[callee.params[i]];
    if (!isValid(site_.args[i]) || param.size == 0 ||
        needsUnseen(site_.args[i], /*orNumber=*/false) ||
        param.isScalar != !site_.argSizes[i] ||
        (site_.argSizes[i] && site_.argSizes[i] != param.size))
      return false;
  }
  return true;
}

NodeId CallCopier::copy(NodeId parent) {
  NodeId top = site_.must ? NodeId::None : guard(parent);
  block_ = newNode(isValid(top) ? top : parent, site_.text);
  p_.nodes[index(block_)].data = Block{};
  if (isValid(top))
    p_.nodes[index(top)].as<Branch>()->thenNode = block_;
  findResult();
  bindParameters(block_);
  NodeId body = copyTail(p_[site_.callee].body, block_);
  p_.nodes[index(block_)].as<Block>()->children.push_back(body);
  CallSite &site = p_.stmts[index(caller_)].calls[position_];
  site.isSeenThrough = true;
  site.result = result_;
  return isValid(top) ? top : block_;
}

/// `if (?)`: the call happens or not.
NodeId CallCopier::guard(NodeId parent) {
  NodeId top = newNode(parent, site_.text);
  Stmt condition;
  condition.kind = StmtKind::Condition;
  condition.text = site_.text;
  condition.location = site_.location;
  Expr unknown;
  unknown.bits = 32;
  condition.value = newExpr(unknown);
  Branch branch;
  branch.condition = newStmt(std::move(condition));
  p_.nodes[index(top)].data = branch;
  return top;
}

ObjectId CallCopier::newObject(ObjectId original) {
  Object object = p_[original];
  object.cloneOf = original;
  object.id = ObjectId(p_.objects.size());
  object.kind = ObjectKind::Local;
  object.function = p_[node_].function;
  auto scope = nodes_.find(object.scope);
  object.scope = scope == nodes_.end() ? block_ : scope->second;
  // Both speak of the callee's own text.
  object.isRestrict = object.isConst = false;
  p_.objects.push_back(std::move(object));
  objects_[original] = p_.objects.back().id;
  return p_.objects.back().id;
}

/// Arguments are evaluated before the callee runs: the caller's reads that need
/// no call come first. (They stand in the caller's statement, too.)
void CallCopier::addReadsOfCaller(Stmt &stmt) {
  std::vector<Access> accesses = p_[caller_].accesses;
  for (Access &access : accesses) {
    if (access.kind != AccessKind::Read ||
        needsUnseen(access.address, /*orNumber=*/true))
      continue;
    access.address = bound(access.address);
    stmt.accesses.push_back(std::move(access));
  }
}

Access CallCopier::bindAccess(ObjectId param, std::size_t position) {
  Access access;
  access.kind = AccessKind::Write;
  access.address = addressOf(newObject(param));
  access.size = static_cast<uint32_t>(p_[param].size);
  ExprId value = bound(site_.args[position]);
  access.value = p_[param].isFloat ? ExprId::None : value;
  access.text = site_.text;
  access.location = site_.location;
  return access;
}

void CallCopier::bindParameters(NodeId block) {
  std::vector<ObjectId> params = p_[site_.callee].params;
  for (std::size_t i = 0; i < std::max<std::size_t>(params.size(), 1); ++i) {
    Stmt stmt;
    stmt.kind = StmtKind::Declaration;
    stmt.text = site_.text;
    stmt.location = site_.location;
    if (i == 0)
      addReadsOfCaller(stmt);
    if (i < params.size()) {
      stmt.accesses.push_back(bindAccess(params[i], i));
      stmt.declares = objects_.at(params[i]);
    }
    NodeId leaf = newLeaf(block, std::move(stmt));
    p_.nodes[index(block)].as<Block>()->children.push_back(leaf);
  }
}

/// Results of other calls of the statement are in their variables.
ExprId CallCopier::bound(ExprId id) {
  if (auto it = bound_.find(id); it != bound_.end())
    return it->second;
  Expr e = p_[id];
  bool isChanged = false;
  if (e.kind == ExprKind::CallResult) {
    const Stmt &stmt = p_[caller_];
    auto which = static_cast<std::size_t>(e.value);
    ObjectId result =
        which < stmt.calls.size() ? stmt.calls[which].result : ObjectId::None;
    e.kind = isValid(result) ? ExprKind::Var : ExprKind::Unknown;
    e.object = result;
    e.value = 0;
    isChanged = true;
  }
  for (ExprId &operand : e.operands) {
    ExprId next = bound(operand);
    isChanged |= next != operand;
    operand = next;
  }
  ExprId result = isChanged ? newExpr(std::move(e)) : id;
  bound_[id] = result;
  return result;
}

// The body ------------------------------------------------------------------

NodeId CallCopier::shell(NodeId original, NodeId parent) {
  Node node = p_[original];
  node.id = NodeId(p_.nodes.size());
  node.parent = parent;
  node.function = p_[node_].function;
  node.inlinedFrom = site_.callee;
  node.inlined = NodeId::None;
  node.exits.byReturn = false;
  nodes_[original] = node.id;
  p_.nodes.push_back(std::move(node));
  return NodeId(p_.nodes.size() - 1);
}

/// A return that is left below leaves the node, too.
void CallCopier::inheritReturns(NodeId node) {
  bool byReturn = false;
  for (NodeId child : childrenOf(p_, node))
    byReturn |= p_[child].exits.byReturn;
  p_.nodes[index(node)].exits.byReturn |= byReturn;
}

NodeId CallCopier::copyNode(NodeId original, NodeId parent) {
  if (const auto *jump = p_[original].as<Jump>();
      jump && jump->kind == JumpKind::Return) {
    NodeId block = newNode(parent, p_[original].text);
    NodeId value = copyReturn(original, block);
    NodeId leave = newNode(block, p_[original].text);
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

/// Control may come to the end of the node. (Not sure: true.)
bool CallCopier::fallsThrough(NodeId id) const {
  const Node &node = p_[id];
  if (const auto *block = node.as<Block>())
    return block->children.empty() || fallsThrough(block->children.back());
  if (const auto *branch = node.as<Branch>())
    return !isValid(branch->elseNode) || fallsThrough(branch->thenNode) ||
           fallsThrough(branch->elseNode);
  const auto *jump = node.as<Jump>();
  return !jump || jump->kind != JumpKind::Return;
}

/// Copies a node after which the callee is done: a return there just ends.
NodeId CallCopier::copyTail(NodeId original, NodeId parent) {
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
void CallCopier::copyChildren(const std::vector<NodeId> &children,
                              std::size_t from, NodeId block) {
  auto add = [&](NodeId child) {
    p_.nodes[index(block)].as<Block>()->children.push_back(child);
  };
  for (std::size_t i = from; i < children.size(); ++i) {
    if (i + 1 == children.size())
      return add(copyTail(children[i], block));
    const auto *branch = p_[children[i]].as<Branch>();
    if (!branch || isValid(branch->elseNode) ||
        fallsThrough(branch->thenNode) || p_[children[i]].hasLabel) {
      add(copyNode(children[i], block));
      continue;
    }
    // `if (c) return; rest`: the rest is the other side.
    NodeId copied = copyTail(children[i], block);
    add(copied);
    NodeId rest = newNode(copied, p_[children[i + 1]].text);
    p_.nodes[index(rest)].data = Block{};
    copyChildren(children, i + 1, rest);
    inheritReturns(rest);
    p_.nodes[index(copied)].as<Branch>()->elseNode = rest;
    return inheritReturns(copied);
  }
}

/// The result is set, if it is needed.
NodeId CallCopier::copyReturn(NodeId original, NodeId parent) {
  StmtId value = p_[original].as<Jump>()->value;
  if (!isValid(value)) {
    NodeId nothing = newNode(parent, p_[original].text);
    p_.nodes[index(nothing)].data = Block{};
    return nothing;
  }
  NodeId leaf = shell(original, parent);
  StmtId copied = copyStmt(value);
  Stmt &stmt = p_.stmts[index(copied)];
  stmt.kind = StmtKind::Expression;
  p_.nodes[index(leaf)].data = Leaf{copied};
  p_.nodes[index(leaf)].exits = {};
  if (!isValid(result_))
    return leaf;
  Access access;
  access.kind = AccessKind::Write;
  access.address = addressOf(result_);
  access.size = static_cast<uint32_t>(p_[result_].size);
  access.value = stmt.value;
  access.text = stmt.text;
  access.location = stmt.location;
  p_.stmts[index(copied)].accesses.push_back(std::move(access));
  return leaf;
}

StmtId CallCopier::copyOptional(StmtId original) {
  return isValid(original) ? copyStmt(original) : StmtId::None;
}

StmtId CallCopier::copyStmt(StmtId original) {
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
  return newStmt(std::move(stmt));
}

/// A heap object of the callee, as it is named after this call.
ObjectId CallCopier::heapOf(ObjectId own) const {
  for (const auto &[inner, outer] : site_.heapClones)
    if (inner == own)
      return outer;
  return own;
}

CallSite CallCopier::copyCall(const CallSite &original) {
  CallSite site = original;
  site.pointer = mapped(site.pointer);
  for (ExprId &arg : site.args)
    arg = mapped(arg);
  site.heap = heapOf(site.heap);
  for (auto &[own, clone] : site.heapClones)
    clone = heapOf(clone);
  site.isSeenThrough = false;
  site.result = ObjectId::None;
  return site;
}

std::optional<Update>
CallCopier::copyUpdate(const std::optional<Update> &update) {
  std::optional<Update> result = update;
  if (result) {
    result->target = mapped(result->target);
    result->object = mapped(result->object);
  }
  return result;
}

Counted CallCopier::copyCounted(const Counted &counted) {
  Counted result = counted;
  result.iterator = mapped(result.iterator);
  result.boundVariable = mapped(result.boundVariable);
  result.stepBy = mapped(result.stepBy);
  result.lower = mapped(result.lower);
  result.bound = mapped(result.bound);
  return result;
}

ObjectId CallCopier::mapped(ObjectId id) {
  if (!isValid(id))
    return id;
  if (auto it = objects_.find(id); it != objects_.end())
    return it->second;
  const Object &object = p_[id];
  bool isOwn =
      (object.kind == ObjectKind::Local || object.kind == ObjectKind::Param) &&
      object.function == site_.callee && !isValid(object.cloneOf);
  return isOwn ? newObject(id) : id;
}

ExprId CallCopier::mapped(ExprId id) {
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
  ExprId result = isChanged ? newExpr(std::move(e)) : id;
  exprs_[id] = result;
  return result;
}

} // namespace hocket::analysis
