// SPDX-License-Identifier: Apache-2.0
//
// Which loads a test on entry may make. `if (s) a[i] = s->data[i]` says nothing
// about `s` where it is null, and neither does an inner loop that has no
// iteration: an entry must not read what the loop would not.
//
// A load is sure to happen if some statement of the loop that makes it runs
// whenever the loops around it have an iteration. That they have one is a
// *guard*: C text that the entry evaluates before the test. The guards of one
// test stand in order, as the bounds in one may be loads that need others.

#include "loops/checks/EntryText.h"
#include "loops/checks/RangeChecks.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::NodeId;
using ir::StmtId;

namespace {

/// No jump passes by the child of a block, and none leads to it.
bool isReachedInBlock(const ir::Program &program, const ir::Block &block,
                      NodeId child) {
  for (NodeId sibling : block.children) {
    if (sibling == child)
      return !program[child].hasLabel;
    if (program[sibling].exits.any())
      return false;
  }
  return false;
}

/// The statement is part of a loop's header. \returns whether it runs as often
/// as the loop is reached, at the least.
bool runsWithLoop(const ir::Program &program, const ir::Loop &loop,
                  StmtId stmt) {
  if (stmt == loop.init)
    return true;
  return stmt == loop.condition &&
         (loop.form != ir::LoopForm::Do || !program[loop.body].exits.any());
}

/// The loops from the innermost to the root that must have iterations for the
/// statement to run, if nothing else decides.
std::optional<std::vector<NodeId>> loopsDeciding(const ir::Program &program,
                                                 NodeId root, NodeId node,
                                                 StmtId stmt) {
  if (const ir::Loop *own = program[node].as<ir::Loop>();
      own && !runsWithLoop(program, *own, stmt))
    return std::nullopt;
  std::vector<NodeId> loops;
  while (node != root) {
    NodeId child = node;
    node = program[node].parent;
    if (const ir::Block *block = program[node].as<ir::Block>()) {
      if (!isReachedInBlock(program, *block, child))
        return std::nullopt;
    } else if (const ir::Loop *loop = program[node].as<ir::Loop>()) {
      if (program[child].hasLabel)
        return std::nullopt;
      if (loop->form != ir::LoopForm::Do)
        loops.push_back(node);
    } else {
      return std::nullopt;
    }
  }
  return loops;
}

/// At some values of the loops' iterators the bound is as far away as its
/// interval says: one iterator that runs between bounds of its own.
bool isAttained(AffineModel &model, const Poly &bound) {
  std::size_t variant = 0;
  for (const auto &[monomial, coefficient] : bound.terms())
    for (AtomId id : monomial) {
      const Atom atom = model.atom(id);
      if (!atom.isVariant)
        continue;
      const LoopShape *shape = atom.kind == Atom::Kind::Iterator
                                   ? model.loopShape(atom.loop)
                                   : nullptr;
      if (++variant > 1 || monomial.size() != 1 || !shape || !shape->exact ||
          !shape->lower || !shape->bound || model.isVariant(*shape->lower) ||
          model.isVariant(*shape->bound))
        return false;
    }
  return true;
}

} // namespace

/// The entry knows that the loop has an iteration, once the loops around it
/// have.
bool RangeText::guardLoop(NodeId loop, unsigned depth) {
  const LoopShape *shape = model_.loopShape(loop);
  if (!shape || (shape->isNumbered ? !shape->way : !shape->lower))
    return false;
  std::optional<Interval> range =
      ofIterator(model_.atom(shape->iterator), depth + 1);
  if (!range)
    return false;
  std::string guard = atMost(range->low, range->high);
  const ir::Program &program = model_.program();
  bool varies = shape->isNumbered ? model_.isVariant(*shape->way)
                                  : model_.isVariant(*shape->lower) ||
                                        model_.isVariant(*shape->bound);
  if (varies) {
    // The iteration that has one may be any: all have to come.
    for (NodeId above : ir::loopsAround(program, loop))
      if (ir::isWithin(program, above, model_.root()) &&
          program[program[above].as<ir::Loop>()->body].exits.any())
        return false;
    bool isOneFixed = !shape->isNumbered && (!model_.isVariant(*shape->lower) ||
                                             !model_.isVariant(*shape->bound));
    if (!isOneFixed || !isAttained(model_, *shape->lower) ||
        !isAttained(model_, *shape->bound)) {
      std::optional<std::string> count = guarded(loop, number(1), depth + 1);
      if (!count)
        return false;
      guard = atMost(number(1), *count);
    }
  }
  if (guard != "1" && std::find(needs_.guards.begin(), needs_.guards.end(),
                                guard) == needs_.guards.end())
    needs_.guards.push_back(std::move(guard));
  return true;
}

/// Loads from a variable of known size cannot fail.
bool RangeText::isInVariable(ir::ExprId address, StmtId at) {
  for (const analysis::EffectItem &item : model_.index().itemsOf(at)) {
    if (item.address != address || item.size == 0)
      continue;
    std::optional<Value> place = model_.addressOf(item, at);
    if (!place || !place->root || place->root->kind != Root::Kind::Object ||
        !place->poly.isConstant())
      return false;
    int64_t begin = place->poly.constantTerm();
    return begin >= 0 && static_cast<uint64_t>(begin) + item.size <=
                             model_.program()[place->root->object].size;
  }
  return false;
}

bool RangeText::guardLoad(ir::ExprId address, StmtId at, unsigned depth) {
  if (needs_.guardedLoads.contains(address) || isInVariable(address, at))
    return true;
  if (depth > kMaxDepth || !pendingLoads_.insert(address).second)
    return false;
  const ir::Program &program = model_.program();
  std::vector<std::vector<NodeId>> ways;
  for (StmtId stmt : model_.stmts()) {
    if (model_.index().isCopy(stmt))
      continue;
    for (const ir::Access &access : program[stmt].accesses)
      if (access.address == address && access.must)
        if (std::optional<std::vector<NodeId>> loops = loopsDeciding(
                program, model_.root(), model_.index().nodeOf(stmt), stmt))
          ways.push_back(std::move(*loops));
  }
  std::stable_sort(ways.begin(), ways.end(), [](const auto &a, const auto &b) {
    return a.size() < b.size();
  });
  const std::vector<std::string> before = needs_.guards;
  bool isSure = false;
  for (const std::vector<NodeId> &loops : ways) {
    isSure = std::all_of(loops.rbegin(), loops.rend(), [&](NodeId loop) {
      return guardLoop(loop, depth + 1);
    });
    if (isSure)
      break;
    needs_.guards = before;
  }
  pendingLoads_.erase(address);
  if (isSure)
    needs_.guardedLoads.insert(address);
  return isSure;
}

/// `text`, evaluated only where its loads are sure to happen.
std::string RangeText::withGuards(const std::string &text) const {
  std::string result;
  for (const std::string &guard : needs_.guards)
    result = result.empty() ? guard : both(result, guard);
  return result.empty() ? text : both(result, text);
}

} // namespace hocket::polyhedral
