// SPDX-License-Identifier: Apache-2.0
//
// One loop of the IR becomes several that do the same together.
//
// The loop's own node becomes a Block (Block::isSplitLoop) whose children are
// the parts. All have the loop's text; what a part does not do of it is in
// Node::omitted, and LoopPart says which iterations it does. The first part
// takes over the loop's own nodes and statements, the others have copies where
// they do the same; Node::copyOf leads from a copy to the node whose
// declarations it shares. Whether the parts do the same together is for the
// caller to know.
#pragma once

#include "dataflow/ProgramIndex.h"

#include <set>
#include <vector>

namespace hocket::polyhedral {

struct PartPlan {
  /// Positions in the body, a Block, of the statements that the part does.
  std::set<std::size_t> children;
  bool isWholeBody = false; ///< all, whatever the body is
  ir::LoopPart range;
};

/// The program while it is being changed, and what follows it.
struct MutableProgram {
  ir::Program &program;
  analysis::Effects &effects;
  ProgramIndex &index;
};

class SplitLoop {
public:
  SplitLoop(MutableProgram in, ir::NodeId loop,
            const std::vector<PartPlan> &plans);

  const std::vector<ir::NodeId> &parts() const { return parts_; }
  /// The program as it was. No other loop may have been split meanwhile.
  void undo();

private:
  void addPart(const PartPlan &plan);
  void addHeader(ir::Loop &part);
  ir::NodeId addBody(const PartPlan &plan, ir::NodeId part);
  ir::NodeId takeOrCopy(ir::NodeId node, ir::NodeId parent);
  ir::NodeId addNode(ir::Node node);
  ir::NodeId copyTree(ir::NodeId node, ir::NodeId parent);
  ir::StmtId copyStmt(ir::StmtId stmt);
  std::vector<ir::TextRange> omittedBy(const PartPlan &plan) const;

  MutableProgram in_;
  ir::NodeId loop_;
  std::vector<ir::NodeId> parts_;
  std::set<ir::NodeId> taken_; ///< nodes of the loop that a part took over
  // For undo.
  ir::Node oldLoop_;
  ir::Node oldBody_;
  std::size_t numNodes_, numStmts_;
};

} // namespace hocket::polyhedral
