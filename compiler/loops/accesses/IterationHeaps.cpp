// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/IterationHeaps.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::FunctionId;
using ir::Object;
using ir::ObjectId;
using ir::ObjectKind;

namespace {

/// Functions whose activations may be there when the loop runs: its own, and
/// all that may lead to a call of it.
std::vector<char> functionsAround(const LoopContext &context) {
  const analysis::Effects &effects = context.index.effects();
  std::vector<char> isAround(effects.callees.size(), 0);
  isAround[index(context.program[context.loop].function)] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < isAround.size(); ++f)
      if (!isAround[f] &&
          std::any_of(effects.callees[f].begin(), effects.callees[f].end(),
                      [&](FunctionId c) { return isAround[index(c)] != 0; })) {
        isAround[f] = 1;
        changed = true;
      }
  }
  return isAround;
}

class HeapsOfIterations {
public:
  HeapsOfIterations(const LoopContext &context, const ScalarEvidence &scalars)
      : context_(context), holders_(context.index.effects().heapHolders),
        isAround_(functionsAround(context)) {
    for (const PrivateObject &object : scalars.privates)
      if (context.index.isNamedOnly(object.object))
        private_.insert(object.object);
  }

  std::set<ObjectId> run() {
    for (const auto &[heap, holders] : holders_)
      found_.insert(heap);
    while (std::erase_if(found_, [&](ObjectId heap) { return !isOwn(heap); }) !=
           0) {
    }
    return std::move(found_);
  }

private:
  bool isOwn(ObjectId heap) const {
    const std::vector<ObjectId> &holders = holders_.at(heap);
    return std::all_of(holders.begin(), holders.end(), [&](ObjectId holder) {
      return found_.count(holder) || isNew(holder);
    });
  }

  /// It holds nothing when an iteration begins.
  bool isNew(ObjectId holder) const {
    const ir::Program &program = context_.program;
    const Object &object = program[holder];
    if (object.kind != ObjectKind::Local && object.kind != ObjectKind::Param)
      return false;
    if (private_.count(holder))
      return true;
    ir::NodeId body = context_.data().body;
    if (isValid(object.scope) && isWithin(program, object.scope, body))
      return true;
    if (object.cloneOf == holder) // a call's result, on its way
      return true;
    if (isValid(object.cloneOf)) // the same variable, in one call
      return isNew(object.cloneOf);
    return isValid(object.function) && !isAround_[index(object.function)];
  }

  const LoopContext &context_;
  const std::map<ObjectId, std::vector<ObjectId>> &holders_;
  std::vector<char> isAround_; ///< by FunctionId
  std::set<ObjectId> private_; ///< scalars that are set before they are read
  std::set<ObjectId> found_;
};

} // namespace

std::set<ObjectId> heapsOfIterations(const LoopContext &context,
                                     const ScalarEvidence &scalars) {
  const analysis::Effects &effects = context.index.effects();
  // In recursion a variable of the body is one of an outer activation, too.
  if (effects.heapHolders.empty() ||
      effects.isRecursive[index(context.program[context.loop].function)])
    return {};
  return HeapsOfIterations(context, scalars).run();
}

} // namespace hocket::polyhedral
