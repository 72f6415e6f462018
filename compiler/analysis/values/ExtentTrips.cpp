// SPDX-License-Identifier: Apache-2.0
#include "analysis/values/ExtentTrips.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

class Finder {
public:
  Finder(const Program &program, const Counted &header)
      : program_(program), iterator_(header.iterator),
        step_(std::abs(header.step)) {}

  /// What runs in each iteration: nothing in a branch or an inner loop.
  void node(NodeId id) {
    const Node &n = program_[id];
    if (n.as<Branch>() || n.as<Opaque>() || n.as<Loop>())
      return;
    for (StmtId own : ownStmts(program_, id))
      stmt(program_[own]);
    for (NodeId child : childrenOf(program_, id))
      node(child);
  }

  std::optional<int64_t> least() const { return least_; }

private:
  void stmt(const Stmt &s) {
    for (const Access &access : s.accesses)
      if (access.must) {
        address(access.address);
        address(access.value);
      }
    for (const CallSite &call : s.calls)
      if (call.must)
        for (ExprId argument : call.args)
          address(argument);
  }

  void address(ExprId id) {
    while (isValid(id) && program_[id].kind == ExprKind::Add &&
           program_[id].isPointer) {
      const Expr &sum = program_[id];
      if (sum.value > 0 && sum.value <= INT32_MAX)
        subscript(sum.operands[1], sum.value);
      id = sum.operands[0];
    }
  }

  /// \param extent bytes that it is less than
  void subscript(ExprId bytes, int64_t extent) {
    int64_t each = bytesPerStep(bytes);
    if (each == 0 || each > extent)
      return;
    int64_t most = (extent + each * step_ - 1) / (each * step_);
    least_ = std::min(least_.value_or(most), most);
  }

  /// So many bytes more where the iterator is one more; 0: not known.
  int64_t bytesPerStep(ExprId id) const {
    const Expr &e = program_[id];
    switch (e.kind) {
    case ExprKind::Var:
      return e.object == iterator_ ? 1 : 0;
    case ExprKind::Cast:
      return e.operands.size() == 1 ? bytesPerStep(e.operands[0]) : 0;
    case ExprKind::Add:
    case ExprKind::Sub:
      return program_[e.operands[1]].kind == ExprKind::Const
                 ? bytesPerStep(e.operands[0])
                 : 0;
    case ExprKind::Mul:
      return scaled(e.operands[0], e.operands[1]) +
             scaled(e.operands[1], e.operands[0]);
    default:
      return 0;
    }
  }

  int64_t scaled(ExprId value, ExprId by) const {
    const Expr &factor = program_[by];
    bool isFactor = factor.kind == ExprKind::Const && factor.value > 0 &&
                    factor.value <= INT32_MAX;
    return isFactor ? std::min<int64_t>(bytesPerStep(value), INT32_MAX) *
                          factor.value
                    : 0;
  }

  const Program &program_;
  const ObjectId iterator_;
  const int64_t step_;
  std::optional<int64_t> least_;
};

} // namespace

std::optional<int64_t> extentTrips(const Program &program, NodeId loop) {
  const Loop *l = program[loop].as<Loop>();
  const Counted *header = l ? l->header() : nullptr;
  if (!header || !header->isPlain || header->step == 0 ||
      std::abs(header->step) > INT32_MAX || isValid(header->stepBy) ||
      program[l->body].exits.byContinue)
    return std::nullopt;
  Finder finder(program, *header);
  finder.node(l->body);
  return finder.least();
}

} // namespace hocket::analysis
