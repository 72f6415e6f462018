// SPDX-License-Identifier: Apache-2.0
//
// Follows cursors through a region, once in each iteration of the loop around
// it: an abstract interpretation (Cousot & Cousot, POPL 1977) over sets of
// integers.
//
// Loops. With v' the value of v on entry of the loop, candidates are
//     v >= v',   v <= v',   v >= 0,   q (k - k') <= p (i - i'),   i - n <= c
// where p / q is the greatest growth of k for the growth of i that one
// iteration shows, and c how far one gets beyond the loop's condition i < n.
// All that hold after an iteration that started with all of them are
// invariants, after the others have been struck out one by one (Houdini:
// Flanagan & Leino, FME 2001): they hold on entry, since v = v', and each
// iteration, on each of its paths, keeps them. Guesses are made as if nothing
// wrapped around; what is kept is proved without that.
#pragma once

#include "symbolic/cursors/CursorStates.h"

#include <functional>

namespace hocket::polyhedral {

class CursorWalk {
public:
  CursorWalk(AffineModel &model, const CursorVariables &variables,
             ir::NodeId region)
      : model_(model), index_(model.index()), program_(model.program()),
        variables_(variables),
        states_(model, variables, model.domain(region).set) {
    if (!variables.all().empty())
      visit(region, model.universe());
  }

  /// Before the wanted statement; nothing if the walk did not come to it.
  std::optional<isl::set> stateAt(ir::StmtId stmt) const;
  CursorStates &states() { return states_; }

private:
  /// What a node's jumps leave behind.
  struct Frame {
    bool isLoop = true; ///< else a switch: `continue` goes further
    isl::set broke, continued;
  };
  /// Of one iteration.
  struct Pass {
    isl::set back; ///< before the next one
    isl::set exit; ///< behind the loop
  };
  using Iteration = std::function<Pass(const isl::set &)>;
  using Invariants = std::vector<isl::set>;
  using Variables = std::vector<const CursorVariable *>;

  isl::set visit(ir::NodeId node, const isl::set &state);
  isl::set visitCalls(ir::NodeId node, const isl::set &state);
  isl::set visitStmt(ir::StmtId stmt, const isl::set &state);
  isl::set visitBranch(const ir::Branch &branch, const isl::set &state);
  isl::set visitLoop(ir::NodeId node, const isl::set &state);
  isl::set visitSwitch(ir::NodeId node, const isl::set &state);
  isl::set visitAnyOrder(ir::NodeId node, const isl::set &state);
  isl::set visitParts(ir::NodeId node, const isl::set &state);
  isl::set visitJump(const ir::Jump &jump, const isl::set &state);
  std::pair<isl::set, isl::set> visitCondition(ir::StmtId condition,
                                               const isl::set &state);
  Pass iterate(const ir::Loop &loop, const isl::set &state);
  Pass iterateBody(const ir::Loop &loop, const isl::set &state);
  Pass iterateAnyOrder(ir::NodeId node, const isl::set &state);
  void note(ir::StmtId stmt, const isl::set &state);
  isl::set nothing() const {
    return isl::set::empty(model_.universe().space());
  }

  // LoopInvariants.cpp
  isl::set repeat(ir::NodeId node, const isl::set &state,
                  const Iteration &iteration);
  Invariants guess(ir::NodeId node, const isl::set &before,
                   const Variables &written, const Iteration &iteration);
  Invariants keepInductive(const isl::set &start, Invariants candidates,
                           const Iteration &iteration);
  Invariants ways(const isl::set &state, const Variables &written,
                  const std::string &suffix) const;
  Invariants ratios(ir::NodeId node, const isl::set &head,
                    const Variables &written, const Iteration &iteration);
  Invariants limits(ir::NodeId node, const isl::set &states);
  std::optional<isl::set> ratio(ir::NodeId node, const isl::set &after,
                                const CursorVariable &fast,
                                const CursorVariable &slow);
  isl::set withEntry(const isl::set &state, const Variables &written,
                     const std::string &suffix) const;

  AffineModel &model_;
  const ProgramIndex &index_;
  const ir::Program &program_;
  const CursorVariables &variables_;
  CursorStates states_;
  std::vector<Frame> frames_;
  bool isNoting_ = true;
  std::map<ir::StmtId, isl::set> seen_;
  std::map<ir::NodeId, Invariants> known_; ///< of loops met before
};

} // namespace hocket::polyhedral
