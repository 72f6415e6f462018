// SPDX-License-Identifier: Apache-2.0

#include "frontend/LocalNames.h"

#include "frontend/unit/UnitReader.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

namespace hocket::frontend {

using namespace clang;

namespace {

class LocalNameFinder : public RecursiveASTVisitor<LocalNameFinder> {
public:
  bool VisitTagTypeLoc(TagTypeLoc loc) {
    found |= UnitReader::isLocalType(loc.getType());
    return !found;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc loc) {
    found |= UnitReader::isLocalType(loc.getType());
    return !found;
  }
  bool VisitDeclRefExpr(DeclRefExpr *ref) {
    if (const auto *constant = llvm::dyn_cast<EnumConstantDecl>(ref->getDecl()))
      found |= llvm::cast<EnumDecl>(constant->getDeclContext())
                   ->getParentFunctionOrMethod() != nullptr;
    return !found;
  }
  bool VisitTagDecl(TagDecl *) { // declared in place
    found = true;
    return false;
  }
  /// Storage that ends with the block around it must not be left behind.
  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *literal) {
    found |= !copied_.contains(literal);
    return !found;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue)
      copied_.insert(cast->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *) {
    found = true;
    return false;
  }

  bool found = false;

private:
  std::set<const Expr *> copied_;
};

} // namespace

bool usesLocalName(const Expr *e) {
  LocalNameFinder finder;
  finder.TraverseStmt(const_cast<Expr *>(e));
  return finder.found;
}

bool usesLocalName(const VarDecl *var) {
  LocalNameFinder finder;
  finder.TraverseDecl(const_cast<VarDecl *>(var));
  return finder.found || UnitReader::isLocalType(var->getType());
}

} // namespace hocket::frontend
