// SPDX-License-Identifier: Apache-2.0
//
// Copies the nodes of a called function for one of its calls: private to
// CallCopier.
//
// Nodes and statements are copied one by one; variables of the callee get
// clones whose scope is the copy. What changes shape is `return`: at the end of
// the body it only sets the result, and `if (c) return; rest` becomes `if (c) ;
// else rest`, so that conditions say when what follows runs. Any other return
// stays a Jump out of the copy.
#pragma once

#include "ir/CallInstance.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::analysis {

/// A node of the copy that is none of the callee's; `text` says what it does.
ir::NodeId newNode(ir::Program &program, const ir::CallInstance &call,
                   ir::NodeId parent, const ir::TextRange &text);

/// A variable of the caller that stands for the callee's in this call; noted
/// in `call.objects`.
ir::ObjectId newClone(ir::Program &program, ir::CallInstance &call,
                      ir::ObjectId original);

/// The address of a variable, as an expression of the call's statement.
ir::ExprId addressOf(ir::Program &program, const ir::CallInstance &call,
                     ir::ObjectId object);

class BodyCopier {
public:
  /// \param call with its copy and result, and clones of the parameters; gets
  /// what stands for the callee's other variables and its nodes.
  BodyCopier(ir::Program &program, ir::CallInstance &call);

  /// A copy of the callee's body below `parent`.
  ir::NodeId copyBody(ir::NodeId parent);

private:
  ir::NodeId copyNode(ir::NodeId original, ir::NodeId parent);
  ir::NodeId copyTail(ir::NodeId original, ir::NodeId parent);
  void copyChildren(const std::vector<ir::NodeId> &children, std::size_t from,
                    ir::NodeId block);
  ir::NodeId copyReturn(ir::NodeId original, ir::NodeId parent);
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
  ir::CallInstance &call_;
  /// Of the call: the callee's heap objects, and how they are named after it.
  std::vector<std::pair<ir::ObjectId, ir::ObjectId>> heaps_;
  std::map<ir::ExprId, ir::ExprId> exprs_;
};

} // namespace hocket::analysis
