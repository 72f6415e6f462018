// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/WorkSize.h"

#include "ir/Tree.h"
#include "support/Policy.h"

namespace hocket::taskgraph {

using namespace ir;

double WorkSize::trips(NodeId loop) const { return guess_.trips(loop); }

bool WorkSize::isMeasured(NodeId node) const {
  bool result = true;
  forEachNode(program_, node, [&](NodeId id) {
    result &= !program_[id].as<Loop>() ||
              analysis::constantTrips(program_, id) >= 0 ||
              guess_.isMeasured(id) || runsOnce(program_, id);
  });
  return result;
}

bool WorkSize::restsOnGuesses(NodeId node) const {
  bool result = false;
  forEachNode(program_, node, [&](NodeId id) {
    result |= program_[id].as<Loop>() && !guess_.isKnown(id);
  });
  std::vector<StmtId> stmts = allStmts(program_, node);
  for (size_t i = 0; i < stmts.size() && !result; ++i)
    for (const CallSite &call : program_[stmts[i]].calls) {
      if (!isValid(call.callee) || !isValid(program_[call.callee].body))
        continue;
      // Asked again while it is being found out: recursive.
      auto [known, isNew] = guesses_.try_emplace(call.callee, true);
      bool callee = known->second;
      if (isNew)
        callee = guesses_[call.callee] =
            restsOnGuesses(program_[call.callee].body);
      result |= callee;
    }
  return result;
}

double WorkSize::size(NodeId node) const { return size(node, 0); }

double WorkSize::stageSize(NodeId loop,
                           const polyhedral::PipelineStage &stage) const {
  double total = 0;
  for (NodeId item : stage.items)
    total += size(item);
  return total * trips(loop);
}

double WorkSize::size(NodeId node, unsigned depth) const {
  double total = 0;
  for (StmtId stmt : ownStmts(program_, node)) {
    total += 1 + double(program_[stmt].accesses.size());
    for (const CallSite &call : program_[stmt].calls)
      total += isValid(call.callee) ? functionSize(call.callee, depth) : 1;
  }
  for (NodeId child : childrenOf(program_, node))
    total += size(child, depth);
  return program_[node].as<Loop>() ? total * trips(node) : total;
}

double WorkSize::functionSize(FunctionId function, unsigned depth) const {
  auto it = functionSizes_.find(function);
  if (it != functionSizes_.end())
    return it->second;
  const Function &f = program_[function];
  if (!isValid(f.body) || depth > policy.region.sizeDepth ||
      effects_.isRecursive[index(function)])
    return 1;
  double result = size(f.body, depth + 1);
  functionSizes_[function] = result;
  return result;
}

WorkKind WorkSize::ownWork(NodeId node) const {
  WorkKind result;
  for (StmtId stmt : allStmts(program_, node)) {
    result.hasFloats |= program_[stmt].computesFloats;
    for (const CallSite &call : program_[stmt].calls)
      if (isValid(call.callee) && isValid(program_[call.callee].body)) {
        WorkKind callee = work(call.callee);
        result.repeats |= callee.repeats;
        result.hasFloats |= callee.hasFloats;
      }
  }
  return result;
}

WorkKind WorkSize::work(FunctionId function) const {
  // Asked again while it is being found out: recursive.
  auto [known, isNew] = works_.try_emplace(function, WorkKind{true, true});
  if (!isNew)
    return known->second;
  NodeId body = program_[function].body;
  WorkKind result;
  forEachNode(program_, body, [&](NodeId id) {
    result.repeats |= program_[id].as<Loop>() != nullptr;
  });
  if (!result.repeats)
    result = ownWork(body);
  works_[function] = result;
  return result;
}

} // namespace hocket::taskgraph
