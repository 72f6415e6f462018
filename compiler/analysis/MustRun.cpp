// SPDX-License-Identifier: Apache-2.0
#include "analysis/MustRun.h"

#include "ir/Tree.h"

namespace hocket::analysis {

using namespace ir;

bool isEndless(const Program &program, NodeId node) {
  const Loop *loop = program[node].as<Loop>();
  if (!loop || program[node].exits.any())
    return false;
  if (isValid(loop->body) && program[loop->body].exits.byBreak)
    return false;
  if (!isValid(loop->condition))
    return true;
  ExprId value = program[loop->condition].value;
  return isValid(value) && program[value].kind == ExprKind::Const &&
         program[value].value != 0;
}

namespace {

class MustRun {
public:
  MustRun(const Program &program,
          const std::function<bool(StmtId)> &mayNotReturn)
      : program_(program), mayNotReturn_(mayNotReturn) {}

  /// Marks the statements that run whenever the node is entered; true if what
  /// follows the node then runs too.
  bool walk(NodeId node) {
    auto mark = [this](StmtId stmt) {
      if (isValid(stmt))
        found_.insert(stmt);
      return !isValid(stmt) || !mayNotReturn_(stmt);
    };
    if (const auto *block = program_[node].as<Block>()) {
      for (NodeId child : block->children)
        if (!walk(child))
          return false;
      return true;
    }
    if (const auto *leaf = program_[node].as<Leaf>())
      return mark(leaf->stmt);
    if (const auto *branch = program_[node].as<Branch>())
      return mark(branch->condition) && !mayLeave(node);
    if (const auto *loop = program_[node].as<Loop>()) {
      if (!mark(loop->init))
        return false;
      if (loop->form != LoopForm::Do)
        return mark(loop->condition) && !mayLeave(node);
      // The body runs once at least; its own `continue` and `break` stop the
      // walk.
      if (walk(loop->body))
        mark(loop->condition);
      return !mayLeave(node);
    }
    if (const auto *jump = program_[node].as<Jump>())
      mark(jump->value);
    return false;
  }

  std::set<StmtId> take() { return std::move(found_); }

private:
  /// True if a jump may leave the node, or something in it may not come back.
  bool mayLeave(NodeId node) const {
    bool leaves = program_[node].exits.any();
    forEachNode(program_, node, [&](NodeId inner) {
      leaves |= isEndless(program_, inner);
      for (StmtId stmt : ownStmts(program_, inner))
        leaves |= mayNotReturn_(stmt);
    });
    return leaves;
  }

  const Program &program_;
  const std::function<bool(StmtId)> &mayNotReturn_;
  std::set<StmtId> found_;
};

} // namespace

std::set<StmtId>
stmtsThatMustRun(const Program &program, NodeId node,
                 const std::function<bool(StmtId)> &mayNotReturn) {
  MustRun walk(program, mayNotReturn);
  walk.walk(node);
  return walk.take();
}

} // namespace hocket::analysis
