// SPDX-License-Identifier: Apache-2.0
#include "analysis/calls/StructParameters.h"

#include "ir/CallInstance.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

constexpr unsigned maxDepth = 4; ///< of calls that hand the struct on

class Reader {
public:
  Reader(const Program &program, ObjectId param)
      : program_(program), param_(param) {}

  bool givesNumbersAlone(FunctionId function, unsigned depth) {
    depth_ = depth;
    std::vector<StmtId> stmts = allStmts(program_, program_[function].body);
    return std::all_of(stmts.begin(), stmts.end(),
                       [&](StmtId stmt) { return isHarmless(program_[stmt]); });
  }

private:
  bool isHarmless(const Stmt &stmt) {
    if (stmt.isOpaque || !isNumber(stmt.value))
      return false;
    for (const Access &access : stmt.accesses)
      if (!isNumber(access.value) || !isPlace(access.address))
        return false;
    return std::all_of(
        stmt.calls.begin(), stmt.calls.end(),
        [&](const CallSite &site) { return isHandedOnWell(site); });
  }

  /// A call that is given the whole struct has numbers from it alone, too.
  bool isHandedOnWell(const CallSite &site) {
    if (!isNumber(site.pointer))
      return false;
    for (std::size_t i = 0; i < site.args.size(); ++i) {
      if (!isWhole(site.args[i])) {
        if (!isNumber(site.args[i]))
          return false;
        continue;
      }
      if (!isValid(site.callee) || !isValid(program_[site.callee].body) ||
          i >= program_[site.callee].params.size() || depth_ == maxDepth ||
          !Reader(program_, program_[site.callee].params[i])
               .givesNumbersAlone(site.callee, depth_ + 1))
        return false;
    }
    return true;
  }

  bool isOfParam(ExprId id) const {
    const Expr &expr = program_[id];
    if (expr.kind == ExprKind::AddrOf)
      return expr.object == param_;
    return std::any_of(
        expr.operands.begin(), expr.operands.end(),
        [&](ExprId operand) { return isValid(operand) && isOfParam(operand); });
  }

  bool isWhole(ExprId id) const {
    return isValid(id) && program_[id].kind == ExprKind::Load &&
           program_[id].bits == 0 && isOfParam(program_[id].operands.front());
  }

  /// Numbers that are narrower than a pointer, or floating-point.
  bool isNumber(ExprId id) const {
    if (!isValid(id))
      return true;
    const Expr &expr = program_[id];
    if (expr.kind == ExprKind::AddrOf && expr.object == param_)
      return false;
    if (expr.kind != ExprKind::Load)
      return std::all_of(expr.operands.begin(), expr.operands.end(),
                         [&](ExprId operand) { return isNumber(operand); });
    const ExprId address = expr.operands.front();
    if (!isOfParam(address))
      return isNumber(address);
    return isPlace(address) &&
           (expr.isFloat || (!expr.isPointer && expr.bits != 0 &&
                             expr.bits < 8 * program_.pointerBytes));
  }

  /// The parameter itself, and what is computed of numbers.
  bool isPlace(ExprId id) const {
    if (!isValid(id))
      return true;
    const Expr &expr = program_[id];
    if (expr.kind == ExprKind::AddrOf)
      return true;
    if (expr.kind == ExprKind::Load)
      return isNumber(id);
    return std::all_of(expr.operands.begin(), expr.operands.end(),
                       [&](ExprId operand) { return isPlace(operand); });
  }

  const Program &program_;
  ObjectId param_;
  unsigned depth_ = 0;
};

} // namespace

bool givesNumbersAlone(const Program &program, FunctionId function,
                       ObjectId param) {
  return !program[param].isScalar &&
         Reader(program, param).givesNumbersAlone(function, 0);
}

} // namespace hocket::analysis
