// SPDX-License-Identifier: Apache-2.0
//
// Which trip counts are known when a region is entered, so that the emitted
// program can test them there.
#pragma once

#include "analysis/Effects.h"
#include "analysis/objects/ObjectUnion.h"
#include "taskgraph/Region.h"

#include <optional>
#include <set>

namespace hocket::taskgraph {

/// True if `node` runs whenever the children of `block` from `first` on do:
/// what it evaluates may be evaluated before them, as far as faults go.
bool runsOnEntry(const ir::Program &program, const analysis::Effects &effects,
                 ir::NodeId block, uint32_t first, ir::NodeId node);

/// Consecutive children of a block.
struct ChildRun {
  ir::NodeId block = ir::NodeId::None;
  uint32_t first = 0, last = 0; ///< inclusive
};

/// True if the variable, though it changes in the run, has the value from
/// before the run when `loop`, in the run, starts: nothing but the loop itself
/// and what comes after it moves the variable, and the loop starts only once.
bool holdsEntryValue(const ir::Program &program, const ChildRun &run,
                     ir::NodeId loop, ir::ObjectId object);

/// Which trip counts of a region's loops are known on entry.
class EntryTrips {
public:
  /// What is handed over has to outlive this.
  EntryTrips(const ir::Program &program, const analysis::Effects &effects,
             const Region &region)
      : program_(program), effects_(effects), region_(region) {}

  /// True if the loop's bounds can be evaluated before the region and have the
  /// same value whenever the loop starts inside it. The loop is inside the
  /// region.
  bool areKnown(ir::NodeId loop) const;

  /// True if the loop's bounds are computed from what is known on entry and
  /// from iterators of loops around it in the region, without loads: as of the
  /// inner loop of a triangle. Their mean may be foreseen, if not each of them.
  bool followIterators(ir::NodeId loop) const;

private:
  /// Objects that the region writes or declares: their values differ inside.
  struct Changes {
    analysis::ObjectUnion objects;
    bool isAll = true; ///< else others that pointers lead to, too
  };

  const Changes &changes() const;
  bool mayChange(ir::ObjectId object) const;
  bool readsChanged(const ir::Loop &loop,
                    const std::set<ir::ObjectId> &allowed) const;

  const ir::Program &program_;
  const analysis::Effects &effects_;
  const Region &region_;
  mutable std::optional<Changes> changes_;
};

/// Of several loops whose trip counts are tested on entry, leaves those that
/// have to be long for dependences to join some chunks and not others. What is
/// left out may have chunks without iterations: one short loop is no reason
/// against the region; that the work pays is tested for itself.
void dropNeedlessTrips(TaskGraph &graph);

} // namespace hocket::taskgraph
