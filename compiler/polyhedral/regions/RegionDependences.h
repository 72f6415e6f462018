// SPDX-License-Identifier: Apache-2.0
//
// Dependences among the leaves of a region: which must wait for which.
//
// A region is a tree whose inner nodes are sequential loops, branches and
// blocks that every core runs for itself, and whose leaves are units of work.
// Leaves are listed in order of text. For each ordered pair (from, to) with a
// conflict between an instance of `from` and a *later* instance of `to` in the
// sequential order, one LeafDependence says at which levels that happens.
//
// Needs: Program, Effects, verdicts of the chunked loops. Promises: every pair
// of conflicting accesses is covered; private copies, replicated objects and
// reduction objects within chunks do not conflict. Over budget: all levels set,
// full chunk relation.
#pragma once

#include "polyhedral/LoopKinds.h"
#include "polyhedral/ProgramIndex.h"

#include <cstdint>
#include <vector>

namespace hocket::polyhedral {

enum class LeafRole : uint8_t {
  Whole,      ///< the node, run by one core
  Chunks,     ///< a parallel loop, cut in `chunks` contiguous parts
  Combine,    ///< after Chunks of a reduction: adds the partial results up
  Replicated, ///< cheap scalar statements or a condition, run by every core
};

struct RegionLeaf {
  ir::NodeId node = ir::NodeId::None;
  LeafRole role = LeafRole::Whole;
  /// Replicated: the statement (a Leaf's, a Branch's or Loop's condition, a
  /// Loop's init or step). Else None.
  ir::StmtId stmt = ir::StmtId::None;
  /// Chunks: each begins at an iteration number that is a multiple of this.
  unsigned grain = 1;
  /// Chunks of a Scan: the pass that only computes the totals.
  bool firstPass = false;
  unsigned chunks = 1; ///< Chunks: how many
  /// Chunks: any iteration may run in any chunk, as blocks of them are taken at
  /// run time, or in turn.
  bool isHandedOut = false;
  /// Chunks: the first may run all iterations.
  bool isTested = false;

  bool operator==(const RegionLeaf &) const = default;
};

enum class DependenceKind : uint8_t { Flow, Anti, Output };

struct LeafDependence {
  uint32_t from = 0, to = 0; ///< positions in the list of leaves
  DependenceKind kind = DependenceKind::Flow;
  ir::ObjectId object = ir::ObjectId::None; ///< one that conflicts, for reports
  uint64_t bytes =
      0; ///< moved by a flow dependence, all chunks together; 0: unknown
  /// Between chunked loops: how many iterations apart the two instances are, at
  /// most, as far as that was looked at; -1: no bound, each chunk may need
  /// something of every other. For costs alone.
  int64_t reach = 0;
  /// Both instances in the same iteration of every loop of the region around
  /// both; then `from` is before `to` in the text.
  bool sameIteration = false;
  /// Carried by a loop of the region around both. Depth 0 is the outermost
  /// loop *inside the region*. Bit d: carried by the loop at depth d.
  uint32_t carriedMask = 0;
  /// Empty: every chunk of one with every chunk of the other (a Whole leaf has
  /// one chunk). Else row-major [from chunk][to chunk], true where a dependence
  /// may be (sameIteration and carried ones together).
  std::vector<char> chunkPairs;
};

struct RegionShape {
  ir::NodeId root = ir::NodeId::None; ///< node whose subtree holds all leaves
  std::vector<RegionLeaf>
      leaves; ///< in order of text; Combine follows its Chunks
  std::vector<ir::NodeId> loops; ///< the region's inner (replicated) loops
  std::vector<ir::ObjectId>
      replicated; ///< scalars of which each core has a copy
  /// The program checks on entry that each of these chunked loops has at least
  /// so many iterations for each chunk.
  std::vector<ir::NodeId> checkedLoops;
  unsigned minIterationsPerChunk = 1; ///< or one grain, where that is more

  bool operator==(const RegionShape &) const = default;
};

/// \param verdicts as classifyLoops gave them.
/// \param strictAliasing as LoopOptions::strictAliasing; false is always sound.
std::vector<LeafDependence>
computeRegionDependences(const ProgramIndex &index,
                         const std::vector<LoopVerdict> &verdicts,
                         const RegionShape &region, unsigned long islBudget,
                         bool strictAliasing = false);

} // namespace hocket::polyhedral
