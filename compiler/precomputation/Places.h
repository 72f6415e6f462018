// SPDX-License-Identifier: Apache-2.0
//
// The memory that decides a function's calls in a loop, and that they leave.
#pragma once

#include "precomputation/LoopEffects.h"
#include "precomputation/Place.h"
#include "precomputation/Scratch.h"

#include <optional>

namespace hocket::precomputation {

/// What the program as a whole does, for many questions.
class WholeUse {
public:
  WholeUse(const ir::Program &program, const analysis::Effects &effects,
           CallTree &tree, bool strictAliasing);

  const ir::Program &program;
  const analysis::Effects &effects;
  CallTree &tree;

  /// The unit's text names the object, so that it is declared there.
  bool isNamedIn(ir::ObjectId object, ir::UnitId unit) const {
    return named_.count({object, unit}) != 0;
  }
  /// Memory from the heap that only calls of the function touch, and that none
  /// leaves to the next.
  bool isOwnHeap(ir::ObjectId object, ir::FunctionId function) const;
  /// What calls of the function allocate is all such memory.
  bool keepsOwnHeaps(ir::FunctionId function) const;
  /// Each run of the statement is the only one while the variable, an automatic
  /// one, is there.
  bool runsOnceIn(ir::StmtId stmt, ir::ObjectId object) const;
  /// Every access below the function to these bytes of the object, counted
  /// from its start, adds to an integer that they are.
  bool isSum(ir::ObjectId object, int64_t begin, int64_t end,
             ir::FunctionId function) const;

  mutable Scratch scratch;

private:
  enum class Meets { Not, Exactly, Else };
  Meets meets(const analysis::EffectItem &item, int64_t begin,
              int64_t end) const;
  bool isByBody(ir::StmtId stmt, const analysis::EffectItem &item) const;
  std::set<ir::ObjectId> heapsOf(ir::FunctionId function) const;
  bool findOwnHeap(ir::ObjectId object, ir::FunctionId function) const;

  std::set<std::pair<ir::ObjectId, ir::UnitId>> named_;
  std::map<ir::StmtId, ir::NodeId> nodes_;
  mutable std::map<std::pair<ir::ObjectId, ir::FunctionId>, bool> ownHeaps_;
};

/// In this call the place is memory that is there.
bool isThere(const ir::Program &program, const Place &place,
             const LoopEffects::Call &call);

/// Nothing where some of it cannot be said. \param within the loop's function
std::optional<std::vector<Place>> placesOf(const WholeUse &whole,
                                           const LoopEffects &loop,
                                           ir::FunctionId function,
                                           ir::FunctionId within);

} // namespace hocket::precomputation
