// SPDX-License-Identifier: Apache-2.0
//
// C types as text and as widths.

#include "frontend/unit/UnitReader.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Type.h"

namespace hocket::frontend {

using namespace clang;

namespace {

/// Is the tag's name unusable outside the function, or absent?
bool isHiddenTag(const TagDecl *tag) {
  if (tag->getParentFunctionOrMethod() || tag->isImplicit())
    return true;
  const DeclContext *context = tag->getLexicalDeclContext();
  if (context->isFunctionOrMethod())
    return true;
  return !tag->getIdentifier() && !tag->getTypedefNameForAnonDecl();
}

/// Looks for tags that cannot be named at file scope in a type's own spelling.
class HiddenTagFinder : public RecursiveASTVisitor<HiddenTagFinder> {
public:
  bool VisitTagType(TagType *type) {
    found |= isHiddenTag(type->getDecl());
    return !found;
  }
  bool VisitTypedefType(TypedefType *type) {
    foundTypedef |= type->getDecl()->getParentFunctionOrMethod() != nullptr;
    return true;
  }
  bool found = false;
  bool foundTypedef = false;
};

/// Collects the variables that size expressions of a type name.
class SizeVariables : public RecursiveASTVisitor<SizeVariables> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *ref) {
    if (const auto *var = llvm::dyn_cast<VarDecl>(ref->getDecl()))
      variables.push_back(var);
    return true;
  }
  bool VisitExpr(Expr *expr) {
    isSimple &= llvm::isa<DeclRefExpr, ImplicitCastExpr, ParenExpr,
                          IntegerLiteral, BinaryOperator>(expr) &&
                !llvm::isa<CompoundAssignOperator>(expr);
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(expr))
      isSimple &= !op->isAssignmentOp() && !op->isCommaOp();
    return true;
  }
  std::vector<const VarDecl *> variables;
  bool isSimple = true;
};

bool aliasesByTypedef(QualType type) {
  while (const auto *alias = type->getAs<TypedefType>()) {
    if (alias->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    type = alias->desugar();
  }
  return false;
}

bool hasMayAlias(QualType type) {
  const TagDecl *tag = type->getAsTagDecl();
  return (tag && tag->hasAttr<MayAliasAttr>()) || aliasesByTypedef(type);
}

/// What the type leads to, or holds; null: nothing.
QualType inside(QualType type) {
  if (const auto *array = type->getAsArrayTypeUnsafe())
    return array->getElementType();
  return type->getPointeeType();
}

/// A typedef on the way says what its canonical type does not: what may alias
/// anything, or stands at addresses where the type does not.
bool losesAttributes(const ASTContext &ast, QualType type) {
  for (QualType at = type; !at.isNull(); at = inside(at)) {
    if (aliasesByTypedef(at))
      return true;
    if (!at->isIncompleteType() && !at->isFunctionType() &&
        !at->isDependentType() && !at->isVariableArrayType() &&
        ast.getTypeAlign(at) < ast.getTypeAlign(ast.getCanonicalType(at)))
      return true;
  }
  return false;
}

} // namespace

ir::CType UnitReader::cType(QualType type) const {
  static constexpr const char *placeholder = "hocket_declared_name";
  QualType canonical = ast.getCanonicalType(type);
  PrintingPolicy policy(ast.getLangOpts());
  std::string text = placeholder;
  canonical.getAsStringInternal(text, policy);
  std::size_t at = text.find(placeholder);
  ir::CType result;
  result.before = text.substr(0, at);
  result.after = text.substr(at + std::string_view(placeholder).size());

  HiddenTagFinder hidden;
  hidden.TraverseType(canonical);
  SizeVariables sizes;
  if (canonical->isVariablyModifiedType())
    sizes.TraverseType(canonical);
  // A size is computed where the type is declared; printed elsewhere it must
  // be over variables that cannot have changed, which their users check.
  result.isNameable =
      !hidden.found && sizes.isSimple && !losesAttributes(ast, type);
  auto *self = const_cast<UnitReader *>(this);
  for (const VarDecl *var : sizes.variables)
    result.needs.push_back(self->object(var));
  return result;
}

std::string UnitReader::declaredType(QualType type) const {
  if (!type->isIntegralOrEnumerationType() && !type->isAnyPointerType())
    return "";
  // Attributes of a typedef are no part of the canonical type.
  for (QualType at = type; !at.isNull(); at = at->getPointeeType())
    if (hasMayAlias(at))
      return "";
  ir::CType result = cType(type.getUnqualifiedType());
  bool isPlain =
      result.isNameable && result.needs.empty() && result.after.empty();
  return isPlain ? result.before : "";
}

std::string UnitReader::typeName(QualType type) const {
  if (!strictAliasing_ || hasMayAlias(type))
    return "char";
  QualType canonical = ast.getCanonicalType(type).getUnqualifiedType();
  if (const auto *atomic = canonical->getAs<AtomicType>())
    canonical = ast.getCanonicalType(atomic->getValueType());
  // An enumeration may alias the integer type that it is compatible with.
  if (const auto *enumeration = canonical->getAs<EnumType>())
    if (QualType integer = enumeration->getDecl()->getIntegerType();
        !integer.isNull())
      return typeName(integer);
  if (const auto *pointer = canonical->getAs<clang::PointerType>())
    if (!pointer->isFunctionPointerType()) {
      QualType pointee = pointer->getPointeeType().getUnqualifiedType();
      std::string inner = typeName(pointee);
      return inner + (inner.ends_with("*") ? "*" : " *");
    }
  PrintingPolicy policy(ast.getLangOpts());
  policy.AnonymousTagLocations = false;
  return canonical.getAsString(policy);
}

std::string UnitReader::typeName(const Expr *lvalue) const {
  for (const Expr *e = lvalue->IgnoreParens();;) {
    if (const auto *member = llvm::dyn_cast<MemberExpr>(e)) {
      const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
      if (field && field->getParent()->isUnion())
        return "char";
      if (member->isArrow())
        break;
      e = member->getBase()->IgnoreParenImpCasts();
    } else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
      if (!element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        break;
      e = element->getBase()->IgnoreParenImpCasts();
    } else {
      break;
    }
  }
  return typeName(lvalue->getType());
}

Shape UnitReader::shapeOf(QualType type) const {
  QualType t = ast.getCanonicalType(type).getUnqualifiedType();
  if (const auto *atomic = t->getAs<AtomicType>())
    t = ast.getCanonicalType(atomic->getValueType());
  if (t->isAnyPointerType() || t->isNullPtrType() || t->isFunctionType() ||
      t->isArrayType())
    return builder.pointerShape();
  uint64_t bits = sizeOf(t) * 8;
  auto width = static_cast<uint8_t>(bits > 255 ? 0 : bits);
  if (t->isIntegralOrEnumerationType())
    return {width, t->isSignedIntegerOrEnumerationType(), false, false};
  if (t->isRealFloatingType() || t->isAnyComplexType())
    return {width, true, false, true};
  return {0, false, false, false};
}

uint64_t UnitReader::sizeOf(QualType type) const {
  if (type->isVoidType() || type->isFunctionType())
    return 1; // as gcc's arithmetic on such pointers has it
  if (type->isIncompleteType() || type->isDependentType())
    return 0;
  QualType element = type;
  while (const ArrayType *array = ast.getAsArrayType(element)) {
    if (llvm::isa<VariableArrayType>(array))
      return 0;
    element = array->getElementType();
  }
  return static_cast<uint64_t>(ast.getTypeSizeInChars(type).getQuantity());
}

bool UnitReader::isLocalType(QualType type) {
  HiddenTagFinder finder;
  finder.TraverseType(type);
  if (finder.foundTypedef)
    return true;
  HiddenTagFinder canonical;
  canonical.TraverseType(type.getCanonicalType());
  return canonical.found;
}

} // namespace hocket::frontend
