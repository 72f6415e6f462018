// SPDX-License-Identifier: Apache-2.0
//
// The C of pipelines by blocks: updates put down in logs, and made in order.
//
//   sum += f(x[i]);      becomes      hk_log0[hk_n0++] = f(x[i]);
//
// and behind the block, when all blocks before it have been passed, one call
// makes the updates that the logs hold: `sum += hk_log0[0]; sum += hk_log0[1];`.
// Where the target is in memory, the log has its address too, as the user's text
// computed it. Where a log is full before the block ends, the core waits for its
// turn there and makes what it has. The user's own operator stays in the text:
// its left side becomes a place in the log that holds the operation's identity,
// which for sums of floating-point numbers is -0.0: -0.0 + x is x for all x.
// Reductions that are exact in any order have a partial result for each block,
// combined in the same call.
#pragma once

#include "codegen/copies/Partials.h"

#include <string>
#include <vector>

namespace hocket::codegen {

/// The task is a pipeline by blocks.
bool isByBlocks(const RegionContext &c, taskgraph::TaskId task);

/// A target of ordered updates, in a task.
struct OrderedTarget {
  taskgraph::TaskId task;
  const polyhedral::ReductionObject &reduction;
  size_t number; ///< among those of the task
};
std::vector<OrderedTarget> orderedTargets(const RegionContext &c,
                                          taskgraph::TaskId task);

/// What its updates go to in the chunk. A variable is called `name` there.
struct OrderedPlan {
  std::string name;
  std::vector<Local> locals;
  std::vector<Assignment> block; ///< at the start of each
};
OrderedPlan orderedInChunk(const RegionContext &c, const OrderedTarget &target);

/// Puts the log in place of the target in a text.
/// \param stmts whose targets the text holds
/// \param isClone it is a called function's, which has what `carriers` say
void addPlaces(const RegionContext &c, const OrderedTarget &target,
               const std::set<ir::StmtId> &stmts, bool isClone,
               ir::Insertions &insertions);

/// What a clone of a called function is given of one target in memory.
std::vector<Carrier> carriers(const RegionContext &c,
                              const OrderedTarget &target);
/// ... of the task as a whole; empty if it is no pipeline by blocks.
std::vector<Carrier> blockCarriers(const RegionContext &c,
                                   taskgraph::TaskId task);

/// Logs and the functions that make their updates, at file scope.
std::vector<std::string> orderedStorage(const RegionContext &c,
                                        taskgraph::TaskId task,
                                        unsigned chunks);

/// The call behind a block.
std::string passBlock(const RegionContext &c, taskgraph::TaskId task);

} // namespace hocket::codegen
