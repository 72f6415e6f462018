// SPDX-License-Identifier: Apache-2.0
//
// Follows monotonic indices through a region, once in each iteration of the
// loop around it: the domain of an abstract walk (dataflow/AbstractWalk.h)
// whose states are sets of integers, path by path as far as sets keep paths
// apart.
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

#include "dataflow/AbstractWalk.h"
#include "symbolic/monotonic/MonotonicStates.h"

namespace hocket::polyhedral {

class MonotonicDomain {
public:
  using State = isl::set;
  static constexpr bool peelsDoLoops = true;

  MonotonicDomain(AffineModel &model, const MonotonicVariables &variables,
                  ir::NodeId region)
      : model_(model), program_(model.program()), variables_(variables),
        states_(model, variables, model.domain(region).set) {}

  // What the walk asks.
  bool enters(ir::NodeId node, const isl::set &) const {
    return variables_.concerns(node);
  }
  isl::set nowhere() const {
    return isl::set::empty(model_.universe().space());
  }
  isl::set join(const isl::set &a, const isl::set &b) const {
    return MonotonicStates::tidy(a.unite(b));
  }
  isl::set execute(ir::StmtId stmt, const isl::set &state);
  std::pair<isl::set, isl::set> decide(ir::StmtId condition,
                                       const isl::set &state);
  isl::set repeat(ir::NodeId node, const isl::set &state,
                  const Iteration<isl::set> &iteration);
  isl::set leaveScope(ir::NodeId, const isl::set &state) const { return state; }
  isl::set leaveCall(ir::NodeId copy, const isl::set &before,
                     const isl::set &after, const isl::set &returned) const;

  /// Before the wanted statement; nothing if the walk did not come to it.
  std::optional<isl::set> stateAt(ir::StmtId stmt) const;
  MonotonicStates &states() { return states_; }

private:
  using Invariants = std::vector<isl::set>;
  using Variables = std::vector<const MonotonicVariable *>;

  void note(ir::StmtId stmt, const isl::set &state);

  // LoopInvariants.cpp
  Invariants guess(ir::NodeId node, const isl::set &before,
                   const Variables &written,
                   const Iteration<isl::set> &iteration);
  Invariants keepInductive(const isl::set &start, Invariants candidates,
                           const Iteration<isl::set> &iteration);
  Invariants ways(const isl::set &state, const Variables &written,
                  const std::string &suffix) const;
  Invariants ratios(ir::NodeId node, const isl::set &head,
                    const Variables &written,
                    const Iteration<isl::set> &iteration);
  Invariants limits(ir::NodeId node, const isl::set &states);
  std::optional<isl::set> ratio(ir::NodeId node, const isl::set &after,
                                const MonotonicVariable &fast,
                                const MonotonicVariable &slow);
  isl::set withEntry(const isl::set &state, const Variables &written,
                     const std::string &suffix) const;

  AffineModel &model_;
  const ir::Program &program_;
  const MonotonicVariables &variables_;
  MonotonicStates states_;
  bool isNoting_ = true;
  std::map<ir::StmtId, isl::set> seen_;
  std::map<ir::NodeId, Invariants> known_; ///< of loops met before
};

} // namespace hocket::polyhedral
