// SPDX-License-Identifier: Apache-2.0
//
// A statement is an update when it reads its target once, as an operand of one
// associative and commutative operation, and stores the result there. Two
// expressions are the same when their syntax trees are, and neither has side
// effects.

#include "frontend/Updates.h"

#include "frontend/floats/ExtremeCalls.h"
#include "frontend/unit/Lvalues.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

llvm::FoldingSetNodeID profile(const ASTContext &ast, const clang::Expr *e) {
  llvm::FoldingSetNodeID id;
  e->IgnoreParenImpCasts()->Profile(id, ast, /*Canonical=*/true);
  return id;
}

/// A compiler may see in the value a product that it can fuse into a sum.
bool mayBeProduct(const ASTContext &ast, const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<CastExpr>(e)) {
    // A product that is rounded to another type is not fused.
    bool isSame = ast.hasSameUnqualifiedType(cast->getType(),
                                             cast->getSubExpr()->getType());
    return cast->getCastKind() == CK_LValueToRValue || isSame
               ? mayBeProduct(ast, cast->getSubExpr())
               : false;
  }
  if (llvm::isa<FloatingLiteral, IntegerLiteral>(e))
    return false;
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(e))
    return op->getOpcode() != BO_Add && op->getOpcode() != BO_Sub &&
           op->getOpcode() != BO_Div;
  const auto *call = llvm::dyn_cast<CallExpr>(e);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return !callee || callee->hasBody();
}

/// Looks for an expression inside another; for a variable, for its name.
class Mentions : public RecursiveASTVisitor<Mentions> {
public:
  Mentions(const ASTContext &ast, const clang::Expr *target)
      : ast_(ast), wanted_(profile(ast, target)) {}

  bool VisitExpr(clang::Expr *e) {
    if (!llvm::isa<ParenExpr, ImplicitCastExpr>(e) &&
        profile(ast_, e) == wanted_)
      ++count;
    return true;
  }

  unsigned count = 0;

private:
  const ASTContext &ast_;
  llvm::FoldingSetNodeID wanted_;
};

class UpdateFinder {
public:
  UpdateFinder(UnitReader &unit, const clang::Expr *target)
      : unit_(unit), target_(target->IgnoreParens()) {}

  /// `h[f(x)]++` names its target once; named twice it must be the same twice.
  bool isSuitable(bool isNamedOnce) const {
    QualType type = target_->getType();
    return type->isArithmeticType() && !type->isAnyComplexType() &&
           !halfOf(target_) && !touchesMore(target_) &&
           !type.isVolatileQualified() &&
           (isNamedOnce || !target_->HasSideEffects(unit_.ast));
  }

  bool isTarget(const clang::Expr *e) const {
    return profile(unit_.ast, e) == profile(unit_.ast, target_);
  }

  bool mentionsTarget(const clang::Expr *e) const {
    Mentions mentions(unit_.ast, target_);
    mentions.TraverseStmt(const_cast<clang::Expr *>(e));
    return mentions.count > 0;
  }

  /// The operation can be regrouped in the type it is computed in: integers in
  /// integers at least as wide, floating point in floating point. A truth value
  /// takes only whether the result is 0: that suits `|`, and `&` with what is
  /// then its lowest bit.
  bool fits(QualType computed, UpdateOp op) const {
    QualType type = target_->getType();
    if (type->isBooleanType())
      return computed->isIntegerType() &&
             (op == UpdateOp::Or || op == UpdateOp::And);
    if (type->isRealFloatingType())
      return computed->isRealFloatingType();
    return computed->isIntegralOrEnumerationType() &&
           unit_.sizeOf(computed) >= unit_.sizeOf(type);
  }

  std::optional<UpdateOp> compound(const CompoundAssignOperator *e) const {
    std::optional<UpdateOp> op =
        operation(BinaryOperator::getOpForCompoundAssignment(e->getOpcode()));
    if (!op || mentionsTarget(e->getRHS()))
      return std::nullopt;
    bool isParity = *op == UpdateOp::Xor && target_->getType()->isBooleanType();
    if (isParity ? !isTruth(e->getRHS())
                 : !fits(e->getComputationResultType(), *op))
      return std::nullopt;
    return op;
  }

  /// The right side of `target = value`.
  std::optional<UpdateOp> plain(const clang::Expr *value) const {
    if (std::optional<UpdateOp> extreme =
            findExtremeCall(unit_, target_, value))
      return extreme;
    value = value->IgnoreParenImpCasts();
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(value))
      return extremum(choice);
    if (isFusedSum(value))
      return UpdateOp::Add;
    const auto *op = llvm::dyn_cast<BinaryOperator>(value);
    if (!op)
      return std::nullopt;
    if (op->isLogicalOp())
      return logical(op);
    std::optional<UpdateOp> wanted = operation(op->getOpcode());
    if (!wanted || !fits(op->getType(), *wanted) || !isOperand(op, *wanted))
      return std::nullopt;
    return wanted;
  }

  /// `__builtin_fma(a, b, target)`: a sum with the product of the others.
  bool isFusedSum(const clang::Expr *value) const {
    const auto *call = llvm::dyn_cast<CallExpr>(value);
    unsigned id = call ? call->getBuiltinCallee() : 0;
    return (id == Builtin::BI__builtin_fma || id == Builtin::BI__builtin_fmaf ||
            id == Builtin::BI__builtin_fmal) &&
           call->getNumArgs() == 3 && fits(call->getType(), UpdateOp::Add) &&
           isTarget(call->getArg(2)) && !mentionsTarget(call->getArg(0)) &&
           !mentionsTarget(call->getArg(1));
  }

  /// 0 or 1, whatever its type.
  bool isTruth(const clang::Expr *e) const {
    e = e->IgnoreParenImpCasts();
    if (e->getType()->isBooleanType())
      return true;
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(e))
      return op->isComparisonOp() || op->isLogicalOp();
    const auto *op = llvm::dyn_cast<UnaryOperator>(e);
    return op && op->getOpcode() == UO_LNot;
  }

  /// `target` is exactly one operand of a chain of `wanted`, not subtracted.
  bool isOperand(const clang::Expr *e, UpdateOp wanted) const {
    const auto *op = llvm::dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
    if (!op || operation(op->getOpcode()) != wanted ||
        !fits(op->getType(), wanted))
      return false;
    auto isIn = [&](const clang::Expr *side) {
      return isTarget(side) || isOperand(side, wanted);
    };
    if (!mentionsTarget(op->getRHS()))
      return isIn(op->getLHS());
    if (op->getOpcode() != BO_Sub && !mentionsTarget(op->getLHS()))
      return isIn(op->getRHS());
    return false;
  }

  static std::optional<UpdateOp> operation(BinaryOperatorKind op) {
    switch (op) {
    case BO_Add:
    case BO_Sub:
      return UpdateOp::Add;
    case BO_Mul:
      return UpdateOp::Mul;
    case BO_And:
      return UpdateOp::And;
    case BO_Or:
      return UpdateOp::Or;
    case BO_Xor:
      return UpdateOp::Xor;
    default:
      return std::nullopt;
    }
  }

  /// `s = s && x`, which leaves 0 or 1.
  std::optional<UpdateOp> logical(const BinaryOperator *op) const {
    if (!target_->getType()->isIntegerType() || !isTarget(op->getLHS()) ||
        mentionsTarget(op->getRHS()) || op->getRHS()->HasSideEffects(unit_.ast))
      return std::nullopt;
    return op->getOpcode() == BO_LAnd ? UpdateOp::LogicalAnd
                                      : UpdateOp::LogicalOr;
  }

  /// `a < b ? a : b` with the target as one of the two.
  std::optional<UpdateOp> extremum(const ConditionalOperator *e) const {
    const auto *test =
        llvm::dyn_cast<BinaryOperator>(e->getCond()->IgnoreParenImpCasts());
    if (!test)
      return std::nullopt;
    bool isThen = isTarget(e->getTrueExpr());
    const clang::Expr *other = isThen ? e->getFalseExpr() : e->getTrueExpr();
    if (!isThen && !isTarget(e->getFalseExpr()))
      return std::nullopt;
    // The target survives when the test holds (isThen) or fails.
    std::optional<UpdateOp> replaced =
        replacement({test->getOpcode(), test->getLHS(), test->getRHS()}, other);
    if (!replaced || !isThen)
      return replaced;
    return *replaced == UpdateOp::Max ? UpdateOp::Min : UpdateOp::Max;
  }

  /// `x < target ? x : target`, where a NaN or an equal value changes nothing;
  /// or a call for which the same holds.
  bool keepsFirst(const clang::Expr *value) const {
    if (findExtremeCall(unit_, target_, value))
      return true;
    const auto *e =
        llvm::dyn_cast<ConditionalOperator>(value->IgnoreParenImpCasts());
    if (!e)
      return false;
    const auto *test =
        llvm::dyn_cast<BinaryOperator>(e->getCond()->IgnoreParenImpCasts());
    return test && (test->getOpcode() == BO_LT || test->getOpcode() == BO_GT) &&
           isTarget(e->getFalseExpr());
  }

  /// What `if (test) target = value` computes.
  std::optional<UpdateOp> replacement(const Comparison &test,
                                      const clang::Expr *value) const {
    if (!BinaryOperator::isRelationalOp(test.op) ||
        value->HasSideEffects(unit_.ast) || mentionsTarget(value) ||
        !hasTargetType(value))
      return std::nullopt;
    bool isGreater = test.op == BO_GT || test.op == BO_GE;
    llvm::FoldingSetNodeID wanted = profile(unit_.ast, value);
    if (profile(unit_.ast, test.left) == wanted && isTarget(test.right))
      return isGreater ? UpdateOp::Max : UpdateOp::Min;
    if (profile(unit_.ast, test.right) == wanted && isTarget(test.left))
      return isGreater ? UpdateOp::Min : UpdateOp::Max;
    return std::nullopt;
  }

  /// The comparison and the assignment are in the target's own type.
  bool hasTargetType(const clang::Expr *value) const {
    QualType own = value->IgnoreParenImpCasts()->getType();
    return unit_.ast.hasSameUnqualifiedType(own, target_->getType());
  }

  /// The update as one operation of the target and a value, if it is.
  void describeOperation(const clang::Expr *e, Update &update) const {
    const auto *assign = llvm::dyn_cast<BinaryOperator>(e);
    if (!assign) { // a step by one
      update.computed = update.type;
      update.takesProduct = false;
      return;
    }
    QualType computed;
    const clang::Expr *value = assign->getRHS();
    if (const auto *compound = llvm::dyn_cast<CompoundAssignOperator>(e)) {
      computed = compound->getComputationResultType();
    } else if (const auto *op = llvm::dyn_cast<BinaryOperator>(
                   value->IgnoreParenImpCasts())) {
      bool isLeft = isTarget(op->getLHS());
      if (!isLeft && !isTarget(op->getRHS()))
        return;
      value = isLeft ? op->getRHS() : op->getLHS();
      computed = op->getType();
    } else {
      return;
    }
    computed = unit_.ast.getCanonicalType(computed).getUnqualifiedType();
    if (!computed->isBuiltinType())
      return;
    update.computed =
        computed.getAsString(PrintingPolicy(unit_.ast.getLangOpts()));
    update.takesProduct = mayBeProduct(unit_.ast, value);
  }

  Update make(UpdateOp op, const Access &write) const {
    Update update;
    update.op = op;
    update.target = write.address;
    QualType type = plainType();
    update.isFloat = type->isRealFloatingType();
    update.isSigned = type->isSignedIntegerType();
    update.bits = static_cast<uint16_t>(8 * unit_.sizeOf(type));
    if (type->isBooleanType())
      update.bits = 1;
    update.type = type.getAsString(PrintingPolicy(unit_.ast.getLangOpts()));
    update.text = write.text;
    if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(target_))
      if (const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl()))
        update.object = unit_.object(var);
    return update;
  }

private:
  /// The target's type without its names and qualifiers.
  QualType plainType() const {
    QualType type =
        unit_.ast.getCanonicalType(target_->getType()).getUnqualifiedType();
    if (const auto *enumeration = type->getAs<EnumType>())
      type = unit_.ast.getCanonicalType(
          enumeration->getDecl()->getIntegerType().getUnqualifiedType());
    return type;
  }

  UnitReader &unit_;
  const clang::Expr *target_;
};

/// The write of a statement's outermost assignment is its last.
const Access *lastWrite(const ir::Stmt &stmt) {
  if (stmt.accesses.empty())
    return nullptr;
  const Access &last = stmt.accesses.back();
  return last.kind == AccessKind::Write && last.must ? &last : nullptr;
}

} // namespace

bool isAssignmentOrCall(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (llvm::isa<CallExpr>(e))
    return true;
  const auto *op = llvm::dyn_cast<BinaryOperator>(e);
  return op && op->isAssignmentOp();
}

std::optional<Update> findUpdate(UnitReader &unit, const clang::Expr *e,
                                 const ir::Stmt &stmt) {
  const Access *write = lastWrite(stmt);
  if (!write || stmt.isOpaque)
    return std::nullopt;
  e = e->IgnoreParens();
  std::optional<UpdateOp> op;
  const clang::Expr *target = nullptr;
  if (const auto *step = llvm::dyn_cast<UnaryOperator>(e)) {
    target = step->getSubExpr();
    UpdateFinder finder(unit, target);
    if (step->isIncrementDecrementOp() && finder.isSuitable(true) &&
        !target->getType()->isBooleanType())
      op = UpdateOp::Add;
  } else if (const auto *assign = llvm::dyn_cast<BinaryOperator>(e)) {
    target = assign->getLHS();
    UpdateFinder finder(unit, target);
    const auto *compound = llvm::dyn_cast<CompoundAssignOperator>(e);
    if (assign->isAssignmentOp() && finder.isSuitable(compound != nullptr)) {
      if (compound)
        op = finder.compound(compound);
      else
        op = finder.plain(assign->getRHS());
    }
  }
  if (!op)
    return std::nullopt;
  UpdateFinder finder(unit, target);
  Update update = finder.make(*op, *write);
  if (const auto *assign = llvm::dyn_cast<BinaryOperator>(e))
    update.keepsFirst = finder.keepsFirst(assign->getRHS());
  finder.describeOperation(e, update);
  return update;
}

std::optional<UpdateOp> replacedExtreme(UnitReader &unit,
                                        const Comparison &test,
                                        const clang::Expr *target,
                                        const clang::Expr *value) {
  UpdateFinder finder(unit, target);
  if (!finder.isSuitable(false))
    return std::nullopt;
  return finder.replacement(test, value);
}

bool areAlike(const UnitReader &unit, const clang::Expr *a,
              const clang::Expr *b) {
  return profile(unit.ast, a) == profile(unit.ast, b);
}

bool mentions(const UnitReader &unit, const clang::Expr *whole,
              const clang::Expr *part) {
  Mentions found(unit.ast, part);
  found.TraverseStmt(const_cast<clang::Expr *>(whole));
  return found.count > 0;
}

/// The statement of a body that is one statement, braces or not.
static const clang::Stmt *singleStatement(const clang::Stmt *s) {
  while (const auto *block = llvm::dyn_cast<CompoundStmt>(s)) {
    if (block->size() != 1)
      return nullptr;
    s = block->body_front();
  }
  return s;
}

std::optional<Update> findBranchUpdate(UnitReader &unit, const IfStmt *s,
                                       const ir::Branch &branch) {
  if (s->getElse())
    return std::nullopt;
  const clang::Stmt *body = singleStatement(s->getThen());
  const auto *assign = llvm::dyn_cast_or_null<BinaryOperator>(body);
  const auto *test =
      llvm::dyn_cast<BinaryOperator>(s->getCond()->IgnoreParenImpCasts());
  if (!assign || assign->getOpcode() != BO_Assign || !test)
    return std::nullopt;
  UpdateFinder finder(unit, assign->getLHS());
  if (!finder.isSuitable(false))
    return std::nullopt;
  std::optional<UpdateOp> op = finder.replacement(
      {test->getOpcode(), test->getLHS(), test->getRHS()}, assign->getRHS());
  if (!op)
    return std::nullopt;
  // The statement is the one leaf below the branch.
  NodeId node = branch.thenNode;
  const Program &program = unit.builder.program;
  while (const auto *block = program[node].as<Block>()) {
    if (block->children.size() != 1)
      return std::nullopt;
    node = block->children.front();
  }
  const auto *leaf = program[node].as<Leaf>();
  const Access *write = leaf ? lastWrite(program[leaf->stmt]) : nullptr;
  if (!write)
    return std::nullopt;
  Update update = finder.make(*op, *write);
  update.keepsFirst = test->getOpcode() == BO_LT || test->getOpcode() == BO_GT;
  return update;
}

} // namespace hocket::frontend
