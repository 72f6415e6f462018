// SPDX-License-Identifier: Apache-2.0
//
// Expressions for their value.

#include "frontend/StmtReader.h"

#include "frontend/unit/FunctionFacts.h"
#include "frontend/unit/Lvalues.h"

#include "clang/AST/ExprCXX.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

ExprId StmtReader::unknownOf(const clang::Expr *e,
                             std::vector<ExprId> operands) {
  return builder().unknown(unit_.shapeOf(e->getType()), std::move(operands));
}

/// A constant if Clang can fold `e`; else Unknown.
ExprId StmtReader::constantOr(const clang::Expr *e, bool mayEvaluate) {
  Shape shape = unit_.shapeOf(e->getType());
  clang::Expr::EvalResult result;
  if (mayEvaluate && e->getType()->isIntegralOrEnumerationType() &&
      e->EvaluateAsInt(result, unit_.ast)) {
    const llvm::APSInt &number = result.Val.getInt();
    if (number.isSigned() ? number.isSignedIntN(64) : number.isIntN(63))
      return builder().constant(shape, number.getExtValue());
    // Of a number: no address of anything.
    return builder().unknown(shape, {builder().constant(shape, 0)});
  }
  return builder().unknown(shape);
}

/// A switch over node kinds: one line each, the work is elsewhere.
ExprId StmtReader::value(const clang::Expr *e) {
  bool resultIsUsed = std::exchange(resultIsUsed_, true);
  switch (e->getStmtClass()) {
  case clang::Stmt::ParenExprClass:
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::GenericSelectionExprClass:
  case clang::Stmt::ChooseExprClass:
    if (const clang::Expr *inner = e->IgnoreParens(); inner != e) {
      resultIsUsed_ = resultIsUsed;
      return value(inner);
    }
    return value(llvm::cast<ConstantExpr>(e)->getSubExpr());
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::GNUNullExprClass:
    return constantOr(e, true);
  case clang::Stmt::OffsetOfExprClass: // its indices are evaluated
    for (const clang::Stmt *index : e->children())
      value(llvm::cast<clang::Expr>(index));
    return constantOr(e, true);
  case clang::Stmt::FloatingLiteralClass:
  case clang::Stmt::ImaginaryLiteralClass:
  case clang::Stmt::AddrLabelExprClass:
    return unknownOf(e);
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
    return sizeofValue(llvm::cast<UnaryExprOrTypeTraitExpr>(e));
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
    resultIsUsed_ = resultIsUsed;
    return castValue(llvm::cast<CastExpr>(e));
  case clang::Stmt::BinaryOperatorClass:
    return binaryValue(llvm::cast<BinaryOperator>(e));
  case clang::Stmt::CompoundAssignOperatorClass:
    return compoundAssign(llvm::cast<CompoundAssignOperator>(e));
  case clang::Stmt::UnaryOperatorClass:
    return unaryValue(llvm::cast<UnaryOperator>(e));
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return conditionalValue(llvm::cast<AbstractConditionalOperator>(e));
  case clang::Stmt::CallExprClass:
    resultIsUsed_ = resultIsUsed;
    return callValue(llvm::cast<CallExpr>(e));
  case clang::Stmt::VAArgExprClass:
    return nextArgument(llvm::cast<VAArgExpr>(e));
  case clang::Stmt::StmtExprClass:
    return statementExpression(llvm::cast<StmtExpr>(e));
  case clang::Stmt::OpaqueValueExprClass:
    if (auto found = opaqueValues_.find(e); found != opaqueValues_.end())
      return found->second;
    return unknownOf(e);
  case clang::Stmt::DeclRefExprClass:
    if (llvm::isa<EnumConstantDecl>(llvm::cast<DeclRefExpr>(e)->getDecl()))
      return constantOr(e, true);
    break;
  case clang::Stmt::MemberExprClass: // of an rvalue, as in f().x
    return unknownOf(e, {value(llvm::cast<MemberExpr>(e)->getBase())});
  default:
    break;
  }
  if (e->isGLValue())
    return address(e);
  // Not understood: evaluate what is below, believe nothing.
  std::vector<ExprId> operands;
  for (const clang::Stmt *child : e->children())
    if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
      operands.push_back(operand->isGLValue() ? address(operand)
                                              : value(operand));
  stmt.isOpaque |= !llvm::isa<ShuffleVectorExpr, ConvertVectorExpr,
                              InitListExpr, ImplicitValueInitExpr>(e);
  return unknownOf(e, std::move(operands));
}

void StmtReader::discard(const clang::Expr *e) {
  // A void cast of an lvalue reads it only if it is volatile.
  if (e->isGLValue()) {
    ExprId where = address(e);
    if (e->getType().isVolatileQualified())
      read(where, e);
    return;
  }
  resultIsUsed_ = false;
  value(e);
  resultIsUsed_ = true;
}

bool StmtReader::isVisibleToPointers(ObjectId id) const {
  const Object &o = unit_.builder.object(id);
  return o.isAddressTaken || o.kind == ObjectKind::Global ||
         o.kind == ObjectKind::Static;
}

/// The value in memory at `address`, if it is still that of entry.
ExprId StmtReader::loadFrom(ExprId address, QualType type) {
  Shape shape = unit_.shapeOf(type);
  const ir::Expr &e = builder().program[address];
  if (nothingKnown_)
    return builder().unknown(shape);
  if (e.kind == ExprKind::AddrOf && builder().object(e.object).isScalar &&
      builder().object(e.object).bits == shape.bits) {
    ObjectId object = e.object;
    if (auto found = current_.find(object); found != current_.end())
      return found->second;
    if (builder().object(object).isVolatile)
      return builder().unknown(shape);
    ExprId onEntry = builder().var(object);
    return aliasedChanged_ && isVisibleToPointers(object)
               ? builder().readLater(shape, onEntry)
               : onEntry;
  }
  if (type.isVolatileQualified())
    return builder().unknown(shape);
  ExprId onEntry = builder().load(shape, address);
  return mayHaveChanged(address) ? builder().readLater(shape, onEntry)
                                 : onEntry;
}

/// The statement may have written there. Pointers and calls do not reach
/// variables whose address nobody has.
bool StmtReader::mayHaveChanged(ExprId address) const {
  ObjectId root = unit_.builder.rootObject(address);
  if (!isValid(root) || isVisibleToPointers(root))
    return memoryChanged_;
  return changed_.count(root) != 0;
}

ExprId StmtReader::readThrough(const clang::Expr *lvalue) {
  if (lvalue->isPRValue())
    return value(lvalue);
  // A compound literal that is but read, `x = (struct s){1, 2}`: nobody has its
  // address.
  if (const auto *literal =
          llvm::dyn_cast<CompoundLiteralExpr>(lvalue->IgnoreParens()))
    builder()
        .object(unit_.literalObject(literal, unit_.currentFunction))
        .isAddressTaken = false;
  ExprId where = address(lvalue);
  read(where, lvalue);
  if (touchesMore(lvalue))
    return partialValue(lvalue, where);
  return loadFrom(where, lvalue->getType());
}

/// Nothing is known of its value but that it is of the bits in memory, which
/// may be of a pointer.
ExprId StmtReader::partialValue(const clang::Expr *lvalue, ExprId where) {
  ProgramBuilder &b = builder();
  Shape word{64, false, false, false};
  std::vector<ExprId> bits;
  for (uint64_t at = 0; at < accessSize(lvalue); at += 8)
    bits.push_back(b.load(word, b.offset(where, static_cast<int64_t>(at))));
  return unknownOf(lvalue, std::move(bits));
}

/// A switch over the kinds of cast.
ExprId StmtReader::castValue(const CastExpr *e) {
  if (const auto *written = llvm::dyn_cast<ExplicitCastExpr>(e))
    evaluateSizes(written->getTypeAsWritten());
  const clang::Expr *sub = e->getSubExpr();
  Shape shape = unit_.shapeOf(e->getType());
  switch (e->getCastKind()) {
  case CK_LValueToRValue:
    return readThrough(sub);
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
    return addressTaken(sub);
  case CK_ToVoid:
    discard(sub);
    return builder().unknown(shape);
  case CK_NullToPointer:
    discard(sub);
    return builder().constant(shape, 0);
  case CK_NoOp:
  case CK_BitCast:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
  case CK_AddressSpaceConversion: {
    ExprId inner = value(sub);
    return builder().shapeOf(inner) == shape ||
                   shape == builder().pointerShape()
               ? inner
               : builder().unknown(shape, {inner});
  }
  case CK_IntegralToPointer:
  case CK_PointerToIntegral: {
    ExprId inner = value(sub);
    // An integer of fewer bits than addresses have here may have lost some.
    bool isWhole = shape.bits == builder().shapeOf(inner).bits;
    if (std::optional<int64_t> v = builder().constantValue(inner))
      return builder().constant(shape, *v);
    return isWhole ? inner : builder().unknown(shape, {inner});
  }
  case CK_IntegralCast:
    return builder().cast(shape, value(sub));
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean: {
    ExprId inner = value(sub);
    return integerOp(ExprKind::Ne, shape, inner,
                     builder().constant(builder().shapeOf(inner), 0));
  }
  default: {
    ExprId inner = sub->isGLValue() ? address(sub) : value(sub);
    return builder().unknown(shape, {inner});
  }
  }
}

/// Has the expression one value throughout the function?
bool StmtReader::isStable(ExprId id) {
  const ir::Expr &e = builder().program[id];
  if (e.kind == ExprKind::Unknown || e.kind == ExprKind::Load ||
      e.kind == ExprKind::CallResult)
    return false;
  if (e.kind == ExprKind::Var) {
    const Object &o = builder().object(e.object);
    bool isOwn = o.kind == ObjectKind::Local || o.kind == ObjectKind::Param;
    return isOwn && !o.isAddressTaken && !o.isVolatile && unit_.facts &&
           !unit_.facts->assigned.contains(o.id);
  }
  for (ExprId operand : std::vector<ExprId>(e.operands))
    if (!isStable(operand))
      return false;
  return true;
}

ExprId StmtReader::typeSize(QualType type) {
  if (const VariableArrayType *array = unit_.ast.getAsVariableArrayType(type)) {
    // The size was fixed where the type was declared. It can be told from its
    // expression only if that is over variables that never change.
    ExprId number = ExprId::None;
    if (const clang::Expr *count = array->getSizeExpr()) {
      StmtReader scratch(unit_, scope_);
      number = scratch.value(count);
    }
    if (!isValid(number) || !isStable(number))
      number = builder().unknown(builder().offsetShape());
    return integerOp(ExprKind::Mul, builder().offsetShape(),
                     typeSize(array->getElementType()), number);
  }
  return builder().constant(builder().offsetShape(),
                            static_cast<int64_t>(unit_.sizeOf(type)));
}

ExprId StmtReader::sizeofValue(const UnaryExprOrTypeTraitExpr *e) {
  QualType type = e->getTypeOfArgument();
  if (e->getKind() != UETT_SizeOf || !type->isVariableArrayType())
    return constantOr(e, true);
  // The size of a variable length array type is evaluated here.
  if (!e->isArgumentType())
    discard(e->getArgumentExpr());
  else
    evaluateSizes(type);
  return builder().cast(unit_.shapeOf(e->getType()), typeSize(type));
}

/// 0 or 1 for a scalar in a condition.
ExprId StmtReader::truth(ExprId value) {
  if (builder().shapeOf(value).isFloat)
    return builder().unknown({32, true, false, false}, {value});
  return value;
}

/// Signed arithmetic wraps under -fwrapv: computed unsigned, then converted.
ExprId StmtReader::integerOp(ExprKind kind, Shape shape, ExprId left,
                             ExprId right) {
  bool canOverflow = kind == ExprKind::Add || kind == ExprKind::Sub ||
                     kind == ExprKind::Mul || kind == ExprKind::Shl;
  if (!canOverflow || !shape.isSigned ||
      !unit_.ast.getLangOpts().isSignedOverflowDefined())
    return builder().binary(kind, shape, left, right);
  Shape wrapped = shape;
  wrapped.isSigned = false;
  return builder().cast(
      shape, builder().binary(kind, wrapped, builder().cast(wrapped, left),
                              builder().cast(wrapped, right)));
}

ExprId StmtReader::pointerSum(ExprId base, ExprId index, QualType element,
                              bool isNegative) {
  ProgramBuilder &b = builder();
  if (b.shapeOf(base).isFloat || b.shapeOf(index).isFloat)
    return b.unknown(b.pointerShape(), {base, index});
  ExprId bytes =
      b.binary(ExprKind::Mul, b.offsetShape(), typeSize(element), index);
  if (isNegative)
    bytes = b.unary(ExprKind::Neg, b.offsetShape(), bytes);
  return b.offset(base, bytes);
}

static ExprKind arithmeticKind(BinaryOperatorKind op) {
  switch (op) {
  case BO_Add:
    return ExprKind::Add;
  case BO_Sub:
    return ExprKind::Sub;
  case BO_Mul:
    return ExprKind::Mul;
  case BO_Div:
    return ExprKind::Div;
  case BO_Rem:
    return ExprKind::Rem;
  case BO_Shl:
    return ExprKind::Shl;
  case BO_Shr:
    return ExprKind::Shr;
  case BO_And:
    return ExprKind::And;
  case BO_Or:
    return ExprKind::Or;
  case BO_Xor:
    return ExprKind::Xor;
  default:
    return ExprKind::Unknown;
  }
}

/// Value of `left op right` in the type that C computes it in.
ExprId StmtReader::arithmetic(BinaryOperatorKind op, QualType type, ExprId left,
                              QualType leftType, ExprId right,
                              QualType rightType) {
  ProgramBuilder &b = builder();
  Shape shape = unit_.shapeOf(type);
  bool leftPointer = leftType->isAnyPointerType();
  bool rightPointer = rightType->isAnyPointerType();
  if (leftPointer && rightPointer && op == BO_Sub)
    return b.binary(ExprKind::Div, shape,
                    b.binary(ExprKind::Sub, b.offsetShape(), left, right),
                    typeSize(leftType->getPointeeType()));
  if (leftPointer)
    return pointerSum(left, right, leftType->getPointeeType(), op == BO_Sub);
  if (rightPointer)
    return pointerSum(right, left, rightType->getPointeeType(), false);
  if (shape.isFloat || shape.bits == 0)
    return b.unknown(shape, {left, right});
  return integerOp(arithmeticKind(op), shape, left, right);
}

ExprId StmtReader::comparison(BinaryOperatorKind op, QualType type, ExprId left,
                              ExprId right) {
  Shape shape = unit_.shapeOf(type);
  ProgramBuilder &b = builder();
  if (shape.bits == 0) // of vectors
    return b.unknown(shape, {left, right});
  switch (op) {
  case BO_LT:
    return b.binary(ExprKind::Lt, shape, left, right);
  case BO_GT:
    return b.binary(ExprKind::Lt, shape, right, left);
  case BO_LE:
    return b.binary(ExprKind::Le, shape, left, right);
  case BO_GE:
    return b.binary(ExprKind::Le, shape, right, left);
  case BO_EQ:
    return b.binary(ExprKind::Eq, shape, left, right);
  default:
    return b.binary(ExprKind::Ne, shape, left, right);
  }
}

ExprId StmtReader::binaryValue(const BinaryOperator *e) {
  const clang::Expr *left = e->getLHS(), *right = e->getRHS();
  if (e->getOpcode() == BO_Assign)
    return assign(e);
  if (e->getOpcode() == BO_Comma) {
    discard(left);
    return value(right);
  }
  if (e->isLogicalOp()) {
    ExprId first = truth(value(left)), second = ExprId::None;
    conditionally([&] { second = truth(value(right)); });
    return builder().binary(e->getOpcode() == BO_LAnd ? ExprKind::LogicalAnd
                                                      : ExprKind::LogicalOr,
                            unit_.shapeOf(e->getType()), first, second);
  }
  ExprId first = value(left);
  ExprId second = value(right);
  if (e->isComparisonOp())
    return comparison(e->getOpcode(), e->getType(), first, second);
  return arithmetic(e->getOpcode(), e->getType(), first, left->getType(),
                    second, right->getType());
}

ExprId StmtReader::unaryValue(const UnaryOperator *e) {
  const clang::Expr *sub = e->getSubExpr();
  Shape shape = unit_.shapeOf(e->getType());
  switch (e->getOpcode()) {
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc:
  case UO_PreDec:
    return increment(e);
  case UO_AddrOf:
    return addressTaken(sub);
  case UO_Plus:
  case UO_Extension:
    return value(sub);
  case UO_Minus: {
    ExprId inner = value(sub);
    if (shape.isFloat || shape.bits == 0)
      return builder().unknown(shape, {inner});
    if (unit_.ast.getLangOpts().isSignedOverflowDefined())
      return integerOp(ExprKind::Sub, shape, builder().constant(shape, 0),
                       inner);
    return builder().unary(ExprKind::Neg, shape, inner);
  }
  case UO_Not: {
    ExprId inner = value(sub);
    if (shape.isFloat || shape.bits == 0)
      return builder().unknown(shape, {inner});
    return builder().unary(ExprKind::Not, shape, inner);
  }
  case UO_LNot: {
    ExprId inner = truth(value(sub));
    return builder().unary(ExprKind::LogicalNot, shape, inner);
  }
  default: // of complex rvalues and the like
    return builder().unknown(shape, {value(sub)});
  }
}

ExprId StmtReader::conditionalValue(const AbstractConditionalOperator *e) {
  ExprId condition = ExprId::None;
  if (const auto *elvis = llvm::dyn_cast<BinaryConditionalOperator>(e)) {
    const clang::Expr *common = elvis->getCommon();
    ExprId shared = common->isGLValue() ? address(common) : value(common);
    opaqueValues_[elvis->getOpaqueValue()] = shared;
  }
  condition = truth(value(e->getCond()));
  ExprId then = ExprId::None, otherwise = ExprId::None;
  conditionally([&] { then = value(e->getTrueExpr()); });
  conditionally([&] { otherwise = value(e->getFalseExpr()); });
  Shape shape = unit_.shapeOf(e->getType());
  if (shape.bits == 0)
    return builder().unknown(shape, {then, otherwise});
  return builder().select(shape, condition, then, otherwise);
}

} // namespace hocket::frontend
