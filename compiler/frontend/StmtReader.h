// SPDX-License-Identifier: Apache-2.0
//
// Reads one statement: walks its expressions in an order of evaluation that C
// allows and appends what they do to memory.
//
// The expressions that result speak of memory on entry to the statement. So the
// reader remembers what the statement itself has changed: a local scalar that
// was assigned stands for its new value, anything else that may have changed is
// Unknown. What the statement's *calls* change is not known here: a reader of
// the IR has to see whether they may write what an address is computed from.
#pragma once

#include "frontend/unit/UnitReader.h"

#include "clang/AST/Stmt.h"

#include <map>
#include <set>

namespace hocket::frontend {

/// Reads one statement. long: a method for each kind of expression, and they
/// read each other; the files are by theme.
class StmtReader {
public:
  StmtReader(UnitReader &unit, ir::NodeId scope) : unit_(unit), scope_(scope) {}

  /// What has been read so far; taken when the statement is complete.
  ir::Stmt stmt;

  /// Evaluates for the value. Aggregates give a Load with bits 0.
  ir::ExprId value(const clang::Expr *e);
  /// Evaluates for the side effects alone.
  void discard(const clang::Expr *e);
  /// Evaluates an lvalue for its address.
  ir::ExprId address(const clang::Expr *e);
  /// A local declaration: its sizes and its initializer.
  void declare(const clang::VarDecl *var);
  /// The size expressions of a variably modified type.
  void evaluateSizes(clang::QualType type);
  /// Operands of an asm statement.
  void readAsm(const clang::AsmStmt *statement);

private:
  // --- Values.cpp ---
  ir::ExprId castValue(const clang::CastExpr *e);
  ir::ExprId binaryValue(const clang::BinaryOperator *e);
  ir::ExprId arithmetic(clang::BinaryOperatorKind op, clang::QualType type,
                        ir::ExprId left, clang::QualType leftType,
                        ir::ExprId right, clang::QualType rightType);
  ir::ExprId pointerSum(ir::ExprId base, ir::ExprId index,
                        clang::QualType element, bool isNegative);
  ir::ExprId integerOp(ir::ExprKind kind, Shape shape, ir::ExprId left,
                       ir::ExprId right);
  ir::ExprId comparison(clang::BinaryOperatorKind op, clang::QualType type,
                        ir::ExprId left, ir::ExprId right);
  ir::ExprId unaryValue(const clang::UnaryOperator *e);
  ir::ExprId conditionalValue(const clang::AbstractConditionalOperator *e);
  ir::ExprId sizeofValue(const clang::UnaryExprOrTypeTraitExpr *e);
  ir::ExprId constantOr(const clang::Expr *e, bool mayEvaluate);
  ir::ExprId truth(ir::ExprId value);
  ir::ExprId typeSize(clang::QualType type);
  bool isStable(ir::ExprId expr);
  ir::ExprId readThrough(const clang::Expr *lvalue);
  ir::ExprId loadFrom(ir::ExprId address, clang::QualType type);
  ir::ExprId partialValue(const clang::Expr *lvalue, ir::ExprId where);
  ir::ExprId unknownOf(const clang::Expr *e,
                       std::vector<ir::ExprId> operands = {});

  // --- Addresses.cpp ---
  ir::ExprId addressTaken(const clang::Expr *lvalue);
  ir::ExprId halfAddress(const clang::UnaryOperator *half);
  ir::ExprId memberAddress(const clang::MemberExpr *e);
  ir::ExprId elementAddress(const clang::ArraySubscriptExpr *e,
                            bool isAccessed);
  /// Bytes that an access through `lvalue` touches; 0: unknown.
  uint64_t accessSize(const clang::Expr *lvalue);

  // --- Assignments.cpp ---
  ir::ExprId assign(const clang::BinaryOperator *e);
  ir::ExprId compoundAssign(const clang::CompoundAssignOperator *e);
  void noteAssigned(const clang::BinaryOperator *e);
  ir::ExprId increment(const clang::UnaryOperator *e);
  void read(ir::ExprId address, const clang::Expr *lvalue);
  void write(ir::ExprId address, const clang::Expr *lvalue, ir::ExprId value);
  void writeBytes(ir::ExprId address, uint64_t size, clang::QualType type,
                  ir::ExprId value, ir::TextRange text,
                  const SourceLocation &location);
  void addAccess(ir::Access access);
  void noteWrite(const ir::Access &access);
  void forgetVisible();
  /// Runs `fn`, which reads what may not be evaluated.
  template <typename Fn> void conditionally(Fn fn) {
    std::map<ir::ObjectId, ir::ExprId> before = current_;
    ++conditional_;
    fn();
    --conditional_;
    // What it assigned has one of two values afterwards.
    for (auto &[object, now] : current_)
      if (auto old = before.find(object);
          old == before.end() || old->second != now)
        now = builder().unknown(builder().shapeOf(now));
  }

  // --- Initializers.cpp ---
  void initialize(ir::ExprId address, clang::QualType type,
                  const clang::Expr *init, ir::TextRange text);
  void initializeBits(ir::ExprId where, const clang::FieldDecl *field,
                      const clang::Expr *init, ir::TextRange text);
  void initializeParts(ir::ExprId address, const clang::InitListExpr *list,
                       ir::TextRange text);

  // --- Calls.cpp ---
  ir::ExprId callValue(const clang::CallExpr *e);
  std::optional<ir::ExprId> builtinCall(const clang::CallExpr *e,
                                        const clang::FunctionDecl *callee);
  ir::ExprId emitCall(const clang::CallExpr *e,
                      const clang::FunctionDecl *callee,
                      const std::vector<unsigned> &dropped);
  ir::ExprId overflowBuiltin(const clang::CallExpr *e);
  ir::ExprId argumentList(const clang::Expr *list);
  void accessList(ir::AccessKind kind, ir::ExprId list, ir::ExprId value,
                  const clang::Expr *e);
  ir::ExprId listedPointer(ir::ExprId list);
  void argumentListCall(const clang::CallExpr *e, llvm::StringRef name);
  ir::ExprId nextArgument(const clang::VAArgExpr *e);

  // --- StatementExpressions.cpp ---
  ir::ExprId statementExpression(const clang::StmtExpr *e);
  void flatten(const clang::Stmt *statement, unsigned loopDepth);
  void declareAll(const clang::DeclStmt *statement);

  ir::TextRange rangeOf(const clang::Expr *e) const {
    return unit_.range(e->getSourceRange());
  }
  SourceLocation locationOf(const clang::Expr *e) const {
    return unit_.location(e->getBeginLoc());
  }
  bool isVisibleToPointers(ir::ObjectId object) const;
  bool mayHaveChanged(ir::ExprId address) const;
  ProgramBuilder &builder() { return unit_.builder; }

  UnitReader &unit_;
  const ir::NodeId scope_;
  unsigned conditional_ =
      0; ///< > 0: may not be evaluated when the statement runs
  /// New values of scalars that the statement has assigned.
  std::map<ir::ObjectId, ir::ExprId> current_;
  std::set<ir::ObjectId> changed_; ///< variables, or parts of them
  bool memoryChanged_ = false;     ///< Loads are no longer those on entry
  bool aliasedChanged_ = false;    ///< nor variables that pointers may reach
  bool nothingKnown_ = false; ///< inside irregular control: no value is known
  std::map<const clang::Expr *, ir::ExprId> opaqueValues_;
  bool resultIsUsed_ = true; ///< of the expression about to be evaluated
};

} // namespace hocket::frontend
