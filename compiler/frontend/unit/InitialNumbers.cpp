// SPDX-License-Identifier: Apache-2.0
#include "frontend/unit/InitialNumbers.h"

#include "frontend/unit/UnitReader.h"
#include "support/Policy.h"

#include "clang/AST/APValue.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

void note(UnitReader &unit, ObjectId object, FieldId field,
          const llvm::APSInt &number) {
  std::vector<InitialNumber> &numbers = unit.builder.program.initialNumbers;
  if (number.isRepresentableByInt64() &&
      numbers.size() < policy.guess.initialNumbers)
    numbers.push_back({object, field, number.getExtValue()});
}

void noteAll(UnitReader &unit, const APValue &value, QualType type,
             FieldId field) {
  if (value.isInt() && isValid(field))
    note(unit, ObjectId::None, field, value.getInt());
  const auto *record = value.isStruct() ? type->getAs<RecordType>() : nullptr;
  if (!record)
    return;
  for (const FieldDecl *member : record->getDecl()->fields())
    if (!member->isUnnamedBitField())
      noteAll(unit, value.getStructField(member->getFieldIndex()),
              member->getType(), fieldId(unit, member));
}

} // namespace

FieldId fieldId(UnitReader &unit, const FieldDecl *field) {
  QualType record = unit.ast.getRecordType(field->getParent());
  return unit.builder.field(record.getAsString() +
                            "::" + field->getNameAsString());
}

FieldId accessedField(UnitReader &unit, const clang::Expr *lvalue) {
  const auto *member = llvm::dyn_cast<MemberExpr>(lvalue->IgnoreParens());
  const auto *field =
      member ? llvm::dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && field->getType()->isIntegerType() ? fieldId(unit, field)
                                                    : FieldId::None;
}

void noteInitialNumbers(UnitReader &unit, ObjectId object,
                        const VarDecl *decl) {
  const APValue *value = decl->hasInit() ? decl->evaluateValue() : nullptr;
  if (!value)
    return;
  if (value->isInt())
    note(unit, object, FieldId::None, value->getInt());
  else
    noteAll(unit, *value, decl->getType(), FieldId::None);
}

void noteInitialNumber(UnitReader &unit, const FieldDecl *field,
                       const clang::Expr *init) {
  clang::Expr::EvalResult result;
  if (field->getType()->isIntegerType() && !init->isValueDependent() &&
      init->EvaluateAsInt(result, unit.ast))
    note(unit, ObjectId::None, fieldId(unit, field), result.Val.getInt());
}

} // namespace hocket::frontend
