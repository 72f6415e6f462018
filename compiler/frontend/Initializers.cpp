// SPDX-License-Identifier: Apache-2.0
//
// Local declarations: a write of the whole object, then one for each part whose
// value is computed. Static objects are initialized before the program starts;
// their declarations do nothing.

#include "frontend/StmtReader.h"

#include "frontend/unit/InitialNumbers.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

/// A part of an initializer that needs no access of its own after the whole
/// object has been written: it computes nothing and stores no address.
static bool isPlainConstant(const ASTContext &ast, const clang::Expr *e) {
  const clang::Expr *inner = e->IgnoreParenImpCasts();
  if (llvm::isa<ImplicitValueInitExpr, IntegerLiteral, CharacterLiteral,
                FloatingLiteral, NoInitExpr>(inner))
    return true;
  return e->getType()->isArithmeticType() && !e->HasSideEffects(ast) &&
         e->isEvaluatable(ast) && e->getType()->isFloatingType();
}

/// Sizes of variable length arrays are evaluated where a type is declared or
/// written in a cast, in the type of a pointer to one as well.
void StmtReader::evaluateSizes(QualType type) {
  while (type->isVariablyModifiedType()) {
    if (const ArrayType *array = unit_.ast.getAsArrayType(type)) {
      if (const auto *variable = llvm::dyn_cast<VariableArrayType>(array))
        if (const clang::Expr *size = variable->getSizeExpr())
          value(size);
      type = array->getElementType();
    } else if (type->isAnyPointerType()) {
      type = type->getPointeeType();
    } else {
      break;
    }
  }
}

void StmtReader::declare(const VarDecl *var) {
  if (var->isStaticLocal() || var->hasLinkage())
    return;
  evaluateSizes(var->getType());
  ObjectId object = unit_.object(var);
  builder().object(object).scope = scope_;
  const clang::Expr *init = var->getInit();
  if (!init)
    return;
  TextRange text = unit_.range(unit_.begin(var->getLocation()),
                               unit_.end(init->getEndLoc()));
  initialize(builder().addressOf(object), var->getType(), init, text);
}

void StmtReader::initialize(ExprId where, QualType type,
                            const clang::Expr *init, TextRange text) {
  init = init->IgnoreParens();
  SourceLocation location = locationOf(init);
  // `int x = {1}` is `int x = 1`.
  if (const auto *list = llvm::dyn_cast<InitListExpr>(init)) {
    if (list->isTransparent() && list->getNumInits() == 1)
      return initialize(where, type, list->getInit(0), text);
    if (type->isScalarType() && list->getNumInits() == 1)
      return initialize(where, type, list->getInit(0), text);
    writeBytes(where, unit_.sizeOf(type), type, ExprId::None, text, location);
    return initializeParts(where, list, text);
  }
  if (llvm::isa<DesignatedInitUpdateExpr>(init)) {
    stmt.isOpaque = true;
    return writeBytes(where, unit_.sizeOf(type), type,
                      builder().unknown({0, false, false, false}), text,
                      location);
  }
  if (type->isArrayType() || llvm::isa<ImplicitValueInitExpr>(init)) {
    // From a string, or (as gcc has it) from a compound literal.
    if (const auto *literal = llvm::dyn_cast<CompoundLiteralExpr>(init))
      return initialize(where, type, literal->getInitializer(), text);
    return writeBytes(where, unit_.sizeOf(type), type, ExprId::None, text,
                      location);
  }
  ExprId newValue = init->isGLValue() ? readThrough(init) : value(init);
  if (!type->isScalarType() && !type->isRecordType())
    newValue = builder().unknown({0, false, false, false}, {newValue});
  if (type->isScalarType())
    stmt.value = newValue; // of the declaration, if it is not a part of one
  if (unit_.shapeOf(type).isFloat)
    newValue = ExprId::None;
  writeBytes(where, unit_.sizeOf(type), type, newValue, text, location);
}

/// A part of a pointer may be in it.
void StmtReader::initializeBits(ExprId where, const FieldDecl *field,
                                const clang::Expr *init, TextRange text) {
  ExprId bits = unknownOf(init, {value(init)});
  uint64_t begin = unit_.ast.getFieldOffset(field) % 8;
  uint64_t size = (begin + field->getBitWidthValue(unit_.ast) + 7) / 8;
  writeBytes(where, size, field->getType(), bits, text, locationOf(init));
}

/// What a member begins with, for guesses: a constant, or what was just
/// written.
static void noteMember(UnitReader &unit, Stmt &stmt, ExprId where,
                       const FieldDecl *field, const clang::Expr *init) {
  if (!init || !field->getType()->isIntegerType())
    return;
  noteInitialNumber(unit, field, init);
  if (!stmt.accesses.empty() && stmt.accesses.back().address == where)
    stmt.accesses.back().field = fieldId(unit, field);
}

void StmtReader::initializeParts(ExprId where, const InitListExpr *list,
                                 TextRange text) {
  QualType type = list->getType();
  auto part = [&](ExprId address, QualType partType, const clang::Expr *init) {
    if (init && !isPlainConstant(unit_.ast, init))
      initialize(address, partType, init, text);
  };
  if (const ArrayType *array = unit_.ast.getAsArrayType(type)) {
    QualType element = array->getElementType();
    auto size = static_cast<int64_t>(unit_.sizeOf(element));
    if (list->isStringLiteralInit())
      return;
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      part(builder().offset(where, i * size), element, list->getInit(i));
    return;
  }
  const auto *record = type->getAs<RecordType>();
  if (!record || (list->hasArrayFiller() && !record)) {
    std::vector<ExprId> parts; // of a vector or a complex number
    for (const clang::Expr *init : list->inits())
      parts.push_back(value(init));
    return writeBytes(where, unit_.sizeOf(type), type,
                      builder().unknown({0, false, false, false}, parts), text,
                      locationOf(list));
  }
  const ASTRecordLayout &layout =
      unit_.ast.getASTRecordLayout(record->getDecl());
  auto offsetOf = [&](const FieldDecl *field) {
    return static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex()) /
                                8);
  };
  if (record->getDecl()->isUnion()) {
    if (const FieldDecl *field = list->getInitializedFieldInUnion();
        field && list->getNumInits() > 0)
      part(builder().offset(where, offsetOf(field)), field->getType(),
           list->getInit(0));
    return;
  }
  unsigned i = 0;
  for (const FieldDecl *field : record->getDecl()->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (i >= list->getNumInits())
      break;
    const clang::Expr *init = list->getInit(i++);
    if (field->isBitField()) {
      if (init)
        initializeBits(builder().offset(where, offsetOf(field)), field, init,
                       text);
    } else {
      ExprId member = builder().offset(where, offsetOf(field));
      part(member, field->getType(), init);
      noteMember(unit_, stmt, member, field, init);
    }
  }
}

} // namespace hocket::frontend
