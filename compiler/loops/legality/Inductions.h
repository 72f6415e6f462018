// SPDX-License-Identifier: Apache-2.0
//
// Variables that each iteration moves by the same, and such whose value the
// last few iterations before a chunk tell. Both are known from the number of
// the iteration, so that each chunk starts with its own.
#pragma once

#include "loops/context/LoopContext.h"
#include "symbolic/Accesses.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// How each iteration moves the object, if it does.
std::optional<InductionObject> findInduction(const LoopContext &context,
                                             ir::ObjectId object);

/// A wrap-around variable (dataflow/WrapAround.h).
struct Recomputed {
  InductionObject object;
  std::vector<ir::NodeId> nodes; ///< children of the body that compute it
  unsigned depth = 1;            ///< in so many iterations
};

/// Each chunk computes the value again that the iteration before it leaves.
std::optional<Recomputed> findRecomputed(const LoopContext &context,
                                         ir::ObjectId object);

/// What chunks run again before they start.
struct WarmUp {
  const std::vector<ir::NodeId> &nodes;
  const std::vector<InductionObject> &inductions;

  /// What is read there is read again, at another time: no iteration may write
  /// it, not even the one that reads it.
  bool reads(const ProgramIndex &index, const MemoryAccess &access) const;
  /// A variable that it computes; there is one if there are nodes.
  ir::ObjectId computed() const;
};

/// The write may change what a chunk would have to read again.
Remark writesWarmUp(const LoopContext &context, const WarmUp &warmUp,
                    const MemoryAccess &write);

/// It reads nothing that a chunk has for itself but the variables that it
/// computes. \param own objects, \param ownBases keys of bases of a chunk's own
Refused refuseOwnInWarmUp(const LoopContext &context, const WarmUp &warmUp,
                          const std::set<ir::ObjectId> &own,
                          const std::set<std::string> &ownBases);

} // namespace hocket::polyhedral
