// SPDX-License-Identifier: Apache-2.0
//
// What runs in a piece of a program, and when: its statements with the loops
// around each, as the text has them.
//
// Loops and branches whose headers and conditions say exactly which iterations
// there are vanish in sets. What is below any other branch or loop is one *run*
// with it, a subtree as a whole.
#pragma once

#include "nestcheck/Tuples.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hocket::nestcheck {

/// One step down the tree: into a child of a block, or into an iteration.
struct Step {
  ir::NodeId loop = ir::NodeId::None;
  std::size_t position = 0; ///< where there is no loop
};

struct Run {
  ir::NodeId node = ir::NodeId::None;
  std::vector<Step> path;
  std::vector<ir::NodeId> loops; ///< around it, outermost first
};

struct Runs {
  std::vector<Run> all;            ///< in order of text
  std::vector<ir::NodeId> headers; ///< loops and branches that vanish
  /// Nonempty: what runs when is not known; why, for developers.
  std::string why;
};

/// All in the node, one of the model's root; each run that is in it is run once
/// for each point of its set at which the node is run.
Runs runsIn(polyhedral::AffineModel &model, ir::NodeId node);

/// Name of the dimension for the loop's iterator.
std::string iteratorName(ir::NodeId loop);
/// { name[iterators of the loops around it] }
Tuple tupleOf(const Run &run, const std::string &name);
/// { tuple : when it runs }, over parameters as the model calls them.
isl::set domainOf(polyhedral::AffineModel &model, const Run &run,
                  const std::string &name);
/// { tuple -> [time] }, which counts lexicographically. \param length of all
/// times that are compared, at least that of the path.
isl::map timesOf(polyhedral::AffineModel &model, const Run &run,
                 const std::string &name, std::size_t length);

} // namespace hocket::nestcheck
