// SPDX-License-Identifier: Apache-2.0
#include "analysis/IterationObjects.h"

#include "ir/Tree.h"

#include <algorithm>
#include <utility>

namespace hocket::analysis {

using namespace ir;

static std::vector<NodeId> bodiesOf(const Program &program, NodeId node) {
  if (const Loop *loop = program[node].as<Loop>())
    return {loop->body};
  std::vector<NodeId> result;
  for (NodeId part : childrenOf(program, node))
    if (const Loop *loop = program[part].as<Loop>())
      result.push_back(loop->body);
  return result;
}

IterationObjects::IterationObjects(const Program &program,
                                   const Effects &effects, NodeId loop,
                                   std::set<ObjectId> setFirst)
    : program_(program), effects_(effects), setFirst_(std::move(setFirst)),
      bodies_(bodiesOf(program, loop)) {
  if (!effects.callsAreNested)
    return;
  findAround(program[loop].function);
  for (const auto &[heap, holders] : effects.heapHolders)
    heaps_.insert(heap);
  while (std::erase_if(
             heaps_, [&](ObjectId heap) { return !isHeldByOwn(heap); }) != 0) {
  }
}

/// The function's own activations, and those of all that may lead to a call of
/// it.
void IterationObjects::findAround(FunctionId function) {
  isAround_.assign(effects_.callees.size(), 0);
  isAround_[index(function)] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < isAround_.size(); ++f)
      if (!isAround_[f] &&
          std::any_of(effects_.callees[f].begin(), effects_.callees[f].end(),
                      [&](FunctionId c) { return isAround_[index(c)] != 0; })) {
        isAround_[f] = 1;
        changed = true;
      }
  }
}

bool IterationObjects::isHeldByOwn(ObjectId heap) const {
  const std::vector<ObjectId> &holders = effects_.heapHolders.at(heap);
  return std::all_of(holders.begin(), holders.end(),
                     [&](ObjectId holder) { return isOwn(holder); });
}

bool IterationObjects::isOwn(ObjectId object) const {
  return heaps_.count(object) != 0 || isNewVariable(object);
}

/// Declared there, by an activation that is not one of several around.
bool IterationObjects::isInBody(ObjectId object) const {
  const Object &data = program_[object];
  return isValid(data.scope) && !effects_.isRecursive[index(data.function)] &&
         std::any_of(bodies_.begin(), bodies_.end(), [&](NodeId body) {
           return isWithin(program_, data.scope, body);
         });
}

bool IterationObjects::isNewVariable(ObjectId object) const {
  const Object &data = program_[object];
  if (!effects_.callsAreNested ||
      (data.kind != ObjectKind::Local && data.kind != ObjectKind::Param))
    return false;
  if (data.cloneOf == object) // a call's result, on its way
    return true;
  if (isValid(data.cloneOf)) // the same variable, in one call
    return isNewVariable(data.cloneOf);
  if (!isValid(data.function))
    return false;
  return !isAround_[index(data.function)] || isInBody(object) ||
         (setFirst_.count(object) != 0 &&
          !effects_.isRecursive[index(data.function)]);
}

} // namespace hocket::analysis
