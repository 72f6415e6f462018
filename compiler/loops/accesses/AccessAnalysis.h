// SPDX-License-Identifier: Apache-2.0
//
// One look at all pairs of accesses of a loop: what it works on, and what it
// has found so far. Each look starts from nothing but the variables' roles, so
// that another one, with other reductions, is not disturbed by it.
#pragma once

#include "dependences/Overlap.h"
#include "loops/context/LoopContext.h"
#include "loops/legality/Scalars.h"
#include "loops/reductions/MemoryReductions.h"
#include "symbolic/SetMemo.h"
#include "verdict/LoopVerdict.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

/// What chunks have for themselves in memory, and what the entry tests.
struct AccessEvidence {
  /// Objects that each chunk or iteration has for itself; with the scalars.
  std::set<ir::ObjectId> own;
  std::set<std::string> ownBases; ///< keys of bases: what they lead to, too
  // As in LoopVerdict, less what is known of scalars:
  std::vector<PrivateObject> privates;
  std::vector<ReductionObject> reductions;
  std::vector<AliasCheck> checks;
  std::vector<EntryCondition> conditions;
  std::vector<Base> bases; ///< pointers in memory that accesses go by
};

struct AccessAnalysis {
  /// \param memory reductions with targets in memory; the places that
  /// selections assign come before them.
  AccessAnalysis(const LoopContext &context, const ScalarEvidence &scalars,
                 const std::vector<MemoryReduction> &memory);
  AccessAnalysis(const AccessAnalysis &) = delete;
  AccessAnalysis &operator=(const AccessAnalysis &) = delete;

  using AccessPair = std::pair<const MemoryAccess *, const MemoryAccess *>;
  using Keys = std::pair<std::string, std::string>;

  const LoopContext &context;
  const ScalarEvidence &scalars;

  // What it works on.

  /// Places that selections assign, then reductions with targets in memory.
  std::vector<MemoryReduction> memory;
  std::deque<analysis::EffectItem> items; ///< that `accesses` point to
  /// One of each kind, less those to what chunks have for themselves.
  std::vector<MemoryAccess> accesses;
  std::set<std::string> disjointRows; ///< families of rows that have to be
  std::unique_ptr<Overlap> overlap;
  /// { : the first instance's iteration comes before the second's }.
  isl::set inOrder;
  /// Conflicts that were asked about and do not happen.
  SetMemo<bool> never;

  // What it has found.

  AccessEvidence found;
  /// Pairs of bases whose ranges must be compared at run time, by key, with a
  /// pair of accesses that asks for it.
  std::map<Keys, AccessPair> wanted;
  /// Likewise where one is a row, by family (Rows.h).
  std::map<Keys, AccessPair> wantedRows;
  /// Some pair could have used what LoopOptions::followsMonotonic finds.
  bool wantsMonotonic = false;
  std::vector<LoopCut> cuts; ///< of the first dependence that has any

  WarmUp warmUp() const { return {scalars.warmUp, scalars.inductions}; }
  const MemoryReduction &reductionOf(const MemoryAccess &access) const {
    return memory[static_cast<std::size_t>(access.reduction)];
  }
  /// Selections assign it.
  bool isSelected(const MemoryAccess &access) const {
    return access.reduction >= 0 &&
           static_cast<std::size_t>(access.reduction) < scalars.selected.size();
  }
};

} // namespace hocket::polyhedral
