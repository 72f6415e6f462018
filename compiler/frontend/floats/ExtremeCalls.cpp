// SPDX-License-Identifier: Apache-2.0
//
// The facts about a variable are invariants: each store keeps them provided
// that they held before. So a variable that is asked about while its own stores
// are looked at counts as one that has them.

#include "frontend/floats/ExtremeCalls.h"

#include "frontend/unit/FunctionFacts.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <set>

namespace hocket::frontend {

using namespace clang;
using ir::UpdateOp;

namespace {

/// Without parentheses and what leaves a floating value as it is.
const Expr *strip(const Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    if (const auto *op = llvm::dyn_cast<UnaryOperator>(e);
        op && (op->getOpcode() == UO_Plus || op->getOpcode() == UO_Extension))
      e = op->getSubExpr();
    else if (const auto *cast = llvm::dyn_cast<CastExpr>(e);
             cast && (cast->getCastKind() == CK_LValueToRValue ||
                      cast->getCastKind() == CK_NoOp ||
                      cast->getCastKind() == CK_FloatingCast))
      e = cast->getSubExpr();
    else
      return e;
  }
}

enum class MathCall { Other, Abs, Sqrt, Max, Min };

/// A function of the C library's, or the builtin for it.
MathCall mathCall(const Expr *e) {
  const auto *call = llvm::dyn_cast<CallExpr>(e);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || callee->getBuiltinID() == 0)
    return MathCall::Other;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  return llvm::StringSwitch<MathCall>(name)
      .Cases("fabs", "fabsf", "fabsl", MathCall::Abs)
      .Cases("sqrt", "sqrtf", "sqrtl", MathCall::Sqrt)
      .Cases("fmax", "fmaxf", "fmaxl", MathCall::Max)
      .Cases("fmin", "fminf", "fminl", MathCall::Min)
      .Default(MathCall::Other);
}

const Expr *argument(const Expr *call, unsigned i) {
  return llvm::cast<CallExpr>(call)->getArg(i);
}

bool isFloat(const Expr *e) { return e->getType()->isRealFloatingType(); }

bool isFromInteger(const Expr *e) {
  const auto *cast = llvm::dyn_cast<CastExpr>(e);
  return cast && cast->getCastKind() == CK_IntegralToFloating;
}

bool isConstant(UnitReader &unit, const Expr *e) {
  llvm::APFloat value(0.0);
  return e->EvaluateAsFloat(value, unit.ast);
}

/// A local variable of which all stores are known, or null.
const VarDecl *knownVariable(UnitReader &unit, const Expr *e) {
  const auto *ref = llvm::dyn_cast<DeclRefExpr>(e);
  const auto *var = ref ? llvm::dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  if (!var || !unit.facts || !var->hasLocalStorage() ||
      llvm::isa<ParmVarDecl>(var) || !isFloat(e) ||
      var->getType().isVolatileQualified())
    return nullptr;
  const ir::ObjectId object = unit.object(var->getCanonicalDecl());
  return unit.builder.program[object].isAddressTaken ? nullptr : var;
}

/// The same holds of all that is stored in a variable.
class Invariant {
public:
  explicit Invariant(UnitReader &unit) : unit_(unit) {}
  virtual ~Invariant() = default;

  /// Of the value that a floating expression has.
  bool holds(const Expr *e) {
    e = strip(e);
    if (const VarDecl *var = knownVariable(unit_, e))
      return holdsFor(var);
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(e))
      return isFloat(choice) && holds(choice->getTrueExpr()) &&
             holds(choice->getFalseExpr());
    return isFloat(e) && holdsHere(e);
  }

  bool holdsFor(const VarDecl *var) {
    if (!asked_.insert(var->getCanonicalDecl()).second)
      return true;
    auto stores = unit_.facts->stores.find(var->getCanonicalDecl());
    return (!var->getInit() || holds(var->getInit())) &&
           (stores == unit_.facts->stores.end() ||
            std::all_of(
                stores->second.begin(), stores->second.end(),
                [&](const Expr *stored) { return stored && holds(stored); }));
  }

protected:
  /// Neither a variable nor a choice.
  virtual bool holdsHere(const Expr *e) = 0;

  UnitReader &unit_;

private:
  std::set<const VarDecl *> asked_;
};

/// It is no signaling NaN.
class Quiet : public Invariant {
public:
  using Invariant::Invariant;

private:
  bool holdsHere(const Expr *e) override {
    if (isFromInteger(e) || isConstant(unit_, e) ||
        mathCall(e) == MathCall::Sqrt)
      return true;
    if (mathCall(e) == MathCall::Abs)
      return holds(argument(e, 0));
    if (const auto *op = llvm::dyn_cast<UnaryOperator>(e))
      return op->getOpcode() == UO_Minus && holds(op->getSubExpr());
    // A compiler may leave `x * 1.0` out.
    const auto *op = llvm::dyn_cast<BinaryOperator>(e);
    if (!op || !(op->isMultiplicativeOp() || op->isAdditiveOp() ||
                 op->isCompoundAssignmentOp()))
      return false;
    if (isConstant(unit_, op->getLHS()))
      return holds(op->getRHS());
    return !isConstant(unit_, op->getRHS()) || holds(op->getLHS());
  }
};

/// Its sign is clear, or it is a NaN.
class SignClear : public Invariant {
public:
  using Invariant::Invariant;

private:
  bool holdsHere(const Expr *e) override {
    if (isFromInteger(e))
      return llvm::cast<CastExpr>(e)
          ->getSubExpr()
          ->getType()
          ->isUnsignedIntegerType();
    llvm::APFloat value(0.0);
    if (e->EvaluateAsFloat(value, unit_.ast))
      return !value.isNegative();
    if (mathCall(e) == MathCall::Abs)
      return true;
    if (mathCall(e) == MathCall::Sqrt)
      return holds(argument(e, 0));
    const auto *op = llvm::dyn_cast<BinaryOperator>(e);
    if (!op)
      return false;
    switch (op->getOpcode()) {
    case BO_Mul:
      return isSquare(op) || (holds(op->getLHS()) && holds(op->getRHS()));
    case BO_Add:
    case BO_Div:
    case BO_AddAssign:
    case BO_MulAssign:
    case BO_DivAssign:
      return holds(op->getLHS()) && holds(op->getRHS());
    default:
      return false;
    }
  }

  bool isSquare(const BinaryOperator *op) const {
    auto profile = [&](const Expr *e) {
      llvm::FoldingSetNodeID id;
      strip(e)->Profile(id, unit_.ast, /*Canonical=*/true);
      return id;
    };
    return !op->HasSideEffects(unit_.ast) &&
           profile(op->getLHS()) == profile(op->getRHS());
  }
};

/// fmax and fmin of one variable.
class ExtremeCalls {
public:
  ExtremeCalls(UnitReader &unit, const VarDecl *target)
      : unit_(unit), target_(target) {}

  /// All other values that ever get into the target are numbers, and not -0.0.
  bool holdsNumbers() const {
    auto stores = unit_.facts->stores.find(target_->getCanonicalDecl());
    return (!target_->getInit() || isNumber(target_->getInit())) &&
           (stores == unit_.facts->stores.end() ||
            std::all_of(stores->second.begin(), stores->second.end(),
                        [&](const Expr *e) {
                          return e && (isNumber(e) || isUpdate(strip(e)));
                        }));
  }

  /// fmax or fmin in which the target is once, and values that are quiet and
  /// have no sign.
  bool isUpdate(const Expr *call) const {
    MathCall kind = mathCall(call);
    if ((kind != MathCall::Max && kind != MathCall::Min) || !isOfType(call))
      return false;
    for (unsigned i : {0u, 1u}) {
      const Expr *kept = strip(argument(call, i));
      if (isTarget(kept) || (mathCall(kept) == kind && isUpdate(kept)))
        return isOrderless(argument(call, 1 - i));
    }
    return false;
  }

private:
  bool isTarget(const Expr *e) const {
    const auto *ref = llvm::dyn_cast<DeclRefExpr>(e);
    return ref &&
           ref->getDecl()->getCanonicalDecl() == target_->getCanonicalDecl();
  }

  bool isOfType(const Expr *e) const {
    return unit_.ast.hasSameUnqualifiedType(e->getType(), target_->getType());
  }

  bool isNumber(const Expr *e) const {
    e = e->IgnoreParens();
    if (isFromInteger(e))
      return true;
    llvm::APFloat value(0.0);
    return e->EvaluateAsFloat(value, unit_.ast) && !value.isNaN() &&
           !value.isNegZero();
  }

  bool isOrderless(const Expr *value) const {
    return Quiet(unit_).holds(value) && SignClear(unit_).holds(value);
  }

  UnitReader &unit_;
  const VarDecl *target_;
};

/// How often an expression names a variable.
unsigned mentions(const clang::Stmt *s, const VarDecl *var) {
  if (!s)
    return 0;
  const auto *ref = llvm::dyn_cast<DeclRefExpr>(s);
  unsigned count =
      ref && ref->getDecl()->getCanonicalDecl() == var->getCanonicalDecl();
  for (const clang::Stmt *child : s->children())
    count += mentions(child, var);
  return count;
}

} // namespace

std::optional<UpdateOp> findExtremeCall(UnitReader &unit, const Expr *target,
                                        const Expr *value) {
  const Expr *call = strip(value);
  MathCall kind = mathCall(call);
  const VarDecl *var = knownVariable(unit, strip(target));
  if (!var || (kind != MathCall::Max && kind != MathCall::Min) ||
      mentions(call, var) != 1)
    return std::nullopt;
  ExtremeCalls calls(unit, var);
  if (!calls.isUpdate(call) || !calls.holdsNumbers())
    return std::nullopt;
  return kind == MathCall::Max ? UpdateOp::Max : UpdateOp::Min;
}

} // namespace hocket::frontend
