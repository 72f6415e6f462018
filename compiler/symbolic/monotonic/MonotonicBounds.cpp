// SPDX-License-Identifier: Apache-2.0
#include "symbolic/monotonic/MonotonicBounds.h"

#include "symbolic/Alias.h"
#include "symbolic/monotonic/MonotonicDomain.h"
#include "symbolic/monotonic/MovingVariables.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::NodeId;

/// An element of an array may be anything, and so may the number of an
/// iteration where the loop's bound is not known.
bool isLoose(AffineModel &model, const MemoryAccess &access) {
  if (!access.address)
    return true;
  std::vector<SymbolId> symbols = access.address->polynomial.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const Symbol symbol = model.symbol(id);
    if (symbol.kind != Symbol::Kind::Iterator)
      return symbol.kind == Symbol::Kind::Element;
    const LoopShape *shape = model.loopShape(symbol.loop);
    return shape && (!shape->lower || !shape->bound);
  });
}

/// The text's order is that of execution, and the tree is all of it.
bool MonotonicBounds::canWalk() const {
  const ir::Program &program = model_.program();
  if (model_.index().hasGoto(program[loop_].function))
    return false;
  bool result = true;
  forEachNodeSeenThrough(model_.index(), loop_, [&](NodeId node) {
    const ir::Loop *loop = program[node].as<ir::Loop>();
    const ir::Block *block = program[node].as<ir::Block>();
    const ir::Jump *jump = program[node].as<ir::Jump>();
    // A case label in a loop leads around its condition.
    result &= !(loop && program[loop->body].hasLabel) &&
              !(loop && loop->part && node != loop_) &&
              !(block && block->isSplitLoop) && program[node].omitted.empty() &&
              !isValid(program[node].copyOf) &&
              !(jump && jump->kind == ir::JumpKind::Goto);
  });
  return result;
}

/// With an address that follows data, or none, it is in the way of some other
/// access.
bool MonotonicBounds::mayMatter(const MemoryAccess &access,
                                const std::vector<MemoryAccess> &all) const {
  const std::optional<Base> &base = access.base;
  if (!isLoose(model_, access) || access.item->size == 0 ||
      !isValid(access.item->address) || access.reduction >= 0 ||
      access.footprint || (base && base->kind == Base::Kind::Allocation) ||
      (base && base->kind == Base::Kind::Object &&
       ir::isDeclaredIn(model_.program(), base->object, loop_)))
    return false;
  return std::any_of(all.begin(), all.end(), [&](const MemoryAccess &other) {
    return (access.isWrite() || other.isWrite()) &&
           !(base && other.base &&
             basesAreDisjoint(model_, *base, *other.base)) &&
           objectsMayOverlap(model_.index(), *access.item, *other.item);
  });
}

void MonotonicBounds::bound(std::vector<MemoryAccess> &accesses) {
  if (!isDone_ && canWalk()) {
    NodeId body = model_.program()[loop_].as<ir::Loop>()->body;
    MonotonicVariables variables(model_, body);
    std::vector<const MemoryAccess *> wanted;
    for (const MemoryAccess &access : accesses)
      if (mayMatter(access, accesses)) {
        variables.want(access);
        wanted.push_back(&access);
      }
    variables.close();
    MonotonicDomain domain(model_, variables, body);
    if (someMove(model_, variables, body))
      AbstractWalk(model_.index(), domain).visit(body, model_.universe());
    unsigned number = 0;
    for (const MemoryAccess *access : wanted)
      if (std::optional<isl::set> state = domain.stateAt(access->stmt))
        if (std::optional<Value> address = domain.states().addressOf(
                *state, *access, "place" + std::to_string(number++)))
          found_.emplace(Key{access->stmt, access->item}, *address);
  }
  isDone_ = true;
  for (MemoryAccess &access : accesses)
    if (auto it = found_.find({access.stmt, access.item}); it != found_.end()) {
      access.address = it->second;
      access.base = it->second.base;
    }
}

} // namespace hocket::polyhedral
