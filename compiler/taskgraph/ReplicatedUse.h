// SPDX-License-Identifier: Apache-2.0
//
// Which replicated scalars an item of a level uses and writes. They order tasks
// on one core only: every core has a copy of its own.
#pragma once

#include "taskgraph/Region.h"

#include <set>

namespace hocket::taskgraph {

struct ReplicatedUse {
  std::set<ir::ObjectId> uses; ///< read or written
  std::set<ir::ObjectId> writes;
};

ReplicatedUse replicatedUse(const ir::Program &program, const Region &region,
                            const Item &item);

/// One writes what the other uses.
bool conflict(const ReplicatedUse &a, const ReplicatedUse &b);

/// Variables that a range of text names, each once, sorted.
std::vector<ir::ObjectId> namedObjects(const ir::Program &program,
                                       const ir::TextRange &range);
/// Of a node: what the text of it names that it does.
std::vector<ir::ObjectId> namedObjects(const ir::Program &program,
                                       ir::NodeId node);

} // namespace hocket::taskgraph
