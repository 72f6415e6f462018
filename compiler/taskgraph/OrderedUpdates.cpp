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

/// Counts how often statements run in one run of a node, calls seen through.
class Counter {
public:
  Counter(const RegionFacts &facts, const ReductionObject &target)
      : facts_(facts) {
    for (const ReductionPlace &place : target.places)
      if (place.isWritten)
        writes_.push_back(place.stmt);
  }

  /// \param times so often the node runs
  double count(NodeId id, double times) const {
    const Program &program = facts_.program();
    double all = 0;
    for (StmtId stmt : ownStmts(program, id))
      all += times * double(std::count(writes_.begin(), writes_.end(), stmt));
    if (NodeId called = program[id].inlined; isValid(called))
      all += count(called, times);
    for (NodeId child : childrenOf(program, id))
      all += count(child, times * timesOf(child));
    return all;
  }

private:
  double timesOf(NodeId id) const {
    return facts_.program()[id].as<Loop>() ? std::max(1.0, facts_.trips(id))
                                           : 1;
  }

  const RegionFacts &facts_;
  std::vector<StmtId> writes_;
};

} // namespace

double orderedUpdates(const RegionFacts &facts, NodeId loop,
                      const ReductionObject &target) {
  return target.logged.empty() ? 0 : Counter(facts, target).count(loop, 1);
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
