// SPDX-License-Identifier: Apache-2.0
//
// GNU statement expressions. Their statements become part of the statement they
// stand in. With branches or loops inside, everything from there on is
// conditional and no value is known; a jump out of one cannot be described.

#include "frontend/StmtReader.h"

#include "clang/AST/Stmt.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

void StmtReader::declareAll(const DeclStmt *statement) {
  for (const Decl *decl : statement->decls())
    if (const auto *var = llvm::dyn_cast<VarDecl>(decl))
      declare(var);
}

/// A switch over statement kinds.
void StmtReader::flatten(const clang::Stmt *s, unsigned loopDepth) {
  if (!s || llvm::isa<NullStmt>(s))
    return;
  if (const auto *e = llvm::dyn_cast<clang::Expr>(s))
    return discard(e);
  if (const auto *declaration = llvm::dyn_cast<DeclStmt>(s))
    return declareAll(declaration);
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(s)) {
    for (const clang::Stmt *child : block->body())
      flatten(child, loopDepth);
    return;
  }
  if (const auto *attributed = llvm::dyn_cast<AttributedStmt>(s))
    return flatten(attributed->getSubStmt(), loopDepth);
  if (const auto *assembly = llvm::dyn_cast<AsmStmt>(s))
    return readAsm(assembly);
  if (llvm::isa<BreakStmt, ContinueStmt>(s) && loopDepth > 0)
    return;
  bool isLoop = llvm::isa<ForStmt, WhileStmt, DoStmt>(s);
  if (!isLoop && !llvm::isa<IfStmt>(s))
    throw NotAnalysable{"a jump or label in a statement expression"};
  // From here on nothing is sure: the statements may run any number of times.
  nothingKnown_ = true;
  ++conditional_;
  for (const clang::Stmt *child : s->children())
    flatten(child, loopDepth + isLoop);
  if (!isLoop)
    --conditional_;
}

ExprId StmtReader::statementExpression(const StmtExpr *e) {
  const CompoundStmt *body = e->getSubStmt();
  const clang::Stmt *last = body->getStmtExprResult();
  ExprId result = ExprId::None;
  for (const clang::Stmt *child : body->body()) {
    const auto *valued = llvm::dyn_cast<clang::Expr>(child);
    if (child == last && valued && !e->getType()->isVoidType())
      result = valued->isGLValue() ? address(valued) : value(valued);
    else
      flatten(child, 0);
  }
  return isValid(result) ? result : unknownOf(e);
}

} // namespace hocket::frontend
