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
  constexpr double unknownTrips = 100;
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
             ? work * speculation::knownTrips(program_, node)
                          .value_or(unknownTrips)
             : work;
}

double CallTree::workOf(FunctionId function) {
  constexpr double recursive = 1000, library = 10;
  if (!isValid(program_[function].body))
    return library;
  auto [known, isNew] = work_.try_emplace(function, recursive);
  if (isNew) {
    double work = workBelow(program_[function].body);
    bool isRecursive = effects_.isRecursive[index(function)];
    work_[function] = isRecursive ? std::max(work, recursive) : work;
  }
  return work_[function];
}

} // namespace hocket::precomputation
