// SPDX-License-Identifier: Apache-2.0
//
// Local declarations. `int a = 1, *b = &a;` becomes one leaf for each variable;
// all of them have the whole declaration as the text of their node, and their
// own declarator as the text of their statement. A declaration without a
// variable of the function (a typedef, a tag, something extern) is one leaf
// that declares nothing.

#include "frontend/LocalNames.h"
#include "frontend/TreeReader.h"
#include "frontend/floats/FloatSums.h"
#include "frontend/floats/FloatingPoint.h"
#include "frontend/floats/FoldedProducts.h"
#include "frontend/unit/InitialNumbers.h"

#include "clang/AST/TypeLoc.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

/// Where the declarator of `var` begins: at its name, or at what stands before
/// it, as in `*p` or `(*a)[3]`.
uint32_t TreeReader::declaratorBegin(const VarDecl *var) const {
  uint32_t begin = unit_.begin(var->getLocation());
  if (!var->getTypeSourceInfo())
    return begin;
  TypeLoc loc = var->getTypeSourceInfo()->getTypeLoc();
  while (!loc.isNull()) {
    clang::SourceLocation at;
    if (auto pointer = loc.getAs<PointerTypeLoc>())
      at = pointer.getStarLoc();
    else if (auto paren = loc.getAs<ParenTypeLoc>())
      at = paren.getLParenLoc();
    else if (!loc.getAs<ArrayTypeLoc>() && !loc.getAs<FunctionTypeLoc>() &&
             !loc.getAs<QualifiedTypeLoc>() && !loc.getAs<AttributedTypeLoc>())
      break;
    if (at.isValid() && unit_.isInText(at))
      begin = std::min(begin, unit_.begin(at));
    loc = loc.getNextTypeLoc();
  }
  return begin;
}

StmtId TreeReader::readDeclarator(const VarDecl *var) {
  StmtReader reader(unit_, scope_);
  reader.declare(var);
  if (var->isStaticLocal()) {
    unit_.readInitialPointers(unit_.object(var), var);
    noteInitialNumbers(unit_, unit_.object(var), var);
  }
  if (!var->getType()->isScalarType())
    reader.stmt.value = ExprId::None;
  uint32_t begin = declaratorBegin(var);
  uint32_t end = unit_.end(var->getEndLoc());
  reader.stmt.declares = unit_.object(var);
  if (const clang::Expr *init = var->getInit();
      init && !var->isStaticLocal() && var->getType()->isScalarType() &&
      !llvm::isa<InitListExpr>(init))
    reader.stmt.initText = unit_.range(init->getSourceRange());
  reader.stmt.usesLocalName |= usesLocalName(var);
  reader.stmt.computesFloats = computesFloats(var->getInit());
  reader.stmt.foldsProducts = namesAny(var->getInit(), unit_.foldedProducts);
  reader.stmt.knowsProducts = namesAny(var->getInit(), unit_.knownProducts);
  reader.stmt.multipliesComplex = multipliesComplex(var->getInit());
  if (reader.stmt.computesFloats)
    reader.stmt.floats = findFloatSums(unit_, var->getInit(), var);
  return finish(reader, StmtKind::Declaration, unit_.range(begin, end),
                var->getLocation());
}

/// Typedefs, tags, prototypes, extern declarations.
StmtId TreeReader::otherDeclaration(const DeclStmt *s) {
  StmtReader reader(unit_, scope_);
  for (const Decl *decl : s->decls())
    if (const auto *name = llvm::dyn_cast<TypedefNameDecl>(decl))
      reader.evaluateSizes(name->getUnderlyingType());
  reader.stmt.usesLocalName = true;
  TextRange text = unit_.range(s->getSourceRange());
  if (text.end > text.begin)
    --text.end; // the semicolon
  return finish(reader, StmtKind::Declaration, text, s->getBeginLoc());
}

std::vector<NodeId> TreeReader::readDeclaration(const DeclStmt *s,
                                                NodeId parent) {
  TextRange text = unit_.range(s->getSourceRange());
  std::vector<NodeId> nodes;
  auto addLeaf = [&](StmtId stmt) {
    NodeId id = newNode(parent, text, s->getBeginLoc());
    close(id, text.end);
    builder().node(id).location = builder().stmt(stmt).location;
    builder().node(id).data = Leaf{stmt};
    nodes.push_back(id);
  };
  for (const Decl *decl : s->decls()) {
    const auto *var = llvm::dyn_cast<VarDecl>(decl);
    if (!var || var->hasLinkage())
      continue;
    addLeaf(readDeclarator(var));
  }
  if (nodes.empty())
    addLeaf(otherDeclaration(s));
  return nodes;
}

} // namespace hocket::frontend
