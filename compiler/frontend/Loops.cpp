// SPDX-License-Identifier: Apache-2.0
//
// Loops to nodes.

#include "frontend/Loops.h"

#include "frontend/LocalNames.h"
#include "frontend/TreeReader.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

/// The init of a for loop. A declaration of several variables is one statement
/// that declares the first.
StmtId TreeReader::readInit(const clang::Stmt *init, TextRange &text) {
  text = unit_.range(init->getSourceRange());
  if (const auto *e = llvm::dyn_cast<clang::Expr>(init))
    return readStmt(StmtKind::Expression, e);
  const auto *declaration = llvm::cast<DeclStmt>(init);
  --text.end; // the semicolon
  if (declaration->isSingleDecl())
    if (const auto *var = llvm::dyn_cast<VarDecl>(declaration->getSingleDecl()))
      return readDeclarator(var);
  StmtReader reader(unit_, scope_);
  for (const Decl *decl : declaration->decls()) {
    const auto *var = llvm::dyn_cast<VarDecl>(decl);
    if (!var || var->hasLinkage())
      continue;
    reader.declare(var);
    if (!isValid(reader.stmt.declares))
      reader.stmt.declares = unit_.object(var);
    reader.stmt.usesLocalName |= usesLocalName(var);
  }
  reader.stmt.value = ExprId::None;
  return finish(reader, StmtKind::Declaration, text, init->getBeginLoc());
}

NodeId TreeReader::readFor(const ForStmt *s, NodeId parent) {
  uint32_t begin = unit_.begin(s->getBeginLoc());
  NodeId id = newNode(parent, unit_.range(begin, begin), s->getBeginLoc());
  NodeId outer = std::exchange(scope_, id);
  ir::Loop loop;
  loop.form = LoopForm::For;
  if (s->getInit())
    loop.init = readInit(s->getInit(), loop.initText);
  if (s->getCond()) {
    loop.condition = readStmt(StmtKind::Condition, s->getCond());
    loop.conditionText = unit_.range(s->getCond()->getSourceRange());
  }
  if (s->getInc()) {
    loop.step = readStmt(StmtKind::Expression, s->getInc());
    loop.stepText = unit_.range(s->getInc()->getSourceRange());
  }
  loop.body = readOne(s->getBody(), id);
  scope_ = outer;
  close(id, textEnd(loop.body));
  loop.notCounted = "not yet decided";
  builder().node(id).data = std::move(loop);
  loops_.emplace_back(id, s);
  return id;
}

NodeId TreeReader::readWhile(const WhileStmt *s, NodeId parent) {
  uint32_t begin = unit_.begin(s->getBeginLoc());
  NodeId id = newNode(parent, unit_.range(begin, begin), s->getBeginLoc());
  NodeId outer = std::exchange(scope_, id);
  ir::Loop loop;
  loop.form = LoopForm::While;
  loop.condition = readStmt(StmtKind::Condition, s->getCond());
  loop.conditionText = unit_.range(s->getCond()->getSourceRange());
  loop.body = readOne(s->getBody(), id);
  scope_ = outer;
  close(id, textEnd(loop.body));
  loop.notCounted = "not yet decided";
  builder().node(id).data = std::move(loop);
  loops_.emplace_back(id, s);
  return id;
}

NodeId TreeReader::readDo(const DoStmt *s, NodeId parent) {
  TextRange text = unit_.range(s->getSourceRange());
  NodeId id = newNode(parent, text, s->getBeginLoc());
  NodeId outer = std::exchange(scope_, id);
  ir::Loop loop;
  loop.form = LoopForm::Do;
  loop.body = readOne(s->getBody(), id);
  loop.condition = readStmt(StmtKind::Condition, s->getCond());
  loop.conditionText = unit_.range(s->getCond()->getSourceRange());
  scope_ = outer;
  close(id, unit_.pastSemicolon(text.end));
  loop.notCounted = "not yet decided";
  builder().node(id).data = std::move(loop);
  loops_.emplace_back(id, s);
  return id;
}

} // namespace hocket::frontend
