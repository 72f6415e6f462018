// SPDX-License-Identifier: Apache-2.0
//
// Copies the body of one called function below its call: private to
// SeeThroughCalls.
#pragma once

#include "ir/Program.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::analysis {

/// Copies one call. A new one for each.
class CallCopier {
public:
  /// \param node the Leaf or Branch whose statement has the call.
  CallCopier(ir::Program &program, ir::NodeId node, unsigned position);

  /// Every argument can be said, and the types fit.
  bool canBind() const;
  /// The copy, a child of `parent`: a Block, or for a call that need not happen
  /// a Branch around it. The call site is marked.
  ir::NodeId copy(ir::NodeId parent);

private:
  ir::NodeId newNode(ir::NodeId parent, const ir::TextRange &text);
  ir::NodeId newLeaf(ir::NodeId parent, ir::Stmt stmt);
  ir::ExprId newExpr(ir::Expr expr);
  ir::StmtId newStmt(ir::Stmt stmt);
  ir::ExprId addressOf(ir::ObjectId object);

  void findResult();
  ir::ObjectId newObject(ir::ObjectId original);
  ir::NodeId guard(ir::NodeId parent);
  void bindParameters(ir::NodeId block);
  ir::Access bindAccess(ir::ObjectId param, std::size_t position);
  void addReadsOfCaller(ir::Stmt &stmt);

  /// An expression of the calling statement as it is when the callee starts.
  ir::ExprId bound(ir::ExprId expr);
  /// It is computed from the result of a call that has no copy. \param orNumber
  /// also from a number that cannot hold a pointer, which may be Unknown.
  bool needsUnseen(ir::ExprId expr, bool orNumber) const;

  ir::NodeId copyNode(ir::NodeId original, ir::NodeId parent);
  ir::NodeId copyTail(ir::NodeId original, ir::NodeId parent);
  void copyChildren(const std::vector<ir::NodeId> &children, std::size_t from,
                    ir::NodeId block);
  ir::NodeId copyReturn(ir::NodeId original, ir::NodeId parent);
  bool fallsThrough(ir::NodeId node) const;
  ir::NodeId shell(ir::NodeId original, ir::NodeId parent);
  void inheritReturns(ir::NodeId node);

  ir::StmtId copyStmt(ir::StmtId original);
  ir::StmtId copyOptional(ir::StmtId original);
  ir::CallSite copyCall(const ir::CallSite &original);
  std::optional<ir::Update> copyUpdate(const std::optional<ir::Update> &update);
  ir::Counted copyCounted(const ir::Counted &counted);
  ir::ObjectId heapOf(ir::ObjectId own) const;
  ir::ObjectId mapped(ir::ObjectId object);
  ir::ExprId mapped(ir::ExprId expr);

  ir::Program &p_;
  ir::NodeId node_;                     ///< that holds the call
  ir::StmtId caller_;                   ///< its statement
  unsigned position_;                   ///< of the call in it
  ir::CallSite site_;                   ///< a copy: the vectors move
  ir::NodeId block_ = ir::NodeId::None; ///< the copy
  ir::ObjectId result_ = ir::ObjectId::None;
  std::map<ir::ObjectId, ir::ObjectId> objects_;
  std::map<ir::ExprId, ir::ExprId> exprs_;
  std::map<ir::ExprId, ir::ExprId> bound_;
  std::map<ir::NodeId, ir::NodeId> nodes_; ///< scopes
};

} // namespace hocket::analysis
