// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/NewText.h"

#include "ir/Tree.h"

#include <algorithm>
#include <optional>

namespace hocket::nestcheck {

using ir::NodeId;
using ir::ObjectId;

namespace {

class Finder {
public:
  Finder(const ir::Program &before, NodeId root, const ir::Program &after)
      : user_(before.text(before[root].text)), after_(after) {}

  NewText run(const ir::TextRange &text) {
    for (const ir::Node &node : after_.nodes)
      if (text.contains(node.text) && !isValid(node.inlinedFrom) &&
          (!isValid(node.parent) || !text.contains(after_[node.parent].text)))
        add(node);
    if (!isValid(result_.whole))
      refuse("there is nothing in its place");
    if (result_.why.empty() && !findFlag() && !findElse())
      result_.order = result_.whole;
    if (result_.why.empty() && !isValid(result_.order))
      refuse("nothing says when the order runs");
    return std::move(result_);
  }

private:
  void refuse(const std::string &why) {
    if (result_.why.empty())
      result_.why = why;
  }

  void add(const ir::Node &node) {
    if (isValid(result_.whole) || !node.as<ir::Block>())
      return refuse("more than a block is in its place");
    result_.whole = node.id;
  }

  /// The side of a branch is the user's nest, word for word.
  bool isUsers(NodeId side) const {
    if (!isValid(side))
      return false;
    const ir::Block *block = after_[side].as<ir::Block>();
    if (block && block->children.size() != 1)
      return false;
    return (after_[side].as<ir::Loop>() || block) &&
           after_.text(after_[block ? block->children[0] : side].text) == user_;
  }

  /// `{ int done = 0; ... { done = 1; the order } ... if (!done) the user's }`
  bool findFlag() {
    const ir::Block &block = *after_[result_.whole].as<ir::Block>();
    const ir::Branch *last =
        block.children.empty() ? nullptr
                               : after_[block.children.back()].as<ir::Branch>();
    if (!last || isValid(last->elseNode) || !isUsers(last->thenNode))
      return false;
    const ObjectId flag = negatedVariable(last->condition);
    const ir::Leaf *first = after_[block.children.front()].as<ir::Leaf>();
    if (!isValid(flag) || !first || after_[first->stmt].declares != flag ||
        constantSet(block.children.front(), flag) != 0)
      return false;
    // Nobody else may say that it has run, and it runs once.
    std::size_t writes = 0;
    for (ir::StmtId id : ir::allStmts(after_, result_.whole))
      writes += setsVariable(after_[id], flag);
    ir::forEachNode(after_, result_.whole, [&](NodeId node) {
      const ir::Block *inner = after_[node].as<ir::Block>();
      if (inner &&
          std::any_of(
              inner->children.begin(), inner->children.end(),
              [&](NodeId child) { return constantSet(child, flag) == 1; }) &&
          isOnce(node, true))
        result_.order = node;
    });
    if (writes != 2)
      refuse("others say whether the order has run");
    result_.otherwise = last->thenNode;
    return true;
  }

  /// `{ ... if (tests) the order else the user's }`
  bool findElse() {
    ir::forEachNode(after_, result_.whole, [&](NodeId node) {
      const ir::Branch *branch = after_[node].as<ir::Branch>();
      if (!branch || !isUsers(branch->elseNode) || !isOnce(node, false))
        return;
      if (isValid(result_.otherwise))
        refuse("two orders are in one text");
      result_.otherwise = branch->elseNode;
      result_.order = branch->thenNode;
    });
    return isValid(result_.otherwise);
  }

  /// Blocks alone are around the node, or tests, too.
  bool isOnce(NodeId node, bool mayBeTested) const {
    for (node = after_[node].parent;; node = after_[node].parent) {
      const ir::Branch *branch = after_[node].as<ir::Branch>();
      if (!after_[node].as<ir::Block>() && !(mayBeTested && branch))
        return false;
      if (node == result_.whole)
        return true;
    }
  }

  bool setsVariable(const ir::Stmt &stmt, ObjectId object) const {
    return std::any_of(stmt.accesses.begin(), stmt.accesses.end(),
                       [&](const ir::Access &access) {
                         return access.kind == ir::AccessKind::Write &&
                                names(access.address, object);
                       });
  }

  bool names(ir::ExprId address, ObjectId object) const {
    return isValid(address) && after_[address].kind == ir::ExprKind::AddrOf &&
           after_[address].object == object;
  }

  /// What the statement, an assignment, sets the variable to.
  std::optional<int64_t> constantSet(NodeId node, ObjectId object) const {
    const ir::Leaf *leaf = after_[node].as<ir::Leaf>();
    if (!leaf || after_[leaf->stmt].accesses.size() != 1)
      return std::nullopt;
    const ir::Access &access = after_[leaf->stmt].accesses.front();
    if (access.kind != ir::AccessKind::Write || !access.must ||
        !names(access.address, object) || !isValid(access.value) ||
        after_[access.value].kind != ir::ExprKind::Const)
      return std::nullopt;
    return after_[access.value].value;
  }

  ObjectId negatedVariable(ir::StmtId condition) const {
    ir::ExprId value = after_[condition].value;
    if (!isValid(value) || after_[value].kind != ir::ExprKind::LogicalNot)
      return ObjectId::None;
    const ir::Expr &inner = after_[after_[value].operands[0]];
    return inner.kind == ir::ExprKind::Var ? inner.object : ObjectId::None;
  }

  const std::string_view user_;
  const ir::Program &after_;
  ObjectId flag_ = ObjectId::None;
  NewText result_;
};

} // namespace

NewText newTextOf(const ir::Program &before, NodeId root,
                  const ir::Program &after, const ir::TextRange &text) {
  return Finder(before, root, after).run(text);
}

} // namespace hocket::nestcheck
