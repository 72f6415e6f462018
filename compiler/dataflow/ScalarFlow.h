// SPDX-License-Identifier: Apache-2.0
//
// Dataflow of one variable over the tree: is it read before it is surely
// written, is it surely written, may it be read after a loop.
//
// Structured control flow needs no fixed point: a loop's first iteration sees
// the least. Where the flow is irregular (goto, switch) nothing is claimed.
#pragma once

#include "dataflow/ProgramIndex.h"

namespace hocket::polyhedral {

class ScalarFlow {
public:
  ScalarFlow(const ProgramIndex &index, ir::ObjectId object)
      : index_(index), object_(object) {}

  /// An iteration of the loop may read the object before it has written it.
  bool isExposed(ir::NodeId loop);
  /// Every iteration that starts writes all of the object.
  bool isWrittenEachIteration(ir::NodeId loop);
  /// What the loop leaves in the object may be read afterwards.
  /// \param isCovered known: whenever the loop runs, its body reads nothing of
  /// the object that the same iteration has not written.
  bool isLiveAfter(ir::NodeId loop, bool isCovered = false);
  /// What becomes of that.
  enum class After {
    Dead,
    Read, ///< the rest of the loop's function may read it
    Left, ///< it does not, but leaves it to whoever runs then
  };
  After after(ir::NodeId loop, bool isCovered = false);

private:
  struct State {
    bool written = false;  ///< surely written on every path to here
    bool reachable = true; ///< some path comes here
  };

  State meet(State a, State b) const;
  State stmt(ir::StmtId id, State in);
  State node(ir::NodeId id, State in);
  State loop(const ir::Node &node, State in);
  State coveredLoop(const ir::Loop &loop, State in);
  State inlined(ir::NodeId calls, State in);
  void walkIteration(ir::NodeId loop);
  /// Scans what runs after `node` within its parent. True: decided.
  bool scanAfter(ir::NodeId node, bool &isLive, bool &mayKill);

  const ProgramIndex &index_;
  ir::ObjectId object_;
  ir::NodeId covered_ = ir::NodeId::None; ///< see isLiveAfter
  bool exposed_ = false;
  /// Meet of the states at `continue` of the innermost loop being walked.
  State continues_;
  /// Meet of the states at `return` of the innermost copy of a callee.
  State returns_;
};

} // namespace hocket::polyhedral
