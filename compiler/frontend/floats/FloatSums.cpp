// SPDX-License-Identifier: Apache-2.0
#include "frontend/floats/FloatSums.h"

#include "llvm/ADT/StringSwitch.h"

namespace hocket::frontend {

using namespace clang;
using ir::FloatOperand;
using ir::FloatOperations;
using ir::OperationPlace;

namespace {

bool isFloating(QualType type) { return type->hasFloatingRepresentation(); }

/// Without parentheses, and without what leaves value and type alone.
const Expr *strip(const Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    const auto *cast = llvm::dyn_cast<CastExpr>(e);
    if (!cast || (cast->getCastKind() != CK_NoOp &&
                  cast->getCastKind() != CK_LValueToRValue))
      return e;
    e = cast->getSubExpr();
  }
}

/// As written, before it is converted for an operation.
const Expr *written(const Expr *e) {
  while (const auto *cast = llvm::dyn_cast<ImplicitCastExpr>(e))
    e = cast->getSubExpr();
  return e;
}

/// What operands are.
class Operands {
public:
  explicit Operands(UnitReader &unit) : unit_(unit) {}

  /// The operation whose result is `e` has a place by what gets its value.
  void assign(const Expr *e, uint32_t place) {
    places_[e->IgnoreParenImpCasts()] = place;
  }

  OperationPlace placeOf(const Expr *e) const {
    const auto *op = llvm::cast<BinaryOperator>(e);
    auto assigned = places_.find(op);
    return {unit_.begin(op->getOperatorLoc()),
            assigned == places_.end() ? 0 : assigned->second};
  }

  std::string typeName(QualType type) const {
    QualType plain = unit_.ast.getCanonicalType(type).getUnqualifiedType();
    return plain.getAsString(PrintingPolicy(unit_.ast.getLangOpts()));
  }

  /// What is divided by it may be multiplied by its inverse.
  bool isTimesConstant(const Expr *divisor) const {
    llvm::APFloat value(0.0);
    return divisor->isPRValue() && divisor->getType()->isRealFloatingType() &&
           divisor->EvaluateAsFloat(value, unit_.ast) &&
           value.getExactInverse(nullptr);
  }

  FloatOperand operand(const Expr *e) {
    FloatOperand result;
    result.text = unit_.range(e->getSourceRange());
    result.kind = classify(e, result);
    return result;
  }

private:
  FloatOperand::Kind classify(const Expr *e, FloatOperand &result) {
    using Kind = FloatOperand::Kind;
    e = strip(e);
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(e))
      return classifyBinary(op, result);
    if (isConstant(e))
      return Kind::Never;
    // A conversion rounds.
    if (const auto *cast = llvm::dyn_cast<CastExpr>(e))
      return cast->getCastKind() == CK_IntegralToFloating ||
                     cast->getCastKind() == CK_FloatingCast
                 ? Kind::Never
                 : Kind::Other;
    if (const auto *sign = llvm::dyn_cast<UnaryOperator>(e)) {
      if (sign->getOpcode() == UO_Minus || sign->getOpcode() == UO_Plus) {
        result.isNegative ^= sign->getOpcode() == UO_Minus;
        return classify(sign->getSubExpr(), result);
      }
      return sign->getOpcode() == UO_Deref ? Kind::Memory : Kind::Other;
    }
    if (const auto *name = llvm::dyn_cast<DeclRefExpr>(e)) {
      const auto *var = llvm::dyn_cast<VarDecl>(name->getDecl());
      if (!var || !var->getType()->isScalarType())
        return Kind::Memory;
      result.object = unit_.object(var);
      return Kind::Scalar;
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(e))
      return isPlainFunction(call) ? Kind::Never : Kind::Other;
    if (!llvm::isa<ArraySubscriptExpr, MemberExpr>(e))
      return Kind::Other;
    if (const VarDecl *var = wholeOf(e))
      result.object = unit_.object(var);
    return Kind::Memory;
  }

  /// The variable that the element or member is a part of, or null.
  static const VarDecl *wholeOf(const Expr *e) {
    for (;;) {
      e = e->IgnoreParens();
      const auto *decay = llvm::dyn_cast<CastExpr>(e);
      const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e);
      const auto *member = llvm::dyn_cast<MemberExpr>(e);
      if (decay && decay->getCastKind() == CK_ArrayToPointerDecay)
        e = decay->getSubExpr();
      else if (element)
        e = element->getBase();
      else if (member && !member->isArrow())
        e = member->getBase();
      else
        break;
    }
    const auto *name = llvm::dyn_cast<DeclRefExpr>(e);
    const auto *var = name ? llvm::dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return var && !var->getType()->isAnyPointerType() ? var : nullptr;
  }

  /// Its results are no products, whatever a compiler makes of it.
  static bool isPlainFunction(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || callee->getBuiltinID() == 0)
      return false;
    llvm::StringRef name = callee->getName();
    name.consume_front("__builtin_");
    if (name.size() > 4 && (name.ends_with("f") || name.ends_with("l")) &&
        name != "ceil")
      name = name.drop_back();
    return llvm::StringSwitch<bool>(name)
        .Cases("sqrt", "cbrt", "fabs", "fmax", "fmin", "floor", "ceil", true)
        .Cases("exp", "expf", "log", "logf", "log2", "log10", true)
        .Cases("sin", "sinf", "cos", "cosf", "tan", "tanf", true)
        .Cases("asin", "acos", "atan", "sinh", "cosh", "tanh", true)
        .Default(false);
  }

  /// `x / 2.0` is a product for some, and so is `x + x`.
  FloatOperand::Kind classifyBinary(const BinaryOperator *op,
                                    FloatOperand &result) {
    using Kind = FloatOperand::Kind;
    switch (op->getOpcode()) {
    case BO_Mul:
      if (isConstant(op))
        return Kind::Never;
      result.left = unit_.range(op->getLHS()->getSourceRange());
      result.right = unit_.range(op->getRHS()->getSourceRange());
      result.type = typeName(op->getType());
      result.leftType = typeName(written(op->getLHS())->getType());
      result.place = placeOf(op);
      return Kind::Product;
    case BO_Div:
      return isTimesConstant(op->getRHS()) ? Kind::Other : Kind::Never;
    case BO_Add:
    case BO_Sub:
      return areSame(op->getLHS(), op->getRHS()) ? Kind::Other : Kind::Never;
    default:
      return Kind::Other;
    }
  }

  bool isConstant(const Expr *e) const {
    llvm::APFloat value(0.0);
    return e->isPRValue() && e->getType()->isRealFloatingType() &&
           e->EvaluateAsFloat(value, unit_.ast);
  }

  bool areSame(const Expr *a, const Expr *b) const {
    a = strip(a), b = strip(b);
    if (a->getStmtClass() != b->getStmtClass())
      return false;
    llvm::FoldingSetNodeID first, second;
    a->Profile(first, unit_.ast, /*Canonical=*/true);
    b->Profile(second, unit_.ast, /*Canonical=*/true);
    return first == second;
  }

  UnitReader &unit_;
  /// Of assignments, by the operation.
  std::map<const Expr *, uint32_t> places_;
};

class Finder {
public:
  explicit Finder(UnitReader &unit) : unit_(unit), operands_(unit) {}

  FloatOperations run(const Expr *e, const VarDecl *declared) {
    if (declared && e)
      addInitial(declared, e);
    walk(e);
    return std::move(result_);
  }

private:
  void addInitial(const VarDecl *declared, const Expr *e) {
    uint32_t place = unit_.begin(declared->getLocation());
    ir::FloatStore store;
    store.target.text = unit_.range(place, unit_.end(declared->getLocation()));
    store.target.object = unit_.object(declared);
    store.target.kind = FloatOperand::Kind::Scalar;
    if (isFloating(declared->getType())) {
      operands_.assign(e, place);
      store.value = operands_.operand(e);
    } else if (!declared->getType()->isScalarType()) {
      store.target.kind = FloatOperand::Kind::Memory;
      store.value.kind = FloatOperand::Kind::Other;
    }
    result_.stores.push_back(std::move(store));
  }

  void walk(const clang::Stmt *s) {
    if (!s)
      return;
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(s))
      visit(op);
    else if (const auto *op = llvm::dyn_cast<UnaryOperator>(s))
      result_.isIncomplete |=
          op->isIncrementDecrementOp() && isFloating(op->getType());
    else if (const auto *e = llvm::dyn_cast<Expr>(s))
      result_.isIncomplete |=
          llvm::isa<StmtExpr, CompoundLiteralExpr>(e) || isOdd(e->getType());
    for (const clang::Stmt *child : s->children())
      walk(child);
  }

  static bool isOdd(QualType type) {
    return isFloating(type) && !type->isRealFloatingType();
  }

  void visit(const BinaryOperator *op) {
    if (op->isAssignmentOp() && isFloating(op->getLHS()->getType()))
      addStore(op);
    // A record with a product in it.
    result_.isIncomplete |=
        op->isAssignmentOp() && !op->getLHS()->getType()->isScalarType();
    const auto *compound = llvm::dyn_cast<CompoundAssignOperator>(op);
    QualType type =
        compound ? compound->getComputationResultType() : op->getType();
    if (!isFloating(type))
      return;
    result_.isIncomplete |= isOdd(type);
    BinaryOperatorKind code = op->getOpcode();
    if (code == BO_Add || code == BO_Sub || code == BO_AddAssign ||
        code == BO_SubAssign)
      addSum(op, type);
  }

  void addStore(const BinaryOperator *op) {
    ir::FloatStore store;
    store.target = operands_.operand(op->getLHS());
    if (op->getOpcode() == BO_Assign) {
      operands_.assign(op->getRHS(), unit_.begin(op->getOperatorLoc()));
      store.value = operands_.operand(op->getRHS());
    } else if (op->getOpcode() == BO_MulAssign ||
               (op->getOpcode() == BO_DivAssign &&
                operands_.isTimesConstant(op->getRHS()))) {
      store.value.kind = FloatOperand::Kind::Other;
      store.value.text = unit_.range(op->getSourceRange());
    }
    result_.stores.push_back(std::move(store));
  }

  void addSum(const BinaryOperator *op, QualType type) {
    ir::FloatSum sum;
    sum.text = unit_.range(op->getSourceRange());
    sum.place = operands_.placeOf(op);
    sum.left = operands_.operand(op->getLHS());
    sum.right = operands_.operand(op->getRHS());
    sum.leftType = operands_.typeName(written(op->getLHS())->getType());
    sum.rightType = operands_.typeName(written(op->getRHS())->getType());
    sum.isDifference =
        op->getOpcode() == BO_Sub || op->getOpcode() == BO_SubAssign;
    sum.isAssignment = op->isAssignmentOp();
    bool mayRepeat =
        !sum.isAssignment || !op->getLHS()->HasSideEffects(unit_.ast);
    if (type->isSpecificBuiltinType(BuiltinType::Float) ||
        type->isSpecificBuiltinType(BuiltinType::Double) ||
        type->isSpecificBuiltinType(BuiltinType::LongDouble))
      sum.type = mayRepeat ? operands_.typeName(type) : "";
    result_.sums.push_back(std::move(sum));
  }

  UnitReader &unit_;
  Operands operands_;
  FloatOperations result_;
};

} // namespace

FloatOperations findFloatSums(UnitReader &unit, const Expr *e,
                              const VarDecl *declared) {
  return Finder(unit).run(e, declared);
}

} // namespace hocket::frontend
