// SPDX-License-Identifier: Apache-2.0
//
// Addresses in the initializers of objects with static storage, from Clang's
// own evaluation of them.

#include "frontend/unit/UnitReader.h"

#include "support/Policy.h"

#include "clang/AST/APValue.h"
#include "clang/AST/RecordLayout.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

/// Beyond this many addresses an initializer counts as unknown.
static constexpr std::size_t maxPointers = policy.analysis.initialPointers;

void UnitReader::readInitialPointers(ObjectId id, const VarDecl *decl) {
  std::vector<InitialPointer> pointers;
  bool isKnown = true;
  // A tentative definition says nothing beside one with an initializer.
  if (!decl->hasInit() && builder.object(id).hasInitializer)
    return;
  if (decl->hasInit()) {
    const APValue *value = decl->evaluateValue();
    isKnown = value && addInitialPointers(pointers, *value, decl->getType(), 0);
  }
  Object &o = builder.object(id);
  o.initialPointersKnown = isKnown;
  if (isKnown)
    o.initialPointers = std::move(pointers);
}

/// The address that an initializer stores; None for null.
ExprId UnitReader::initialPointer(const APValue &value) {
  int64_t offset = value.getLValueOffset().getQuantity();
  APValue::LValueBase base = value.getLValueBase();
  if (base.isNull())
    return value.isNullPointer() || offset == 0
               ? ExprId::None
               : builder.constant(builder.pointerShape(), offset);
  if (const auto *decl = base.dyn_cast<const ValueDecl *>()) {
    if (const auto *var = llvm::dyn_cast<VarDecl>(decl))
      return builder.offset(builder.addressOf(object(var)), offset);
    if (const auto *f = llvm::dyn_cast<FunctionDecl>(decl))
      return builder.addressOf(builder.function(function(f)).object);
    return builder.unknown(builder.pointerShape());
  }
  const auto *e = base.dyn_cast<const clang::Expr *>();
  if (const auto *literal = llvm::dyn_cast_or_null<CompoundLiteralExpr>(e))
    return builder.offset(
        builder.addressOf(literalObject(literal, FunctionId::None)), offset);
  if (e && llvm::isa<clang::StringLiteral, PredefinedExpr>(e))
    return builder.offset(builder.addressOf(stringObject(e)), offset);
  return builder.unknown(builder.pointerShape());
}

/// False: something that may be an address could not be read.
bool UnitReader::addInitialPointers(std::vector<InitialPointer> &pointers,
                                    const APValue &value, QualType type,
                                    int64_t offset) {
  if (pointers.size() > maxPointers)
    return false;
  switch (value.getKind()) {
  case APValue::Int:
  case APValue::Float:
  case APValue::FixedPoint:
  case APValue::ComplexInt:
  case APValue::ComplexFloat:
  case APValue::Indeterminate:
  case APValue::None:
    return true;
  case APValue::LValue: {
    ExprId address = initialPointer(value);
    if (!isValid(address))
      return true;
    if (builder.program[address].kind == ExprKind::Unknown)
      return false;
    pointers.push_back({offset, address});
    return true;
  }
  case APValue::Array: {
    const ArrayType *array = ast.getAsArrayType(type);
    if (!array)
      return false;
    QualType element = array->getElementType();
    auto size = static_cast<int64_t>(sizeOf(element));
    for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i)
      if (!addInitialPointers(pointers, value.getArrayInitializedElt(i),
                              element, offset + i * size))
        return false;
    if (!value.hasArrayFiller())
      return true;
    std::vector<InitialPointer> filler;
    bool isKnown =
        addInitialPointers(filler, value.getArrayFiller(), element, 0);
    return isKnown && filler.empty();
  }
  case APValue::Struct: {
    const auto *record = type->getAs<RecordType>();
    if (!record)
      return false;
    const ASTRecordLayout &layout = ast.getASTRecordLayout(record->getDecl());
    for (const FieldDecl *field : record->getDecl()->fields()) {
      unsigned i = field->getFieldIndex();
      auto at = static_cast<int64_t>(layout.getFieldOffset(i) / 8);
      if (!addInitialPointers(pointers, value.getStructField(i),
                              field->getType(), offset + at))
        return false;
    }
    return true;
  }
  case APValue::Union:
    return !value.getUnionField() ||
           addInitialPointers(pointers, value.getUnionValue(),
                              value.getUnionField()->getType(), offset);
  default:
    return false;
  }
}

} // namespace hocket::frontend
