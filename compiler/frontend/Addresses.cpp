// SPDX-License-Identifier: Apache-2.0
//
// Lvalues to addresses.

#include "frontend/StmtReader.h"

#include "frontend/unit/Lvalues.h"

#include "clang/AST/RecordLayout.h"

#include <iterator>

namespace hocket::frontend {

using namespace clang;
using namespace ir;

ExprId StmtReader::address(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(e)) {
    if (const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl()))
      return builder().addressOf(unit_.object(var));
    if (const auto *f = llvm::dyn_cast<FunctionDecl>(ref->getDecl()))
      return builder().addressOf(builder().function(unit_.function(f)).object);
  }
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(e)) {
    if (op->getOpcode() == UO_Deref)
      return value(op->getSubExpr());
    if (op->getOpcode() == UO_Extension)
      return address(op->getSubExpr());
    if (const clang::Expr *whole = halvedVariable(op))
      return address(whole);
    if (halfOf(op) && op->getSubExpr()->isGLValue())
      return halfAddress(op);
  }
  if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e))
    return elementAddress(element, true);
  if (const auto *member = llvm::dyn_cast<MemberExpr>(e))
    return memberAddress(member);
  if (llvm::isa<clang::StringLiteral, PredefinedExpr>(e)) {
    // __func__ is the name of the function that it stands in.
    stmt.usesLocalName |= llvm::isa<PredefinedExpr>(e);
    return builder().addressOf(unit_.stringObject(e));
  }
  if (const auto *literal = llvm::dyn_cast<CompoundLiteralExpr>(e)) {
    ObjectId object = unit_.literalObject(literal, unit_.currentFunction);
    ExprId where = builder().addressOf(object);
    if (builder().object(object).kind == ObjectKind::Local) {
      // Its storage ends with the block that it stands in.
      builder().object(object).scope = scope_;
      initialize(where, literal->getType(), literal->getInitializer(),
                 rangeOf(literal));
    }
    return where;
  }
  if (const auto *cast = llvm::dyn_cast<CastExpr>(e);
      cast && cast->getSubExpr()->isGLValue())
    return address(cast->getSubExpr());
  ExprId inner =
      e->isPRValue() ? value(e) : builder().unknown(builder().pointerShape());
  if (!e->isPRValue()) {
    // An lvalue of a kind not known here.
    stmt.isOpaque = true;
    for (const clang::Stmt *child : e->children())
      if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        operand->isGLValue() ? address(operand) : value(operand);
  }
  return builder().unknown(builder().pointerShape(), {inner});
}

/// An address that is not accessed here.
ExprId StmtReader::addressTaken(const clang::Expr *lvalue) {
  if (halvedVariable(lvalue))
    return halfAddress(llvm::cast<UnaryOperator>(lvalue->IgnoreParens()));
  const auto *element =
      llvm::dyn_cast<ArraySubscriptExpr>(lvalue->IgnoreParens());
  return element ? elementAddress(element, false) : address(lvalue);
}

/// Of `__real__` or `__imag__`.
ExprId StmtReader::halfAddress(const UnaryOperator *half) {
  auto size = static_cast<int64_t>(unit_.sizeOf(half->getType()));
  const UnaryOperator *inner = halfOf(half->getSubExpr());
  ExprId whole = inner ? halfAddress(inner) : address(half->getSubExpr());
  return builder().offset(whole,
                          half->getOpcode() == UO_Imag ? size : int64_t{0});
}

/// Of an array that the program names as one, the bytes within which its
/// subscripts stay; a member at the end of its struct, or in a union, may be
/// longer than declared, as gcc has it: then the greatest number. 0: not known.
static uint64_t declaredExtent(const ASTContext &ast,
                               const clang::Expr *array) {
  if (!ast.getAsConstantArrayType(array->getType()))
    return 0;
  uint64_t bytes = static_cast<uint64_t>(
      ast.getTypeSizeInChars(array->getType()).getQuantity());
  const clang::Expr *whole = array->IgnoreParens();
  while (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(whole)) {
    const auto *decay =
        llvm::dyn_cast<CastExpr>(element->getBase()->IgnoreParens());
    if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
      return 0;
    whole = decay->getSubExpr()->IgnoreParens();
  }
  if (llvm::isa<DeclRefExpr>(whole))
    return bytes;
  const auto *member = llvm::dyn_cast<MemberExpr>(whole);
  const auto *field =
      member ? llvm::dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field)
    return 0;
  const RecordDecl *record = field->getParent();
  bool isLast = field->getFieldIndex() + 1 ==
                static_cast<unsigned>(
                    std::distance(record->field_begin(), record->field_end()));
  return isLast || record->isUnion() ? INT64_MAX : bytes;
}

ExprId StmtReader::elementAddress(const ArraySubscriptExpr *e,
                                  bool isAccessed) {
  const clang::Expr *base = e->getBase();
  if (base->getType()->isVectorType() || base->isGLValue()) {
    ExprId vector = base->isGLValue() ? address(base) : value(base);
    ExprId index = value(e->getIdx());
    if (!base->isGLValue())
      return builder().unknown(builder().pointerShape(), {vector, index});
    return pointerSum(vector, index, e->getType(), false);
  }
  const auto *decay = llvm::dyn_cast<CastExpr>(base->IgnoreParens());
  if (decay && decay->getCastKind() != CK_ArrayToPointerDecay)
    decay = nullptr;
  auto evaluate = [&](const clang::Expr *operand) {
    const auto *row = decay && operand == base
                          ? llvm::dyn_cast<ArraySubscriptExpr>(
                                decay->getSubExpr()->IgnoreParens())
                          : nullptr;
    return row ? elementAddress(row, true) : value(operand);
  };
  // In order of text: `i[a]` evaluates i first.
  ExprId first = evaluate(e->getLHS());
  ExprId second = evaluate(e->getRHS());
  bool baseIsFirst = e->getLHS()->getType()->isAnyPointerType();
  ExprId array = baseIsFirst ? first : second;
  ExprId where =
      pointerSum(array, baseIsFirst ? second : first, e->getType(), false);
  uint64_t extent = decay ? declaredExtent(unit_.ast, decay->getSubExpr()) : 0;
  if (extent == 0)
    return where;
  // The address behind the last element may be taken.
  if (!isAccessed && extent != INT64_MAX)
    extent += unit_.sizeOf(e->getType());
  return builder().within(where, array, static_cast<int64_t>(extent));
}

/// The bytes that an access to a bit-field may touch: those of the run of
/// adjacent bit-fields around it, which C11 calls one memory location.
static std::pair<uint64_t, uint64_t> bitFieldBytes(const ASTContext &ast,
                                                   const FieldDecl *field) {
  const ASTRecordLayout &layout = ast.getASTRecordLayout(field->getParent());
  uint64_t begin = layout.getFieldOffset(field->getFieldIndex());
  uint64_t end = begin + field->getBitWidthValue(ast);
  bool isInRun = false;
  uint64_t runBegin = begin, runEnd = end;
  for (const FieldDecl *other : field->getParent()->fields()) {
    uint64_t at = layout.getFieldOffset(other->getFieldIndex());
    if (!other->isBitField() || other->isZeroLengthBitField(ast)) {
      if (isInRun)
        break;
      runBegin = UINT64_MAX;
      continue;
    }
    runBegin = std::min(runBegin, at);
    runEnd =
        std::max(isInRun ? runEnd : end, at + other->getBitWidthValue(ast));
    isInRun |= other == field;
  }
  // A union, or fields out of order: the bits of the field itself count.
  runBegin = std::min(runBegin, begin);
  return {runBegin / 8, (runEnd + 7) / 8};
}

ExprId StmtReader::memberAddress(const MemberExpr *e) {
  ExprId base = e->isArrow() || e->getBase()->isPRValue()
                    ? value(e->getBase())
                    : address(e->getBase());
  const auto *field = llvm::dyn_cast<FieldDecl>(e->getMemberDecl());
  bool isPointer = builder().shapeOf(base).isPointer;
  if (!field || !isPointer)
    return builder().unknown(builder().pointerShape(), {base});
  if (field->getParent()->isDependentType() ||
      field->getParent()->isInvalidDecl())
    return builder().unknown(builder().pointerShape(), {base});
  if (field->isBitField())
    return builder().offset(
        base, static_cast<int64_t>(bitFieldBytes(unit_.ast, field).first));
  uint64_t bits = unit_.ast.getASTRecordLayout(field->getParent())
                      .getFieldOffset(field->getFieldIndex());
  return builder().offset(base, static_cast<int64_t>(bits / 8));
}

uint64_t StmtReader::accessSize(const clang::Expr *lvalue) {
  if (const FieldDecl *field = lvalue->getSourceBitField()) {
    auto [begin, end] = bitFieldBytes(unit_.ast, field);
    return end - begin;
  }
  if (lvalue->refersToVectorElement())
    return 0;
  if (const clang::Expr *whole = halvedVariable(lvalue))
    return unit_.sizeOf(whole->getType());
  return unit_.sizeOf(lvalue->getType());
}

} // namespace hocket::frontend
