// SPDX-License-Identifier: Apache-2.0
//
// The macro-task graph of a region as the literature has it: basic, repetition
// and subroutine blocks in layers, each with its earliest executable condition.
//
// A layer is the region itself or the body of a loop that cores follow; the
// sides of a branch are part of the layer around. A macro-task may start when
//
//  - the branch that it is control dependent on has taken its side, and
//  - each macro-task that it needs something of has finished, or a branch has
//    decided that it will not run
//
// (Honda, Iwata and Kasahara, "Coarse grain parallelism detection scheme of a
// Fortran program", 1991). Control dependence is by post-dominators of the
// layer's flow graph, the text knows nothing of it; so it can be compared with
// what is emitted.
//
// Needs: a region that verify() accepts, and its dependences. Promises: plain
// data, in order of text; conditions name macro-tasks of the same layer, before
// the one that has them.
#pragma once

#include "taskgraph/Region.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hocket::taskgraph {

/// Of statements, of a loop (or its chunks), of a call.
enum class BlockKind : uint8_t { Basic, Repetition, Subroutine };

/// A branch has taken a side.
struct Decision {
  uint32_t branch = 0; ///< position of the macro-task that ends in it
  bool side = true;    ///< then
  auto operator<=>(const Decision &) const = default;
};

/// A macro-task has finished, or it is decided that it does not run.
struct Finished {
  uint32_t task = 0;                ///< position
  std::vector<Decision> orNot = {}; ///< any of them; empty: it always runs
};

struct ConditionedTask {
  BlockKind kind = BlockKind::Basic;
  ir::NodeId node = ir::NodeId::None;
  /// What it consists of: one task, or a loop's chunks with what combines
  /// them; of an expanded loop its start alone, the rest is a layer.
  std::vector<TaskId> tasks;
  LevelIndex layer = 0;               ///< level 0, or the body of a loop
  LevelIndex body = none;             ///< an expanded loop's: the layer inside
  bool isBranch = false;              ///< ends in a conditional branch
  std::vector<Decision> control = {}; ///< any of them; empty: it always runs
  std::vector<Finished> data = {};    ///< all of them
};

/// \param dependences among the region's tasks; without them `data` knows of
/// replicated scalars alone
std::vector<ConditionedTask> executableConditions(
    const ir::Program &program, const Region &region,
    const std::vector<polyhedral::TaskDependence> &dependences);

/// `1 AND (4 OR 3_f) AND 2_t`: 1 has finished; 4 has, or 3 took the side of
/// `else`; 2 took that of `then`. Macro-tasks count from 1, in order of text;
/// `true`: at once.
std::string conditionText(const ConditionedTask &task);

/// "BB", "RB", "SB"
const char *blockName(BlockKind kind);
/// `loop heat.c:40`, as people are told of it.
std::string conditionedName(const ir::Program &program, const Region &region,
                            const ConditionedTask &task);

/// By task: the conditions of branches, and their sides, under which it runs
/// within its layer, the outermost first.
std::map<TaskId, std::vector<std::pair<TaskId, bool>>>
decisionsOf(const ir::Program &program, const Region &region);

/// Stable text for --print-after=taskgraph.
void printConditions(const ir::Program &program, const TaskGraph &graph,
                     llvm::raw_ostream &out);

} // namespace hocket::taskgraph
