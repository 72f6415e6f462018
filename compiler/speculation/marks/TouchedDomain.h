// SPDX-License-Identifier: Apache-2.0
//
// What marks have touched by each statement of a text, as a domain of the walk
// over it (dataflow/AbstractWalk.h). A loop is entered with what each of its
// iterations begins with: what was known before it, but for expressions that it
// changes.
#pragma once

#include "speculation/loop/SpeculativeLoop.h"
#include "speculation/marks/CallStates.h"
#include "speculation/marks/TouchedPlaces.h"

#include "dataflow/AbstractWalk.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace hocket::speculation {

/// Unit, begin and end of a mark's target.
using TargetKey = std::tuple<ir::UnitId, uint32_t, uint32_t>;

TargetKey keyOf(const ir::TextRange &text);

/// Several statements may have one text, and be walked several times: its mark
/// is repeated if none needs it.
struct RepeatedTexts {
  std::set<TargetKey> repeated, needed;
  bool has(const TargetKey &key) const {
    return repeated.count(key) != 0 && needed.count(key) == 0;
  }
};

/// What a text may write: objects, or `anything`.
struct WrittenObjects {
  std::set<ir::ObjectId> ids;
  bool anything = false;
};

/// What it refers to has to outlive it.
class TouchedDomain {
public:
  using State = TouchedState;
  static constexpr bool peelsDoLoops = true;

  TouchedDomain(const polyhedral::ProgramIndex &index, PlaceNames &names,
                CallStates &calls)
      : index_(index), program_(index.program()), names_(names), calls_(calls) {
  }

  /// What is walked from now on has these marks.
  /// \param elsewhere a text in it that may be left to the program: behind it
  /// nothing counts as touched there
  void begin(const Instrumented &code, const ir::TextRange &elsewhere,
             RepeatedTexts &repeated);

  bool enters(ir::NodeId, const State &state) const {
    return state.isReachable();
  }
  State nowhere() const { return State::unreachable(); }
  State join(const State &a, const State &b) const;
  State execute(ir::StmtId stmt, const State &before);
  std::pair<State, State> decide(ir::StmtId condition, const State &before);
  State repeat(ir::NodeId node, const State &before,
               const polyhedral::Iteration<State> &iteration);
  State leaveScope(ir::NodeId, const State &state) const { return state; }
  /// No call is seen through.
  State leaveCall(ir::NodeId, const State &, const State &after,
                  const State &) const {
    return after;
  }

private:
  void touch(const ir::Stmt &stmt, const WrittenObjects &written,
             const State &before, State &after);
  void call(const ir::CallSite &site, const State &before, State &after);
  void forget(State &state, const WrittenObjects &written) const;
  bool changes(const WrittenObjects &written, const TouchedPlace &place) const;
  const WrittenObjects &writtenBy(ir::StmtId stmt);
  const WrittenObjects &writtenIn(ir::NodeId node);

  const polyhedral::ProgramIndex &index_;
  const ir::Program &program_;
  PlaceNames &names_;
  CallStates &calls_;
  std::map<TargetKey, MarkKind> targets_;
  ir::TextRange elsewhere_;
  RepeatedTexts *repeated_ = nullptr;
  std::map<ir::StmtId, WrittenObjects> writtenBy_;
  std::map<ir::NodeId, WrittenObjects> writtenIn_;
};

} // namespace hocket::speculation
