// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/OrderedUpdates.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;
using polyhedral::ReductionObject;
using polyhedral::ReductionPlace;

namespace {

/// How often the node runs in one iteration of the loop.
double timesIn(const RegionFacts &facts, NodeId node, NodeId loop) {
  const Program &program = facts.program();
  double times = 1;
  for (; node != loop; node = program[node].parent)
    if (program[node].as<Loop>())
      times *= std::max(1.0, facts.trips(node));
  return times;
}

} // namespace

double orderedUpdates(const RegionFacts &facts, NodeId loop,
                      const ReductionObject &target) {
  double all = 0;
  if (target.logged.empty())
    return all;
  const Program &program = facts.program();
  forEachNode(program, loop, [&](NodeId id) {
    for (StmtId stmt : ownStmts(program, id))
      for (const ReductionPlace &place : target.places)
        if (place.stmt == stmt && place.isWritten)
          all += timesIn(facts, id, loop);
  });
  return all;
}

unsigned orderedBlock(const RegionFacts &facts, NodeId loop) {
  double most = 1; // records of one log in an iteration
  for (const ReductionObject &target : facts.verdict(loop)->ordered())
    most = std::max(most, orderedUpdates(facts, loop, target));
  const unsigned half = policy.loops.logRecords / 2;
  const unsigned whole = facts.grain(loop, 1);
  auto block = unsigned(std::max(1.0, half / most));
  return std::max(block / whole * whole, whole);
}

} // namespace hocket::taskgraph
