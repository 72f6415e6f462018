// SPDX-License-Identifier: Apache-2.0
//
// Reads the body of one function into nodes.
#pragma once

#include "frontend/StmtReader.h"
#include "frontend/unit/FunctionFacts.h"
#include "frontend/unit/UnitReader.h"

#include "clang/AST/Stmt.h"

#include <optional>

namespace hocket::frontend {

/// Reads one function's body. long: a method for each kind of statement, and
/// they read each other.
class TreeReader {
public:
  TreeReader(UnitReader &unit, const FunctionFacts &facts, ir::FunctionId id)
      : unit_(unit), facts_(facts), function_(id) {}

  /// The tree of a body. Throws NotAnalysable.
  ir::NodeId readBody(const clang::CompoundStmt *body);

private:
  // --- Statements.cpp ---
  /// Nodes for one statement (none for an empty one, several for a
  /// declaration of several variables).
  std::vector<ir::NodeId> readAll(const clang::Stmt *s, ir::NodeId parent);
  /// Exactly one node.
  ir::NodeId readOne(const clang::Stmt *s, ir::NodeId parent);
  ir::NodeId readBlock(const clang::CompoundStmt *s, ir::NodeId parent);
  ir::NodeId readExpression(const clang::Expr *e, ir::NodeId parent,
                            bool isBlock = false);
  ir::NodeId readAsm(const clang::AsmStmt *s, ir::NodeId parent);
  ir::NodeId readBranch(const clang::IfStmt *s, ir::NodeId parent);
  ir::NodeId readReturn(const clang::ReturnStmt *s, ir::NodeId parent);
  ir::NodeId readGoto(const clang::Stmt *s, ir::NodeId parent);
  ir::NodeId readLeave(const clang::Stmt *s, ir::JumpKind kind,
                       ir::NodeId parent);
  ir::NodeId readSwitch(const clang::SwitchStmt *s, ir::NodeId parent);
  ir::NodeId emptyBlock(const clang::Stmt *s, ir::NodeId parent);
  ir::NodeId passOver(const clang::Stmt *s, ir::NodeId parent);
  std::vector<ir::NodeId> readLabelled(const clang::Stmt *label,
                                       const clang::Stmt *inner,
                                       ir::NodeId parent);
  std::vector<ir::NodeId> readDeclaration(const clang::DeclStmt *s,
                                          ir::NodeId parent);

  ir::StmtId readDeclarator(const clang::VarDecl *var);
  ir::StmtId otherDeclaration(const clang::DeclStmt *s);
  ir::StmtId readStmt(ir::StmtKind kind, const clang::Expr *e);
  ir::StmtId finish(StmtReader &reader, ir::StmtKind kind, ir::TextRange text,
                    clang::SourceLocation location);
  uint32_t declaratorBegin(const clang::VarDecl *var) const;

  // --- Irregular.cpp ---
  /// After the tree is complete: puts what labels and their gotos span into
  /// Opaques, then sets `exits` and `hasLabel` everywhere.
  void settleJumps();
  void encloseSpan(const LabelFacts &label);
  void encloseNode(ir::NodeId node, const std::string &reason);
  void encloseChildren(ir::NodeId block, std::size_t first, std::size_t last,
                       const std::string &reason);
  ir::NodeId smallestNodeOf(const std::vector<uint32_t> &positions) const;
  ir::Exits computeExits(ir::NodeId node);

  // --- Loops.cpp ---
  ir::NodeId readFor(const clang::ForStmt *s, ir::NodeId parent);
  ir::NodeId readWhile(const clang::WhileStmt *s, ir::NodeId parent);
  ir::NodeId readDo(const clang::DoStmt *s, ir::NodeId parent);
  ir::StmtId readInit(const clang::Stmt *init, ir::TextRange &text);

  ir::NodeId newNode(ir::NodeId parent, ir::TextRange text,
                     clang::SourceLocation location);
  void close(ir::NodeId node, uint32_t endOfText);
  ProgramBuilder &builder() { return unit_.builder; }
  uint32_t textEnd(ir::NodeId node) const {
    return unit_.builder.program.nodes[index(node)].text.end;
  }

  UnitReader &unit_;
  const FunctionFacts &facts_;
  const ir::FunctionId function_;
  ir::NodeId scope_ =
      ir::NodeId::None; ///< innermost C block: Block, Loop, Leaf
  ir::NodeId root_ = ir::NodeId::None;
  ir::NodeId switch_ = ir::NodeId::None; ///< innermost around what is read
  std::set<ir::NodeId> switches_;
  /// Positions of `case` and `default`, each with its switch.
  std::vector<std::pair<uint32_t, ir::NodeId>> cases_;
  /// Whether these are counted is decided when the tree is complete.
  std::vector<std::pair<ir::NodeId, const clang::Stmt *>> loops_;
};

} // namespace hocket::frontend
