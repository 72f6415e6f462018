// SPDX-License-Identifier: Apache-2.0
//
// Variables that iterations write by name: which of them each chunk may have
// for itself, and what that takes. The rules are those of scalar privatization
// with last values, reductions, and induction variables (Allen and Kennedy,
// "Optimizing Compilers for Modern Architectures", 2001).
#pragma once

#include "loops/context/LoopContext.h"
#include "loops/legality/Inductions.h"
#include "loops/reductions/MemoryReductions.h"
#include "verdict/LoopVerdict.h"

#include <set>
#include <variant>
#include <vector>

namespace hocket::polyhedral {

/// Ordinary memory: the pairs of accesses decide.
struct SharedMemory {};
/// A scalar whose value on the way is used too: a scan.
struct RunningTotal {
  ReductionObject total;
};

/// What one variable is to the loop, or why the loop is refused.
using ScalarRole =
    std::variant<SharedMemory, PrivateObject, InductionObject, Recomputed,
                 ReductionObject, RunningTotal, Remark>;

/// The role of a variable that iterations write by name.
ScalarRole classifyScalar(const LoopContext &context, ir::ObjectId object);

/// What was found out about all variables.
struct ScalarEvidence {
  /// Objects that each chunk or iteration has for itself.
  std::set<ir::ObjectId> own;
  // As in LoopVerdict:
  std::vector<PrivateObject> privates;
  std::vector<InductionObject> inductions;
  std::vector<ReductionObject> reductions;
  std::vector<ReductionObject> totals;
  std::vector<SelectionObject> selections;
  std::vector<ir::NodeId> warmUp;
  unsigned warmUpDepth = 0;
  /// Places in memory that selections assign.
  std::vector<MemoryReduction> selected;

  void add(PrivateObject object);
  void add(InductionObject object);
  /// \param program for the order of the warm-up
  void add(const ir::Program &program, const Recomputed &found);
};

/// Automatic variables of the body, which are new in each iteration, and what
/// counts.
Refused addCounters(const LoopContext &context, ScalarEvidence &found);

/// Adds all. A refusal leaves what was found before it: places of selections
/// may be why.
Refused addScalars(const LoopContext &context, ScalarEvidence &found);

/// Written by name in the loop; less what each iteration has for itself.
std::set<ir::ObjectId> writtenScalars(const LoopContext &context,
                                      const std::set<ir::ObjectId> &own);

} // namespace hocket::polyhedral
