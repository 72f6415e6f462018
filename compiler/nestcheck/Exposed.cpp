// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Exposed.h"

#include "ir/Tree.h"

namespace hocket::nestcheck {

using ir::NodeId;
using ir::StmtId;

namespace {

class Walker {
public:
  Walker(const polyhedral::ProgramIndex &index, ir::ObjectId object)
      : index_(index), program_(index.program()), object_(object) {}

  Use run(NodeId node) {
    use_.isSure = visit(node, false);
    return use_;
  }

private:
  // Each takes, and returns, whether the variable is surely written by now.

  bool visit(NodeId node, bool isSure) {
    if (!isValid(node))
      return isSure;
    if (NodeId calls = index_.inlinedIn(node); isValid(calls))
      isSure = visit(calls, isSure);
    if (const ir::Block *block = program_[node].as<ir::Block>()) {
      bool isPassedBy = false, atEnd = isSure;
      for (NodeId child : block->children) {
        isSure = visit(child, isSure);
        isPassedBy |= program_[child].exits.any();
        atEnd = isPassedBy ? atEnd : isSure;
      }
      return atEnd;
    }
    if (const ir::Leaf *leaf = program_[node].as<ir::Leaf>())
      return visit(leaf->stmt, isSure);
    if (const ir::Branch *branch = program_[node].as<ir::Branch>()) {
      isSure = visit(branch->condition, isSure);
      bool then = visit(branch->thenNode, isSure);
      bool other = visit(branch->elseNode, isSure);
      return then && other;
    }
    return other(node, isSure);
  }

  /// Any order, and perhaps not at all.
  bool other(NodeId node, bool isSure) {
    const ir::Loop *loop = program_[node].as<ir::Loop>();
    if (loop && isValid(loop->init))
      isSure = visit(loop->init, isSure);
    if (loop && loop->form != ir::LoopForm::Do && isValid(loop->condition))
      isSure = visit(loop->condition, isSure);
    bool jumps = false;
    for (NodeId child : ir::childrenOf(program_, node)) {
      jumps |= program_[child].exits.any();
      visit(child, isSure);
    }
    for (StmtId stmt : ir::ownStmts(program_, node))
      if (!loop || stmt != loop->init)
        visit(stmt, isSure);
    return isSure && !jumps;
  }

  bool visit(StmtId stmt, bool isSure) {
    bool writes = false;
    for (const analysis::EffectItem &item : index_.itemsOf(stmt)) {
      if (!index_.mayTouch(item, object_))
        continue;
      if (item.kind == ir::AccessKind::Read) {
        use_.isExposed |= !isSure;
        continue;
      }
      use_.isWritten = true;
      writes |= item.must && index_.isWholeNamed(item, object_);
    }
    return isSure || writes;
  }

  const polyhedral::ProgramIndex &index_;
  const ir::Program &program_;
  const ir::ObjectId object_;
  Use use_;
};

} // namespace

Use useOf(const polyhedral::ProgramIndex &index, NodeId node,
          ir::ObjectId object) {
  return Walker(index, object).run(node);
}

} // namespace hocket::nestcheck
