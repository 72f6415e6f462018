// SPDX-License-Identifier: Apache-2.0
//
// The branch's body is a list of assignments to scalar variables and places in
// memory. Either one of them stores what the condition compared with it, or one
// side of the condition is the other with an assigned variable in place of its
// new value.

#include "frontend/Selections.h"

#include "frontend/Updates.h"
#include "frontend/unit/Lvalues.h"

#include "clang/AST/Attr.h"

#include <cctype>

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

struct Assignment {
  const clang::Expr *target = nullptr;
  const clang::Expr *value = nullptr;
  const VarDecl *variable = nullptr; ///< null: memory
};

/// Members of packed structs have less than their type's alignment.
bool isPacked(const clang::Expr *lvalue) {
  for (const clang::Expr *e = lvalue->IgnoreParens();;) {
    if (const auto *member = llvm::dyn_cast<MemberExpr>(e)) {
      const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
      if (!field || field->hasAttr<PackedAttr>() ||
          field->getParent()->hasAttr<PackedAttr>() ||
          field->getParent()->hasAttr<MaxFieldAlignmentAttr>())
        return true;
      e = member->getBase()->IgnoreParenImpCasts();
    } else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
      e = element->getBase()->IgnoreParenImpCasts();
    } else {
      return false;
    }
  }
}

/// A pointer to the type without qualifiers and attributes reaches the place as
/// well: gcc lets members of unions be reached as members only.
bool isPlainPlace(const UnitReader &unit, const clang::Expr *target) {
  const ASTContext &ast = unit.ast;
  QualType type = target->getType();
  QualType plain = ast.getCanonicalType(type).getUnqualifiedType();
  ir::CType text = unit.cType(plain);
  return !llvm::isa<DeclRefExpr>(target->IgnoreParens()) && !halfOf(target) &&
         !touchesMore(target) && type->isScalarType() &&
         !type.isVolatileQualified() && !target->refersToVectorElement() &&
         !target->HasSideEffects(ast, /*IncludePossibleEffects=*/true) &&
         !isPacked(target) &&
         ast.getTypeAlign(type) >= ast.getTypeAlign(plain) &&
         unit.typeName(target) == unit.typeName(type) &&
         unit.typeName(type) == unit.typeName(plain) && text.isNameable &&
         text.needs.empty();
}

/// The variable that an lvalue is, be it as `*&x`.
const VarDecl *variableOf(const clang::Expr *lvalue) {
  const clang::Expr *e = lvalue->IgnoreParens();
  while (const auto *load = llvm::dyn_cast<UnaryOperator>(e)) {
    const auto *address = llvm::dyn_cast<UnaryOperator>(
        load->getSubExpr()->IgnoreParenImpCasts());
    if (load->getOpcode() != UO_Deref || !address ||
        address->getOpcode() != UO_AddrOf)
      return nullptr;
    e = address->getSubExpr()->IgnoreParens();
  }
  const auto *ref = llvm::dyn_cast<DeclRefExpr>(e);
  return ref ? llvm::dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

std::optional<Assignment> assignmentOf(const UnitReader &unit,
                                       const clang::Stmt *s) {
  const auto *e = llvm::dyn_cast_or_null<BinaryOperator>(s);
  if (!e || e->getOpcode() != BO_Assign ||
      e->getRHS()->HasSideEffects(unit.ast, /*IncludePossibleEffects=*/true))
    return std::nullopt;
  const VarDecl *variable = variableOf(e->getLHS());
  bool isTarget = variable ? variable->getType()->isScalarType()
                           : isPlainPlace(unit, e->getLHS());
  if (!isTarget)
    return std::nullopt;
  return Assignment{e->getLHS(), e->getRHS(), variable};
}

/// Nothing if a statement is anything else, or a variable is assigned twice.
std::vector<Assignment> assignments(const UnitReader &unit,
                                    const clang::Stmt *body) {
  std::vector<const clang::Stmt *> statements{body};
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(body))
    statements.assign(block->body_begin(), block->body_end());
  std::vector<Assignment> result;
  for (const clang::Stmt *s : statements) {
    std::optional<Assignment> one = assignmentOf(unit, s);
    if (!one)
      return {};
    for (const Assignment &other : result)
      if (other.variable && other.variable == one->variable)
        return {};
    result.push_back(*one);
  }
  return result;
}

/// The text without blanks, one name written as another.
std::string renamed(std::string_view text, std::string_view from,
                    std::string_view to) {
  std::string result;
  auto isName = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isName(text[end]))
      ++end;
    if (end == at) {
      if (!std::isspace(static_cast<unsigned char>(text[at])))
        result += text[at];
      ++at;
      continue;
    }
    std::string_view word = text.substr(at, end - at);
    bool isMember =
        !result.empty() && (result.back() == '.' || result.ends_with("->"));
    result += word == from && !isMember ? to : word;
    result += ' ';
    at = end;
  }
  return result;
}

class SelectionFinder {
public:
  SelectionFinder(UnitReader &unit, const BinaryOperator *test,
                  std::vector<Assignment> all)
      : unit_(unit), test_(test), all_(std::move(all)) {}

  std::optional<Selection> find() {
    for (size_t i = 0; i < all_.size(); ++i)
      if (std::optional<UpdateOp> op =
              replacedExtreme(unit_, test_, all_[i].target, all_[i].value))
        return make(i, *op, all_[i].value, /*hasBest=*/true);
    for (size_t i = 0; i < all_.size(); ++i)
      if (std::optional<Selection> found = byKey(i))
        return found;
    return std::nullopt;
  }

private:
  std::string_view text(const clang::Expr *e) const {
    TextRange range = unit_.range(e->getSourceRange());
    return std::string_view(unit_.builder.program[unit_.unit].text)
        .substr(range.begin, range.end - range.begin);
  }

  /// `if (a[i] < a[at]) at = i;`
  std::optional<Selection> byKey(size_t i) {
    const auto *value =
        llvm::dyn_cast<DeclRefExpr>(all_[i].value->IgnoreParenImpCasts());
    const clang::Expr *left = test_->getLHS()->IgnoreParenImpCasts();
    const clang::Expr *right = test_->getRHS()->IgnoreParenImpCasts();
    const ASTContext &ast = unit_.ast;
    if (!value || !all_[i].variable ||
        !ast.hasSameUnqualifiedType(value->getType(),
                                    all_[i].variable->getType()) ||
        !ast.hasSameUnqualifiedType(left->getType(), right->getType()) ||
        !left->getType()->isArithmeticType() ||
        left->getType()->isAnyComplexType() || left->HasSideEffects(ast) ||
        right->HasSideEffects(ast))
      return std::nullopt;
    std::string from(all_[i].variable->getName());
    std::string to(value->getDecl()->getName());
    bool isLess = test_->getOpcode() == BO_LT || test_->getOpcode() == BO_LE;
    if (matches(left, right, from, to))
      return make(i, isLess ? UpdateOp::Min : UpdateOp::Max, right, false);
    if (matches(right, left, from, to))
      return make(i, isLess ? UpdateOp::Max : UpdateOp::Min, left, false);
    return std::nullopt;
  }

  bool matches(const clang::Expr *made, const clang::Expr *key,
               const std::string &from, const std::string &to) const {
    std::string same = renamed(text(key), from, to);
    return same != renamed(text(key), from, from) &&
           same == renamed(text(made), from, from);
  }

  Selection make(size_t first, UpdateOp op, const clang::Expr *key,
                 bool hasBest) {
    Selection result;
    result.op = op;
    result.keepsFirst =
        test_->getOpcode() == BO_LT || test_->getOpcode() == BO_GT;
    QualType type = unit_.ast.getCanonicalType(
        key->IgnoreParenImpCasts()->getType().getUnqualifiedType());
    if (const auto *enumeration = type->getAs<EnumType>())
      type = unit_.ast.getCanonicalType(
          enumeration->getDecl()->getIntegerType().getUnqualifiedType());
    result.type = type.getAsString(PrintingPolicy(unit_.ast.getLangOpts()));
    if (!hasBest)
      result.key = unit_.range(key->getSourceRange());
    result.targets.push_back(targetOf(all_[first]));
    for (size_t i = 0; i < all_.size(); ++i)
      if (i != first)
        result.targets.push_back(targetOf(all_[i]));
    return result;
  }

  SelectionTarget targetOf(const Assignment &one) {
    SelectionTarget result;
    result.text = unit_.range(one.target->getSourceRange());
    result.type = unit_.cType(
        unit_.ast.getCanonicalType(one.target->getType()).getUnqualifiedType());
    if (one.variable)
      result.object = unit_.object(one.variable);
    return result;
  }

  UnitReader &unit_;
  const BinaryOperator *test_;
  std::vector<Assignment> all_;
};

} // namespace

std::optional<Selection> findSelection(UnitReader &unit, const IfStmt *s) {
  const auto *test =
      llvm::dyn_cast<BinaryOperator>(s->getCond()->IgnoreParenImpCasts());
  if (s->getElse() || !test || !test->isRelationalOp())
    return std::nullopt;
  std::vector<Assignment> all = assignments(unit, s->getThen());
  if (all.empty())
    return std::nullopt;
  return SelectionFinder(unit, test, std::move(all)).find();
}

} // namespace hocket::frontend
