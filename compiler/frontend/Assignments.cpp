// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes: the accesses of a statement, and what is known of memory
// after each.

#include "frontend/StmtReader.h"

#include "frontend/unit/FunctionFacts.h"
#include "frontend/unit/InitialNumbers.h"
#include "frontend/unit/Lvalues.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

void StmtReader::addAccess(Access access) {
  access.must &= conditional_ == 0;
  if (access.kind == AccessKind::Write)
    noteWrite(access);
  stmt.accesses.push_back(std::move(access));
}

/// What was assigned to variables that pointers and calls may reach is no
/// longer known.
void StmtReader::forgetVisible() {
  for (auto &[object, now] : current_)
    if (isVisibleToPointers(object))
      now = builder().unknown(builder().shapeOf(now));
}

/// Updates what is known of memory after a write.
void StmtReader::noteWrite(const Access &access) {
  ObjectId root = builder().rootObject(access.address);
  if (!isValid(root)) {
    memoryChanged_ = aliasedChanged_ = true;
    forgetVisible();
    return;
  }
  const Object &o = builder().object(root);
  if (isVisibleToPointers(root))
    memoryChanged_ = true;
  changed_.insert(root);
  if (!o.isScalar)
    return;
  Shape shape{o.bits, o.isSigned, o.isPointer, o.isFloat};
  bool isWhole = builder().program[access.address].kind == ExprKind::AddrOf &&
                 access.size == o.size && isValid(access.value) &&
                 !o.isVolatile && !nothingKnown_ &&
                 builder().shapeOf(access.value).isFloat == o.isFloat;
  current_[root] = isWhole ? access.value : builder().unknown(shape);
}

void StmtReader::read(ExprId where, const clang::Expr *lvalue) {
  if (const clang::Expr *whole = halvedVariable(lvalue))
    lvalue = whole;
  Access access;
  access.kind = AccessKind::Read;
  access.address = where;
  access.size = static_cast<uint32_t>(accessSize(lvalue));
  access.type = unit_.typeName(lvalue);
  if (llvm::isa<MemberExpr, ArraySubscriptExpr>(lvalue->IgnoreParens()))
    access.declared = unit_.declaredType(lvalue->getType());
  access.isVolatile = lvalue->getType().isVolatileQualified() ||
                      lvalue->getType()->isAtomicType();
  access.field = accessedField(unit_, lvalue);
  access.isBitField = lvalue->refersToBitField();
  access.isOfUnion = namesUnionMember(lvalue);
  access.text = rangeOf(lvalue);
  access.location = locationOf(lvalue);
  addAccess(std::move(access));
}

void StmtReader::write(ExprId where, const clang::Expr *lvalue,
                       ExprId newValue) {
  bool isPart = touchesMore(lvalue);
  // The other half of a complex variable is what it was.
  if (const clang::Expr *whole = halvedVariable(lvalue)) {
    lvalue = whole;
    read(where, lvalue);
  }
  Access access;
  access.kind = AccessKind::Write;
  access.address = where;
  access.size = static_cast<uint32_t>(accessSize(lvalue));
  access.type = unit_.typeName(lvalue);
  access.isVolatile = lvalue->getType().isVolatileQualified() ||
                      lvalue->getType()->isAtomicType();
  access.must = access.size != 0 && !lvalue->refersToBitField();
  if (!unit_.shapeOf(lvalue->getType()).isFloat)
    access.value = newValue;
  if (isPart && isValid(access.value))
    access.value = unknownOf(lvalue, {newValue});
  access.field = accessedField(unit_, lvalue);
  access.isBitField = lvalue->refersToBitField();
  access.isOfUnion = namesUnionMember(lvalue);
  access.text = rangeOf(lvalue);
  access.location = locationOf(lvalue);
  addAccess(std::move(access));
}

void StmtReader::writeBytes(ExprId where, uint64_t size, QualType type,
                            ExprId newValue, TextRange text,
                            const SourceLocation &location) {
  Access access;
  access.kind = AccessKind::Write;
  access.address = where;
  access.size = static_cast<uint32_t>(size);
  access.type = unit_.typeName(type);
  access.isVolatile = type.isVolatileQualified() || type->isAtomicType();
  access.must = size != 0;
  access.value = newValue;
  access.text = text;
  access.location = location;
  addAccess(std::move(access));
}

/// Of the write that was read last: what it assigns, unless the assignment is
/// one of a part of what the access says.
void StmtReader::noteAssigned(const BinaryOperator *e) {
  Access &access = stmt.accesses.back();
  TextRange target = rangeOf(e->getLHS());
  if (access.text.begin == target.begin && access.text.end == target.end)
    access.assigned = rangeOf(e->getRHS());
}

ExprId StmtReader::assign(const BinaryOperator *e) {
  const clang::Expr *target = e->getLHS();
  ExprId where = address(target);
  ExprId newValue = value(e->getRHS());
  write(where, target, newValue);
  noteAssigned(e);
  if (touchesMore(target))
    return unknownOf(e, {newValue});
  return newValue;
}

ExprId StmtReader::compoundAssign(const CompoundAssignOperator *e) {
  const clang::Expr *target = e->getLHS();
  ExprId where = address(target);
  // The operand first: what it changes may not be what the target had.
  ExprId operand = value(e->getRHS());
  read(where, target);
  ExprId old = touchesMore(target) ? partialValue(target, where)
                                   : loadFrom(where, target->getType());
  QualType computed = e->getComputationLHSType();
  Shape computedShape = unit_.shapeOf(computed);
  Shape targetShape = unit_.shapeOf(target->getType());
  ProgramBuilder &b = builder();
  ExprId newValue;
  if (target->getType()->isAnyPointerType()) {
    newValue = pointerSum(old, operand, target->getType()->getPointeeType(),
                          e->getOpcode() == BO_SubAssign);
  } else if (targetShape.isFloat || computedShape.isFloat ||
             targetShape.bits == 0 || target->getType()->isBooleanType()) {
    newValue = b.unknown(targetShape, {old, operand});
  } else {
    ExprId result =
        arithmetic(BinaryOperator::getOpForCompoundAssignment(e->getOpcode()),
                   e->getComputationResultType(), b.cast(computedShape, old),
                   computed, operand, e->getRHS()->getType());
    newValue = b.cast(targetShape, result);
  }
  write(where, target, newValue);
  noteAssigned(e);
  return touchesMore(target) ? unknownOf(e, {newValue}) : newValue;
}

ExprId StmtReader::increment(const UnaryOperator *e) {
  const clang::Expr *target = e->getSubExpr();
  QualType type = target->getType();
  ExprId where = address(target);
  read(where, target);
  ProgramBuilder &b = builder();
  ExprId old =
      touchesMore(target) ? partialValue(target, where) : loadFrom(where, type);
  Shape shape = unit_.shapeOf(type);
  ExprId newValue;
  if (type->isAnyPointerType()) {
    newValue = pointerSum(old, b.constant(b.offsetShape(), 1),
                          type->getPointeeType(), e->isDecrementOp());
  } else if (shape.isFloat || shape.bits == 0 || type->isBooleanType()) {
    newValue = b.unknown(shape, {old});
  } else {
    Shape computed = shape.bits < 32 ? Shape{32, true, false, false} : shape;
    newValue = b.cast(
        shape, integerOp(e->isDecrementOp() ? ExprKind::Sub : ExprKind::Add,
                         computed, old, b.constant(computed, 1)));
  }
  write(where, target, newValue);
  if (touchesMore(target))
    return unknownOf(e, {newValue});
  return e->isPostfix() ? old : newValue;
}

/// `asm volatile ("")`: it only keeps compilers from some ways to write what is
/// around it.
static bool isEmpty(const GCCAsmStmt &statement) {
  return statement.getAsmString()->getString().empty() &&
         statement.getNumInputs() == 0 && statement.getNumOutputs() == 0 &&
         statement.getNumClobbers() == 0 && !statement.isAsmGoto();
}

/// Operands of asm: outputs are written, perhaps; the statement is opaque.
void StmtReader::readAsm(const AsmStmt *statement) {
  const auto *gcc = llvm::dyn_cast<GCCAsmStmt>(statement);
  if (gcc && isEmpty(*gcc))
    return;
  stmt.isOpaque = true;
  if (!gcc)
    return;
  for (unsigned i = 0; i < gcc->getNumInputs(); ++i) {
    const clang::Expr *input = gcc->getInputExpr(i);
    if (input->isGLValue())
      read(address(input), input);
    else
      value(input);
  }
  for (unsigned i = 0; i < gcc->getNumOutputs(); ++i) {
    const clang::Expr *output = gcc->getOutputExpr(i);
    ExprId where = address(output);
    if (gcc->isOutputPlusConstraint(i))
      read(where, output);
    ++conditional_;
    write(where, output, unknownOf(output));
    --conditional_;
  }
}

} // namespace hocket::frontend
