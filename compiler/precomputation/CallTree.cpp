// SPDX-License-Identifier: Apache-2.0
#include "precomputation/CallTree.h"

#include "ir/Tree.h"
#include "speculation/LoopFacts.h"

#include <algorithm>
#include <vector>

namespace hocket::precomputation {

using namespace ir;

const std::set<FunctionId> &CallTree::reachedFrom(FunctionId function) {
  auto [known, isNew] = reached_.try_emplace(function);
  if (!isNew)
    return known->second;
  std::set<FunctionId> &reached = known->second;
  std::vector<FunctionId> open = {function};
  while (!open.empty()) {
    FunctionId id = open.back();
    open.pop_back();
    if (!reached.insert(id).second)
      continue;
    for (FunctionId callee : effects_.callees[index(id)])
      open.push_back(callee);
  }
  return reached;
}

double CallTree::workBelow(NodeId node) {
  // Where a header counts, a caller may well say how far. What goes on while
  // data say so, as through a heap or along a word, is short mostly, and each
  // call pays for being asked.
  constexpr double unknownTrips = 100, uncountedTrips = 30;
  double work = 0;
  for (StmtId stmt : ownStmts(program_, node)) {
    work += 1 + double(program_[stmt].accesses.size());
    for (const CallSite &call : program_[stmt].calls)
      if (isValid(call.callee))
        work += workOf(call.callee);
  }
  for (NodeId child : childrenOf(program_, node))
    work += workBelow(child);
  const Loop *loop = program_[node].as<Loop>();
  return loop && !runsOnce(program_, node)
             ? work *
                   speculation::knownTrips(program_, node)
                       .value_or(loop->header() ? unknownTrips : uncountedTrips)
             : work;
}

double CallTree::workOf(FunctionId function) {
  constexpr double recursive = 100, library = 10; // a call within the function
  if (!isValid(program_[function].body))
    return library;
  auto [known, isNew] = work_.try_emplace(function, recursive);
  if (!isNew)
    return known->second;
  double work = workBelow(program_[function].body);
  return work_[function] = work;
}

} // namespace hocket::precomputation
