// SPDX-License-Identifier: Apache-2.0
//
// Regions: parts of a function that all cores run together, as a hierarchy of
// levels. A level is a sequence of items: leaves (units of work), and compound
// items (sequential loops and branches that every core runs for itself) with
// levels of their own. Plain data.
//
// Example. `for (t...) { for (i...) A; for (i...) B; }` with parallel inner
// loops is a region of two levels: level 0 has the compound item `for t`; its
// body, level 1, has the condition and step of t (Replicated leaves) and two
// Chunks leaves.
#pragma once

#include "polyhedral/LoopKinds.h"
#include "polyhedral/regions/RegionDependences.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace hocket::taskgraph {

using LeafIndex = uint32_t;
using LevelIndex = uint32_t;
constexpr uint32_t none = 0xffffffffu;

/// A variable that has a copy.
struct Copied {
  ir::ObjectId object = ir::ObjectId::None;
  bool isWritten = false; ///< so the copy is written back
};

/// A unit of work; the same as polyhedral::RegionLeaf plus its place.
struct Leaf {
  polyhedral::LeafRole role = polyhedral::LeafRole::Whole;
  ir::NodeId node = ir::NodeId::None;
  ir::StmtId stmt = ir::StmtId::None; ///< Replicated only
  LevelIndex level = 0;
  /// Chunks, Combine: position in the vector of verdicts.
  uint32_t verdict = none;
  /// Chunks: each begins at a multiple of so many iterations.
  unsigned grain = 1;
  /// Touches errno, which the program looks for on its own thread.
  bool onCallingThread = false;
  bool firstPass = false; ///< as polyhedral::RegionLeaf::firstPass
  unsigned chunks = 1;    ///< Chunks: how many
  /// Chunks: each runs after the one before it.
  bool inOrder = false;
  /// Chunks: as polyhedral::RegionLeaf::isHandedOut.
  bool isHandedOut = false;
  /// Chunks: chunk c, on core c, takes each so-manieth iteration and waits
  /// inside for the one before. All chunks run at the same time.
  bool isPipeline = false;
  /// Chunks: whether the loop's places overlap is known only when it is
  /// reached, for its pointers or bounds change in the region. Each chunk makes
  /// the tests; where they fail, the first one runs all iterations.
  bool isTested = false;
  /// Chunks: how much of the work each does, in sum 1; empty: equal parts.
  std::vector<double> shares = {};
  /// Chunks: as RegionFacts::foldsStart.
  bool foldsStart = false;
  /// Whole, Chunks: variables that are copied where the leaf begins.
  std::vector<Copied> copies = {};
  /// Whole, Chunks: variables that it names, each with its one value.
  std::vector<std::pair<ir::ObjectId, int64_t>> known = {};

  /// The sequential program does it too.
  bool isSequentialWork() const {
    return role != polyhedral::LeafRole::Combine && !firstPass;
  }
};

enum class ItemKind : uint8_t { Leaf, Loop, Branch };

struct Item {
  ItemKind kind = ItemKind::Leaf;
  LeafIndex leaf = none;              ///< Leaf
  ir::NodeId node = ir::NodeId::None; ///< Loop, Branch
  LeafIndex condition = none; ///< Branch: a leaf before it in the same level;
                              ///< Loop: a leaf in `body`
  LeafIndex step =
      none; ///< For loop: last leaf of `body`; none if it has no step
  LevelIndex body = none;     ///< Loop: its body; Branch: the then side
  LevelIndex elseBody = none; ///< Branch with else
};

struct Level {
  LevelIndex parent = none;           ///< none for the region's own
  uint32_t parentItem = none;         ///< position in the parent's items
  bool repeats = false;               ///< body of a loop
  ir::NodeId node = ir::NodeId::None; ///< the loop or branch; region: its block
  /// Number of region loops around the items of this level.
  uint32_t loopDepth = 0;
  std::vector<Item> items; ///< in order of text
};

struct Region {
  ir::FunctionId function = ir::FunctionId::None;
  ir::NodeId block = ir::NodeId::None; ///< Block whose children it takes
  uint32_t first = 0, last = 0;        ///< those children, inclusive
  ir::TextRange text;                  ///< from the first to the last child
  unsigned cores = 2;                  ///< per-core programs
  std::vector<Leaf> leaves;            ///< in order of text
  std::vector<Level> levels;           ///< 0 is the region's own; parents first
  std::vector<ir::ObjectId> replicated; ///< each core has its own copy; sorted
  std::vector<ir::NodeId> loops;        ///< expanded loops, in order of text
  /// Variables declared among the region's own children, declared before it in
  /// the emitted text.
  std::vector<ir::ObjectId> hoisted;
  /// Variables that are in the frame while the region runs, in order of object.
  /// The others are where the function has them, or plain scalars.
  std::vector<Copied> moved;
  /// Chunked loops with a trip count known on entry; checked there.
  std::vector<ir::NodeId> entryTrips;
  std::vector<polyhedral::RangeCheck> checks;         ///< must hold on entry
  std::vector<polyhedral::EntryCondition> conditions; ///< these too

  polyhedral::RegionShape shape(const ir::Program &program,
                                unsigned minIterations) const;
};

/// A region and the dependences among its leaves: the hierarchical macro-task
/// graph. Edges of each level follow from them and the levels.
struct TaskGraph {
  Region region;
  std::vector<polyhedral::LeafDependence> dependences;
};

/// Stable text for --print-after=taskgraph.
void print(const ir::Program &program, const TaskGraph &graph,
           llvm::raw_ostream &out);

/// Problems of a malformed region (levels out of order, leaves not covered,
/// compound items without levels). Empty: well formed.
std::vector<std::string> verify(const ir::Program &program,
                                const Region &region);

/// Short name of a leaf for people: "loop heat.c:40", "call filter.c:12".
std::string leafName(const ir::Program &program, const Leaf &leaf);
/// "loop", "call", "block", "combine", "replicated"
std::string leafKind(const ir::Program &program, const Leaf &leaf);

} // namespace hocket::taskgraph
