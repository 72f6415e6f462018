// SPDX-License-Identifier: Apache-2.0
//
// The address is followed down its sums. A pointer variable of the body with
// one assignment is what that gave it, in some iteration: so nothing that
// varies is known of it but its stride.

#include "symbolic/Elements.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <cstdint>

namespace hocket::polyhedral {

namespace {

using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

class AnyElement {
public:
  AnyElement(AffineModel &model, const MemoryAccess &access)
      : model_(model), program_(model.program()),
        prefix_("element " + std::to_string(ir::index(access.stmt)) + "." +
                std::to_string(ir::index(access.item->address)) + ".") {}

  std::optional<Value> find(ExprId address, StmtId stmt, unsigned depth) {
    if (std::optional<Value> known = model_.valueAt(address, stmt);
        known && known->base)
      return known;
    const ir::Expr &expr = program_[address];
    if (expr.kind == ExprKind::Var)
      return depth == 0 ? std::nullopt : assigned(expr.object, depth);
    bool isSum = expr.isPointer &&
                 (expr.kind == ExprKind::Add || expr.kind == ExprKind::Sub);
    if (!isSum)
      return std::nullopt;
    std::optional<Value> result = find(expr.operands[0], stmt, depth);
    if (!result || !addStep(expr, stmt, result->polynomial))
      return std::nullopt;
    return result;
  }

  /// Some stride or bound tells more than the base.
  bool tellsMore() const { return tellsMore_; }

private:
  bool addStep(const ir::Expr &sum, StmtId stmt, Polynomial &place) {
    ExprId step = sum.operands[1];
    std::optional<Value> known = model_.valueAt(step, stmt);
    if (known && !known->base && model_.isLinear(known->polynomial) &&
        (known->wrapBits == 0 || known->wrapBits >= 64)) {
      std::optional<Polynomial> moved = sum.kind == ExprKind::Add
                                            ? place.plus(known->polynomial)
                                            : place.minus(known->polynomial);
      if (moved)
        place = *moved;
      return moved.has_value();
    }
    bool isNamed =
        sum.kind == ExprKind::Add &&
        ((sum.value > 0 && sum.value <= INT32_MAX) || sum.value == noEnd);
    return addUnknown(strideOf(step), isNamed ? sum.value : 0, place);
  }

  /// Of the last array of a struct, which may have more elements than it says.
  static constexpr int64_t noEnd = INT64_MAX;

  /// Some multiple of the stride; with an extent one from 0 to below it.
  bool addUnknown(int64_t stride, int64_t extent, Polynomial &place) {
    const std::string name = prefix_ + std::to_string(unknowns_++);
    isl::set bounds = model_.universe();
    if (extent != 0) {
      isl::pw_aff self =
          bounds.param_pw_aff_on_domain(isl_ext::named(model_.ctx(), name));
      bounds = self.ge_set(model_.constant(0));
      if (extent != noEnd)
        bounds = bounds.intersect(
            self.lt_set(model_.constant((extent + stride - 1) / stride)));
    }
    tellsMore_ |= stride > 1 || extent != 0;
    return place.add({model_.bounded(name, 64, /*isSigned=*/true, bounds)},
                     stride);
  }

  /// Bytes that every value of the step is a multiple of. A product that wraps
  /// at 64 bits is of no object's size (AffineModel.h).
  int64_t strideOf(ExprId step) const {
    const ir::Expr &product = program_[step];
    if (product.kind != ExprKind::Mul ||
        (!product.isSigned && product.bits < 64))
      return 1;
    for (ExprId factor : product.operands)
      if (program_[factor].kind == ExprKind::Const &&
          program_[factor].value > 0 && program_[factor].value <= INT32_MAX)
        return program_[factor].value;
    return 1;
  }

  /// What the variable holds at any time.
  std::optional<Value> assigned(ir::ObjectId variable, unsigned depth) {
    const ProgramIndex &index = model_.index();
    const ir::Object &object = program_[variable];
    bool isOwn = object.kind == ir::ObjectKind::Local &&
                 isValid(object.scope) && object.scope != model_.root() &&
                 ir::isWithin(program_, object.scope, model_.root());
    if (!object.isPointer || object.isVolatile || object.isThreadLocal ||
        !isOwn || !index.isNamedOnly(variable) ||
        index.namedWriters(variable).size() != 1)
      return std::nullopt;
    StmtId writer = index.namedWriters(variable).front();
    ir::NodeId node = index.nodeOf(writer);
    if (!isValid(node) || node == model_.root() ||
        !ir::isWithin(program_, node, model_.root()))
      return std::nullopt;
    const ir::Access *store = nullptr;
    for (const ir::Access &access : program_[writer].accesses)
      if (access.kind == ir::AccessKind::Write) {
        if (store)
          return std::nullopt;
        store = &access;
      }
    if (!store || !isValid(store->value) || store->size != object.size ||
        program_[store->address].kind != ExprKind::AddrOf ||
        program_[store->address].object != variable)
      return std::nullopt;
    std::optional<Value> given = find(store->value, writer, depth - 1);
    return given ? inSomeIteration(*given) : std::nullopt;
  }

  std::optional<Value> inSomeIteration(const Value &value) {
    if (value.base->kind == Base::Kind::Row ||
        value.base->kind == Base::Kind::Allocation)
      return std::nullopt;
    Value result = value;
    result.polynomial = Polynomial();
    for (const auto &[monomial, coefficient] : value.polynomial.terms()) {
      bool varies = false, isBounded = true;
      for (SymbolId id : monomial) {
        varies |= model_.symbol(id).isVariant;
        isBounded &= model_.symbol(id).kind == Symbol::Kind::Bounded;
      }
      bool fits =
          coefficient != INT64_MIN &&
          (!varies || (isBounded && monomial.size() == 1)
               ? result.polynomial.add(monomial, coefficient)
               : addUnknown(std::abs(coefficient), 0, result.polynomial));
      if (!fits)
        return std::nullopt;
    }
    return result;
  }

  AffineModel &model_;
  const ir::Program &program_;
  const std::string prefix_;
  unsigned unknowns_ = 0;
  bool tellsMore_ = false;
};

} // namespace

std::optional<Value> anyElementOf(AffineModel &model,
                                  const MemoryAccess &access) {
  const analysis::EffectItem &item = *access.item;
  if (access.address || !isValid(item.address) || item.size == 0)
    return std::nullopt;
  AnyElement element(model, access);
  std::optional<Value> result =
      element.find(item.address, access.stmt, policy.loops.movedPointers);
  if (!result || !element.tellsMore() ||
      (result->wrapBits != 0 && result->wrapBits < 64) ||
      !result->polynomial.add({}, item.offset))
    return std::nullopt;
  return result;
}

} // namespace hocket::polyhedral
