// SPDX-License-Identifier: Apache-2.0
//
// Regions: parts of a function that all cores run together, as a hierarchy of
// levels. A level is a sequence of items: macro-tasks, and compound items
// (sequential loops and branches that every core runs for itself) with levels
// of their own. Plain data.
//
// Example. `for (t...) { for (i...) A; for (i...) B; }` with parallel inner
// loops is a region of two levels: level 0 has the compound item `for t`; its
// body, level 1, has the condition and step of t (Replicated tasks) and two
// Chunks tasks.
#pragma once

#include "taskdeps/RegionDependences.h"
#include "taskdeps/RegionMemory.h"
#include "verdict/LoopVerdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace hocket::taskgraph {

using polyhedral::ChunkMode;
using polyhedral::Chunks;
using polyhedral::Combine;
using polyhedral::Copied;
using polyhedral::MacroTask;
using polyhedral::none;
using polyhedral::Replicated;
using polyhedral::TaskId;
using polyhedral::Whole;

using LevelIndex = uint32_t;

enum class ItemKind : uint8_t { Task, Loop, Branch };

struct Item {
  ItemKind kind = ItemKind::Task;
  TaskId task = none;                 ///< Task
  ir::NodeId node = ir::NodeId::None; ///< Loop, Branch
  TaskId condition = none; ///< Branch: a task before it in the same level;
                           ///< Loop: a task in `body`
  TaskId step = none; ///< For loop: last task of `body`; none if it has no step
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
  std::vector<MacroTask> tasks;        ///< in order of text
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
  std::vector<polyhedral::AliasCheck> checks;         ///< must hold on entry
  std::vector<polyhedral::EntryCondition> conditions; ///< these too
  /// No task gives memory back to the system: what can be read stays readable.
  bool keepsMemory = false;

  /// What the analysis of dependences reads of it.
  polyhedral::RegionShape shape(unsigned minIterations) const;
};

/// A region and the dependences among its tasks: the hierarchical macro-task
/// graph. Edges of each level follow from them and the levels.
struct TaskGraph {
  Region region;
  std::vector<polyhedral::TaskDependence> dependences;
  /// Where its cores are of clusters that are not coherent.
  std::optional<polyhedral::RegionMemory> memory = {};
};

/// Stable text for --print-after=taskgraph.
void print(const ir::Program &program, const TaskGraph &graph,
           llvm::raw_ostream &out);

/// Problems of a malformed region (levels out of order, tasks not covered,
/// compound items without levels, tasks that name no partner). Empty: well
/// formed.
std::vector<std::string> verify(const ir::Program &program,
                                const Region &region);

/// Declared below the region's own children, that is, in an expanded loop or
/// branch: nothing behind the region names it. (The region's own are hoisted
/// out of it.)
bool isDeclaredInside(const ir::Program &program, const Region &region,
                      ir::ObjectId object);

/// The loop has a chunk for each core that it is cut for, all of them alike: it
/// could be cut for other cores as well.
bool isCutForCores(const Chunks &chunks);

/// Short name of a task for people: "loop heat.c:40", "call filter.c:12".
std::string taskName(const ir::Program &program, const MacroTask &task);
/// "loop", "call", "block", "combine", "replicated"
std::string taskKind(const ir::Program &program, const MacroTask &task);

} // namespace hocket::taskgraph
