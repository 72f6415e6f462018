// SPDX-License-Identifier: Apache-2.0
//
// Statements to nodes. Each node's text is what stands in the unit, from its
// label, if it has one, to its `;` or `}`.

#include "frontend/TreeReader.h"

#include "frontend/LocalNames.h"
#include "frontend/Loops.h"
#include "frontend/Selections.h"
#include "frontend/Updates.h"
#include "frontend/floats/FloatSums.h"
#include "frontend/floats/FloatingPoint.h"
#include "frontend/floats/FoldedProducts.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

namespace hocket::frontend {

using namespace clang;
using namespace ir;

NodeId TreeReader::newNode(NodeId parent, TextRange text,
                           clang::SourceLocation location) {
  Node node;
  node.parent = parent;
  node.function = function_;
  node.text = text;
  node.location = unit_.location(location);
  return builder().addNode(std::move(node));
}

/// Sets where the node's text ends.
void TreeReader::close(NodeId id, uint32_t endOfText) {
  Node &node = builder().node(id);
  if (endOfText < node.text.begin)
    throw NotAnalysable{"a construct whose text is out of order"};
  node.text.end = endOfText;
  clang::SourceManager &sources = unit_.ast.getSourceManager();
  clang::SourceLocation last =
      sources.getLocForStartOfFile(sources.getMainFileID())
          .getLocWithOffset(static_cast<int>(endOfText) - 1);
  node.endLine = unit_.location(last).line;
}

NodeId TreeReader::readBody(const CompoundStmt *body) {
  root_ = readBlock(body, NodeId::None);
  settleJumps();
  for (auto [node, loop] : loops_)
    countLoop(unit_, facts_, loop, node);
  return root_;
}

/// A switch over statement kinds.
std::vector<NodeId> TreeReader::readAll(const clang::Stmt *s, NodeId parent) {
  switch (s->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return {};
  case clang::Stmt::CompoundStmtClass:
    return {readBlock(llvm::cast<CompoundStmt>(s), parent)};
  case clang::Stmt::DeclStmtClass:
    return readDeclaration(llvm::cast<DeclStmt>(s), parent);
  case clang::Stmt::IfStmtClass:
    return {readBranch(llvm::cast<IfStmt>(s), parent)};
  case clang::Stmt::ForStmtClass:
    return {readFor(llvm::cast<ForStmt>(s), parent)};
  case clang::Stmt::WhileStmtClass:
    return {readWhile(llvm::cast<WhileStmt>(s), parent)};
  case clang::Stmt::DoStmtClass:
    return {readDo(llvm::cast<DoStmt>(s), parent)};
  case clang::Stmt::SwitchStmtClass:
    return {readSwitch(llvm::cast<SwitchStmt>(s), parent)};
  case clang::Stmt::ReturnStmtClass:
    return {readReturn(llvm::cast<ReturnStmt>(s), parent)};
  case clang::Stmt::BreakStmtClass:
    return {readLeave(s, JumpKind::Break, parent)};
  case clang::Stmt::ContinueStmtClass:
    return {readLeave(s, JumpKind::Continue, parent)};
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
    return {readGoto(s, parent)};
  case clang::Stmt::LabelStmtClass:
    return readLabelled(s, llvm::cast<LabelStmt>(s)->getSubStmt(), parent);
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
    cases_.emplace_back(unit_.begin(s->getBeginLoc()), switch_);
    return readLabelled(s, llvm::cast<SwitchCase>(s)->getSubStmt(), parent);
  case clang::Stmt::AttributedStmtClass:
    return readLabelled(s, llvm::cast<AttributedStmt>(s)->getSubStmt(), parent);
  case clang::Stmt::GCCAsmStmtClass:
    return {readAsm(llvm::cast<GCCAsmStmt>(s), parent)};
  default:
    if (const auto *e = llvm::dyn_cast<clang::Expr>(s))
      return {readExpression(e, parent)};
    throw NotAnalysable{std::string("a ") + s->getStmtClassName()};
  }
}

NodeId TreeReader::readOne(const clang::Stmt *s, NodeId parent) {
  if (llvm::isa<NullStmt>(s))
    return emptyBlock(s, parent);
  // A loop that is another's body stands in a block of its own, as C99 has it:
  // only what stands in one can be a region.
  bool isLoop = llvm::isa<ForStmt, WhileStmt, DoStmt>(s);
  if (isLoop || llvm::isa<DeclStmt, LabelStmt, SwitchCase, AttributedStmt>(s)) {
    // May be several nodes: they share the block.
    NodeId block = newNode(parent,
                           unit_.range(unit_.begin(s->getBeginLoc()),
                                       unit_.begin(s->getBeginLoc())),
                           s->getBeginLoc());
    std::vector<NodeId> children = readAll(s, block);
    close(block, children.empty() ? textEnd(block) : textEnd(children.back()));
    builder().node(block).data = Block{std::move(children)};
    return block;
  }
  if (const auto *e = llvm::dyn_cast<clang::Expr>(s);
      e && unit_.ast.getLangOpts().C99)
    return readExpression(e, parent, /*isBlock=*/true);
  return readAll(s, parent).front();
}

NodeId TreeReader::emptyBlock(const clang::Stmt *s, NodeId parent) {
  NodeId id =
      newNode(parent, unit_.range(s->getSourceRange()), s->getBeginLoc());
  close(id, unit_.end(s->getEndLoc()));
  builder().node(id).data = Block{};
  return id;
}

NodeId TreeReader::readBlock(const CompoundStmt *s, NodeId parent) {
  NodeId id =
      newNode(parent, unit_.range(s->getSourceRange()), s->getBeginLoc());
  close(id, unit_.end(s->getEndLoc()));
  NodeId outer = std::exchange(scope_, id);
  Block block;
  for (const clang::Stmt *child : s->body()) {
    std::vector<NodeId> nodes = readAll(child, id);
    block.children.insert(block.children.end(), nodes.begin(), nodes.end());
  }
  scope_ = outer;
  builder().node(id).data = std::move(block);
  return id;
}

/// A statement behind a label, `case` or attribute: its text begins there.
std::vector<NodeId> TreeReader::readLabelled(const clang::Stmt *label,
                                             const clang::Stmt *inner,
                                             NodeId parent) {
  std::vector<NodeId> nodes;
  if (llvm::isa<NullStmt>(inner))
    nodes.push_back(emptyBlock(inner, parent));
  else
    nodes = readAll(inner, parent);
  uint32_t begin = unit_.begin(label->getBeginLoc());
  if (!nodes.empty())
    builder().node(nodes.front()).text.begin = begin;
  return nodes;
}

StmtId TreeReader::finish(StmtReader &reader, StmtKind kind, TextRange text,
                          clang::SourceLocation location) {
  ir::Stmt stmt = std::move(reader.stmt);
  stmt.kind = kind;
  stmt.text = text;
  stmt.location = unit_.location(location);
  return builder().addStmt(std::move(stmt));
}

StmtId TreeReader::readStmt(StmtKind kind, const clang::Expr *e) {
  StmtReader reader(unit_, scope_);
  if (kind == StmtKind::Expression && !isAssignmentOrCall(e))
    reader.discard(e);
  else
    reader.stmt.value = e->isGLValue() ? reader.address(e) : reader.value(e);
  reader.stmt.usesLocalName |= usesLocalName(e);
  reader.stmt.computesFloats = computesFloats(e);
  reader.stmt.foldsProducts = namesAny(e, unit_.foldedProducts);
  reader.stmt.knowsProducts = namesAny(e, unit_.knownProducts);
  reader.stmt.multipliesComplex = multipliesComplex(e);
  if (reader.stmt.computesFloats)
    reader.stmt.floats = findFloatSums(unit_, e);
  if (kind == StmtKind::Expression)
    reader.stmt.update = findUpdate(unit_, e, reader.stmt);
  return finish(reader, kind, unit_.range(e->getSourceRange()),
                e->getBeginLoc());
}

/// \param isBlock what a loop or branch does is a block of its own (C11
/// 6.8.4, 6.8.5), where storage of compound literals ends.
NodeId TreeReader::readExpression(const clang::Expr *e, NodeId parent,
                                  bool isBlock) {
  TextRange text = unit_.range(e->getSourceRange());
  NodeId id = newNode(parent, text, e->getBeginLoc());
  close(id, unit_.pastSemicolon(text.end));
  NodeId outer = std::exchange(scope_, isBlock ? id : scope_);
  StmtId stmt = readStmt(StmtKind::Expression, e);
  scope_ = outer;
  builder().node(id).data = Leaf{stmt};
  return id;
}

NodeId TreeReader::readAsm(const AsmStmt *s, NodeId parent) {
  TextRange text = unit_.range(s->getSourceRange());
  // An AsmStmt's own getBeginLoc knows nothing.
  clang::SourceLocation at = s->getSourceRange().getBegin();
  NodeId id = newNode(parent, text, at);
  close(id, unit_.pastSemicolon(text.end));
  StmtReader reader(unit_, scope_);
  reader.readAsm(s);
  StmtId stmt = finish(reader, StmtKind::Expression, text, at);
  builder().node(id).data = Leaf{stmt};
  return id;
}

namespace {

/// Nothing outside names what it declares, or jumps into it.
bool isSelfContained(const clang::Stmt *s) {
  return !s || (!llvm::isa<DeclStmt, LabelStmt, SwitchCase>(s) &&
                std::all_of(s->child_begin(), s->child_end(), isSelfContained));
}

/// Its text ends behind a semicolon that is no part of it for Clang.
bool isWithSemicolon(const clang::Stmt *s) {
  return llvm::isa<clang::Expr, ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(
      s);
}

/// What compilers may find different values of: `__builtin_constant_p`, and
/// floating point in registers that are wider than its type.
bool mayDiffer(const clang::Stmt *s) {
  if (!s)
    return false;
  const auto *e = llvm::dyn_cast<clang::Expr>(s);
  return llvm::isa<CallExpr>(s) || (e && e->getType()->isFloatingType()) ||
         std::any_of(s->child_begin(), s->child_end(), mayDiffer);
}

/// What a condition always is. Of `DEBUG && x > limit` the first operand
/// decides.
std::optional<bool> constantTruth(const ASTContext &ast,
                                  const clang::Expr *condition) {
  condition = condition->IgnoreParens();
  const auto *op = llvm::dyn_cast<BinaryOperator>(condition);
  if (op && op->isLogicalOp()) {
    bool decides = op->getOpcode() == BO_LOr;
    std::optional<bool> left = constantTruth(ast, op->getLHS());
    if (!left || *left == decides)
      return left;
    return constantTruth(ast, op->getRHS());
  }
  clang::Expr::EvalResult value;
  if (mayDiffer(condition) ||
      !condition->EvaluateAsInt(value, ast, clang::Expr::SE_NoSideEffects))
    return std::nullopt;
  return value.Val.getInt().getBoolValue();
}

/// `if (VERBOSE)` with a constant: which side never runs, if its text can be
/// passed over.
const clang::Stmt *deadSide(const ASTContext &ast, const IfStmt *s) {
  std::optional<bool> truth = constantTruth(ast, s->getCond());
  if (!truth)
    return nullptr;
  const clang::Stmt *dead = *truth ? s->getElse() : s->getThen();
  bool isSimple =
      dead && (llvm::isa<CompoundStmt>(dead) || isWithSemicolon(dead));
  return isSimple && isSelfContained(dead) ? dead : nullptr;
}

} // namespace

/// The text stands there, and does nothing.
NodeId TreeReader::passOver(const clang::Stmt *s, NodeId parent) {
  NodeId id = emptyBlock(s, parent);
  if (isWithSemicolon(s))
    close(id, unit_.pastSemicolon(textEnd(id)));
  return id;
}

NodeId TreeReader::readBranch(const IfStmt *s, NodeId parent) {
  uint32_t begin = unit_.begin(s->getBeginLoc());
  NodeId id = newNode(parent, unit_.range(begin, begin), s->getBeginLoc());
  Branch branch;
  branch.condition = readStmt(StmtKind::Condition, s->getCond());
  const clang::Stmt *dead = deadSide(unit_.ast, s);
  auto readSide = [&](const clang::Stmt *side) {
    return side == dead ? passOver(side, id) : readOne(side, id);
  };
  branch.thenNode = readSide(s->getThen());
  uint32_t end = textEnd(branch.thenNode);
  if (s->getElse()) {
    branch.elseNode = readSide(s->getElse());
    end = textEnd(branch.elseNode);
  }
  close(id, end);
  branch.update = findBranchUpdate(unit_, s, branch);
  branch.selection = findSelection(unit_, s);
  builder().node(id).data = std::move(branch);
  return id;
}

NodeId TreeReader::readReturn(const ReturnStmt *s, NodeId parent) {
  TextRange text = unit_.range(s->getSourceRange());
  NodeId id = newNode(parent, text, s->getBeginLoc());
  close(id, unit_.pastSemicolon(text.end));
  Jump jump;
  jump.kind = JumpKind::Return;
  if (const clang::Expr *value = s->getRetValue()) {
    jump.value = readStmt(StmtKind::ReturnValue, value);
    ExprId result = builder().stmt(jump.value).value;
    if (isValid(result))
      builder().function(function_).results.push_back(result);
  }
  builder().node(id).data = jump;
  return id;
}

NodeId TreeReader::readLeave(const clang::Stmt *s, JumpKind kind,
                             NodeId parent) {
  TextRange text = unit_.range(s->getSourceRange());
  NodeId id = newNode(parent, text, s->getBeginLoc());
  close(id, unit_.pastSemicolon(text.end));
  builder().node(id).data = Jump{kind, StmtId::None};
  return id;
}

NodeId TreeReader::readGoto(const clang::Stmt *s, NodeId parent) {
  NodeId id = readLeave(s, JumpKind::Goto, parent);
  if (const auto *computed = llvm::dyn_cast<IndirectGotoStmt>(s)) {
    StmtId target = readStmt(StmtKind::Condition, computed->getTarget());
    builder().stmt(target).isOpaque = true;
    builder().node(id).data = Jump{JumpKind::Goto, target};
  }
  return id;
}

/// The controlling expression is a leaf of its own; the body follows.
NodeId TreeReader::readSwitch(const SwitchStmt *s, NodeId parent) {
  uint32_t begin = unit_.begin(s->getBeginLoc());
  NodeId id = newNode(parent, unit_.range(begin, begin), s->getBeginLoc());
  switches_.insert(id);
  TextRange text = unit_.range(s->getCond()->getSourceRange());
  NodeId condition = newNode(id, text, s->getCond()->getBeginLoc());
  close(condition, text.end);
  StmtId stmt = readStmt(StmtKind::Condition, s->getCond());
  builder().node(condition).data = Leaf{stmt};

  NodeId outer = std::exchange(switch_, id);
  NodeId body = readOne(s->getBody(), id);
  switch_ = outer;
  close(id, textEnd(body));
  builder().node(id).data = Opaque{"a switch", {condition, body}};
  return id;
}

} // namespace hocket::frontend
