// SPDX-License-Identifier: Apache-2.0
#include "frontend/unit/Lvalues.h"

namespace hocket::frontend {

using namespace clang;

const DeclRefExpr *rootReference(const Expr *lvalue) {
  for (const Expr *e = lvalue;;) {
    e = e->IgnoreParens();
    if (const auto *ref = llvm::dyn_cast<DeclRefExpr>(e))
      return ref;
    if (const auto *member = llvm::dyn_cast<MemberExpr>(e)) {
      if (member->isArrow())
        return nullptr;
      e = member->getBase();
    } else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
      if (element->getBase()->getType()->isVectorType()) {
        e = element->getBase();
        continue;
      }
      const auto *decay =
          llvm::dyn_cast<ImplicitCastExpr>(element->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      e = decay->getSubExpr();
    } else if (const auto *op = llvm::dyn_cast<UnaryOperator>(e)) {
      if (op->getOpcode() != UO_Real && op->getOpcode() != UO_Imag &&
          op->getOpcode() != UO_Extension)
        return nullptr;
      e = op->getSubExpr();
    } else if (const auto *choice = llvm::dyn_cast<GenericSelectionExpr>(e)) {
      e = choice->getResultExpr();
    } else {
      return nullptr;
    }
  }
}

const UnaryOperator *halfOf(const Expr *lvalue) {
  const auto *op = llvm::dyn_cast<UnaryOperator>(lvalue->IgnoreParens());
  bool isHalf =
      op && (op->getOpcode() == UO_Real || op->getOpcode() == UO_Imag);
  return isHalf ? op : nullptr;
}

const Expr *halvedVariable(const Expr *lvalue) {
  const UnaryOperator *half = halfOf(lvalue);
  while (half && !half->getSubExpr()->getType()->isAnyComplexType())
    half = halfOf(half->getSubExpr());
  if (!half)
    return nullptr;
  return llvm::dyn_cast<DeclRefExpr>(half->getSubExpr()->IgnoreParens());
}

bool touchesMore(const Expr *lvalue) {
  return lvalue->refersToBitField() || halvedVariable(lvalue);
}

bool namesUnionMember(const Expr *lvalue) {
  for (const Expr *e = lvalue->IgnoreParenImpCasts();;) {
    if (const auto *member = llvm::dyn_cast<MemberExpr>(e)) {
      const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
      if (field && field->getParent()->isUnion())
        return true;
      e = member->getBase()->IgnoreParenImpCasts();
    } else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
      e = element->getBase()->IgnoreParenImpCasts();
    } else if (const auto *op = llvm::dyn_cast<UnaryOperator>(e)) {
      e = op->getSubExpr()->IgnoreParenImpCasts();
    } else {
      return false;
    }
  }
}

} // namespace hocket::frontend
