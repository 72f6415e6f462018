// SPDX-License-Identifier: Apache-2.0
//
// The pointer, a local variable, is assigned nowhere else; the allocating
// statement stands in a block around the loop, before it. So whenever the loop
// is entered that block has been passed from its start, and the pointer is what
// the last run of the statement returned. What the size names is assigned
// before that statement in the text, if at all: it cannot be run between.
#include "symbolic/BlockSizes.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

class BlockSize {
public:
  BlockSize(AffineModel &model, ObjectId pointer)
      : model_(model), index_(model.index()), program_(model.program()),
        pointer_(pointer) {}

  std::optional<Polynomial> find() {
    const ir::Object &object = program_[pointer_];
    if (object.kind != ir::ObjectKind::Local || !index_.isNamedOnly(pointer_) ||
        index_.namedWriters(pointer_).size() != 1)
      return std::nullopt;
    stmt_ = index_.namedWriters(pointer_).front();
    const ir::CallSite *call = allocation();
    if (!call || !isPassedBefore())
      return std::nullopt;
    const std::string &name = program_[call->callee].name;
    if (name == "malloc" && call->args.size() == 1)
      return valueOf(call->args[0]);
    if (name == "aligned_alloc" && call->args.size() == 2)
      return valueOf(call->args[1]);
    if (name != "calloc" || call->args.size() != 2)
      return std::nullopt;
    std::optional<Polynomial> count = valueOf(call->args[0]);
    std::optional<Polynomial> size = valueOf(call->args[1]);
    return count && size ? count->times(*size) : std::nullopt;
  }

private:
  /// The call whose result the statement assigns.
  const ir::CallSite *allocation() const {
    const ir::Stmt &s = program_[stmt_];
    for (const ir::Access &access : s.accesses) {
      if (access.kind != ir::AccessKind::Write)
        continue;
      if (!access.must || !isValid(access.value) ||
          program_[access.value].kind != ExprKind::CallResult)
        return nullptr;
      const ir::CallSite &call = s.calls[program_[access.value].value];
      bool isLibrary = isValid(call.callee) &&
                       !isValid(program_[call.callee].body) &&
                       program_[call.callee].problem.empty();
      return isLibrary && isValid(call.heap) && call.must ? &call : nullptr;
    }
    return nullptr;
  }

  /// Whoever comes to the loop has run the statement, the pointer's last.
  bool isPassedBefore() const {
    NodeId node = index_.nodeOf(stmt_), loop = model_.root();
    NodeId block = program_[node].parent;
    return isValid(block) && program_[node].as<ir::Leaf>() &&
           program_[block].as<ir::Block>() && !program_[block].hasLabel &&
           !index_.hasGoto(program_[loop].function) &&
           ir::isWithin(program_, loop, block) &&
           program_[node].text.unit == program_[loop].text.unit &&
           program_[node].text.end <= program_[loop].text.begin;
  }

  /// Whoever comes to the allocation has run it before, if at all.
  bool isBefore(StmtId writer) const {
    const ir::TextRange &own = program_[stmt_].text,
                        &text = program_[writer].text;
    return text.unit == own.unit && text.end <= own.begin;
  }

  bool isAssignedBefore(ObjectId object) const {
    const ir::Object &o = program_[object];
    if (o.kind == ir::ObjectKind::Global || o.kind == ir::ObjectKind::Static)
      return isGlobalAssignedBefore(o);
    if ((o.kind != ir::ObjectKind::Local && o.kind != ir::ObjectKind::Param) ||
        !index_.isNamedOnly(object) || isValid(o.cloneOf))
      return false;
    const std::vector<StmtId> &writers = index_.namedWriters(object);
    return std::all_of(writers.begin(), writers.end(),
                       [&](StmtId writer) { return isBefore(writer); });
  }

  /// By this function, or what it calls.
  bool isGlobalAssignedBefore(const ir::Object &object) const {
    if (!object.isScalar || object.isVolatile || object.isThreadLocal)
      return false;
    const ir::Function &function = program_[program_[model_.root()].function];
    for (StmtId stmt : ir::allStmts(program_, function.body))
      for (const analysis::EffectItem &item :
           index_.effects().stmts[index(stmt)].items)
        if (item.kind == ir::AccessKind::Write &&
            index_.mayTouch(item, object.id) && !isBefore(stmt))
          return false;
    return true;
  }

  bool staysSame(ExprId id) const {
    if (!isValid(id))
      return false;
    const ir::Expr &expr = program_[id];
    if (expr.kind == ExprKind::Unknown || expr.kind == ExprKind::CallResult ||
        expr.kind == ExprKind::Load ||
        (expr.kind == ExprKind::Var && !isAssignedBefore(expr.object)))
      return false;
    return std::all_of(expr.operands.begin(), expr.operands.end(),
                       [&](ExprId operand) { return staysSame(operand); });
  }

  std::optional<Polynomial> valueOf(ExprId id) {
    if (!staysSame(id))
      return std::nullopt;
    std::optional<Value> value =
        model_.value(id, {model_.root(), StmtId::None});
    // Modulo 2^64: the test on entry is of numbers far below.
    if (!value || value->base || (value->wrapBits != 0 && value->wrapBits < 64))
      return std::nullopt;
    return value->polynomial;
  }

  AffineModel &model_;
  const ProgramIndex &index_;
  const ir::Program &program_;
  ObjectId pointer_;
  StmtId stmt_ = StmtId::None;
};

} // namespace

std::optional<Polynomial> sizeOfBlock(AffineModel &model, const Base &base) {
  if (base.kind != Base::Kind::Pointer)
    return std::nullopt;
  return BlockSize(model, base.object).find();
}

} // namespace hocket::polyhedral
