// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/TouchedDomain.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

TargetKey keyOf(const TextRange &text) {
  return {text.unit, text.begin, text.end};
}

void TouchedDomain::begin(const Instrumented &code, const TextRange &elsewhere,
                          RepeatedTexts &repeated) {
  targets_.clear();
  elsewhere_ = elsewhere;
  for (const MemoryMark &mark : code.marks) {
    targets_[keyOf(mark.target)] = mark.kind;
    // What it is compared with may be noted like it.
    if (mark.kind == MarkKind::Bound && mark.isOfTwo)
      targets_[keyOf(mark.assigned)] = mark.kind;
  }
  repeated_ = &repeated;
}

TouchedState TouchedDomain::join(const State &a, const State &b) const {
  State result = a;
  result.meet(b);
  return result;
}

TouchedState TouchedDomain::execute(StmtId id, const State &before) {
  if (!before.isReachable())
    return before;
  const Stmt &stmt = program_[id];
  const WrittenObjects &written = writtenBy(id);
  State unchanged = before;
  forget(unchanged, written);
  State after = unchanged;
  touch(stmt, written, before, after);
  for (const CallSite &site : stmt.calls)
    call(site, before, after);
  return elsewhere_.contains(stmt.text) ? unchanged : after;
}

std::pair<TouchedState, TouchedState>
TouchedDomain::decide(StmtId condition, const State &before) {
  State after = execute(condition, before);
  return {after, after};
}

TouchedState
TouchedDomain::repeat(NodeId node, const State &before,
                      const polyhedral::Iteration<State> &iteration) {
  State head = before;
  forget(head, writtenIn(node));
  return iteration(head).exit;
}

void TouchedDomain::call(const CallSite &site, const State &before,
                         State &after) {
  if (!isValid(site.callee) || !after.isReachable())
    return;
  const TouchedState *exit = calls_.exit(site.callee);
  if (!exit)
    return;
  calls_.foundCall(site.callee, before.ofStatics(names_));
  if (!site.must)
    return;
  if (exit->isReachable())
    after.add(*exit);
  else
    after = nowhere();
}

static bool readsAlone(const Stmt &stmt) {
  return stmt.calls.empty() &&
         std::all_of(stmt.accesses.begin(), stmt.accesses.end(),
                     [](const Access &access) {
                       return access.kind == AccessKind::Read;
                     });
}

/// \param before, after the statement
void TouchedDomain::touch(const Stmt &stmt, const WrittenObjects &written,
                          const State &before, State &after) {
  const bool isRead = readsAlone(stmt);
  State reads; // of this statement, if it does nothing else
  for (const Access &access : stmt.accesses) {
    const TargetKey key = keyOf(access.text);
    auto mark = targets_.find(key);
    if (mark == targets_.end())
      continue;
    std::optional<TouchedPlace> place = names_.placeOf(stmt, access);
    if (place && changes(written, *place))
      place.reset();
    const MarkKind kind = mark->second;
    bool isRepeated = place && kind != MarkKind::Bound &&
                      (before.has(*place) || reads.has(*place));
    (isRepeated ? repeated_->repeated : repeated_->needed).insert(key);
    if (isRepeated || !place || !access.must || kind == MarkKind::Bound ||
        kind == MarkKind::Defer)
      continue;
    after.add(*place);
    if (isRead)
      reads.add(*place);
  }
}

bool TouchedDomain::changes(const WrittenObjects &written,
                            const TouchedPlace &place) const {
  const std::set<ObjectId> &from = names_.readBy(place.base);
  return std::any_of(from.begin(), from.end(), [&](ObjectId object) {
    return written.anything || written.ids.count(object) != 0;
  });
}

void TouchedDomain::forget(State &state, const WrittenObjects &written) const {
  state.forget(
      [&](const TouchedPlace &place) { return changes(written, place); });
}

const WrittenObjects &TouchedDomain::writtenBy(StmtId stmt) {
  auto [known, isNew] = writtenBy_.try_emplace(stmt);
  if (!isNew)
    return known->second;
  WrittenObjects &result = known->second;
  const analysis::StmtEffects &effects = index_.effects().stmts[index(stmt)];
  result.anything = effects.isUnknown;
  for (const EffectItem &item : effects.items)
    if (item.kind == AccessKind::Write) {
      result.ids.insert(item.objects.ids.begin(), item.objects.ids.end());
      result.anything |= item.objects.unknown;
    }
  if (isValid(program_[stmt].declares))
    result.ids.insert(program_[stmt].declares);
  return result;
}

const WrittenObjects &TouchedDomain::writtenIn(NodeId node) {
  auto known = writtenIn_.find(node);
  if (known != writtenIn_.end())
    return known->second;
  WrittenObjects result;
  for (StmtId stmt : allStmts(program_, node)) {
    const WrittenObjects &more = writtenBy(stmt);
    result.ids.insert(more.ids.begin(), more.ids.end());
    result.anything |= more.anything;
  }
  return writtenIn_[node] = std::move(result);
}

} // namespace hocket::speculation
