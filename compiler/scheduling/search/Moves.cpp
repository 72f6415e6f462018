// SPDX-License-Identifier: Apache-2.0
//
// Moves of one task; see Moves.h.
#include "scheduling/search/Moves.h"

#include <algorithm>
#include <cassert>

namespace hocket::scheduling {

MoveFinder::MoveFinder(const Sequences &sequences)
    : sequences_(sequences), arcs_(sequences.arcs()) {
  for (auto *byUnit : {&headChanged_, &tailChanged_, &isAfter_, &isBefore_})
    byUnit->resize(arcs_.units());
  followsOnCore_.resize(arcs_.tasks());
  precedesOnCore_.resize(arcs_.tasks());
  tail_.resize(arcs_.units());
  end_.resize(arcs_.tasks());
}

double MoveFinder::leaveOutOfHeads(TaskIndex out) {
  const std::vector<Unit> &sorted = sequences_.sorted();
  size_t at = sequences_.position(arcs_.unitOf(out));
  double latest = sequences_.latestBefore(at);
  auto endOf = [&](TaskIndex task) { return end(task); };
  for (size_t later = at + 1; later < sorted.size(); ++later) {
    Unit unit = sorted[later];
    bool isTouched = false, isAfter = false;
    for (TaskIndex task : arcs_.tasksOf(unit)) {
      if (TaskIndex before = sequences_.prev(task); before == out)
        isTouched = true;
      else if (before != Sequences::nobody) {
        isTouched |= isMarked(headChanged_, before);
        isAfter |= isMarked(isAfter_, before);
      }
      for (const Arc &arc : arcs_.preds(task))
        if (!arc.onlyOnSameCore) {
          isTouched |= arc.task == out || isMarked(headChanged_, arc.task);
          isAfter |= arc.task == out || isMarked(isAfter_, arc.task);
        }
      work_ += 1 + arcs_.preds(task).size();
    }
    if (isAfter)
      isAfter_[unit] = stamp_;
    double head = sequences_.head(unit);
    if (isTouched) {
      head = sequences_.headOf(unit, out, endOf);
      if (head != sequences_.head(unit))
        headChanged_[unit] = stamp_;
    }
    for (TaskIndex task : arcs_.tasksOf(unit)) {
      end_[task] = head + arcs_.cost(task, sequences_.core(task));
      latest = std::max(latest, end_[task]);
    }
  }
  return latest;
}

void MoveFinder::leaveOutOfTails(TaskIndex out) {
  const std::vector<Unit> &sorted = sequences_.sorted();
  auto tailOf = [&](TaskIndex task) { return tail(task); };
  for (size_t at = sequences_.position(arcs_.unitOf(out)); at-- > 0;) {
    Unit unit = sorted[at];
    bool isTouched = false, isBefore = false;
    for (TaskIndex task : arcs_.tasksOf(unit)) {
      if (TaskIndex after = sequences_.next(task); after == out)
        isTouched = true;
      else if (after != Sequences::nobody) {
        isTouched |= isMarked(tailChanged_, after);
        isBefore |= isMarked(isBefore_, after);
      }
      for (const Arc &arc : arcs_.succs(task))
        if (!arc.onlyOnSameCore) {
          isTouched |= arc.task == out || isMarked(tailChanged_, arc.task);
          isBefore |= arc.task == out || isMarked(isBefore_, arc.task);
        }
      work_ += 1 + arcs_.succs(task).size();
    }
    if (isBefore)
      isBefore_[unit] = stamp_;
    if (!isTouched)
      continue;
    tail_[unit] = sequences_.tailOf(unit, out, tailOf);
    if (tail_[unit] != sequences_.tail(unit))
      tailChanged_[unit] = stamp_;
  }
}

void MoveFinder::markSameCoreNeighbours(TaskIndex task) {
  for (const Arc &arc : arcs_.preds(task))
    precedesOnCore_[arc.task] = stamp_;
  for (const Arc &arc : arcs_.succs(task))
    followsOnCore_[arc.task] = stamp_;
}

/// When all that the task reads is on the core.
double MoveFinder::arrival(TaskIndex task, CoreIndex core) const {
  double arrival = 0;
  for (const Arc &arc : arcs_.preds(task))
    if (!arc.onlyOnSameCore)
      arrival = std::max(
          arrival,
          end(arc.task) + arcs_.transfer(arc, sequences_.core(arc.task), core));
  return arrival;
}

/// What follows the task's end if it runs on the core.
double MoveFinder::rest(TaskIndex task, CoreIndex core) const {
  double rest = 0;
  for (const Arc &arc : arcs_.succs(task))
    if (!arc.onlyOnSameCore)
      rest = std::max(rest,
                      tail(arc.task) +
                          arcs_.transfer(arc, core, sequences_.core(arc.task)));
  return rest;
}

void MoveFinder::addBestPlace(TaskIndex task, CoreIndex core, double without,
                              std::vector<Move> &moves) const {
  constexpr TaskIndex nobody = Sequences::nobody;
  double readyAt = arrival(task, core), own = arcs_.cost(task, core);
  double follows = rest(task, core);
  Move best{task, core, nobody, 0, 0};
  bool isFound = false, isClosed = false;
  TaskIndex before = nobody;
  double free = 0; // when the core is, behind `before`
  while (true) {
    TaskIndex after =
        before == nobody ? sequences_.first(core) : sequences_.next(before);
    if (after == task)
      after = sequences_.next(task);
    bool isWhereItIs =
        core == sequences_.core(task) && before == sequences_.prev(task);
    if (!isClosed && !isWhereItIs) {
      double through = std::max(readyAt, free) + own +
                       std::max(follows, after == nobody ? 0 : tail(after));
      if (!isFound || through < best.through) {
        best.after = before;
        best.through = through;
        isFound = true;
      }
    }
    if (after == nobody)
      break;
    isClosed |= mustFollow(after);
    if (mustPrecede(after)) {
      if (isClosed)
        return; // it would have to come before and after the same task
      isFound = false;
    }
    free = end(after);
    before = after;
  }
  if (!isFound)
    return;
  best.makespan = std::max(without, best.through);
  moves.push_back(best);
}

void MoveFinder::find(TaskIndex task, std::vector<Move> &moves) {
  assert(arcs_.isAlone(arcs_.unitOf(task)) && "gangs stay where they are");
  moves.clear();
  ++stamp_;
  double without = leaveOutOfHeads(task);
  leaveOutOfTails(task);
  markSameCoreNeighbours(task);
  for (CoreIndex core = 0; core < arcs_.cores(); ++core)
    if (arcs_.mayUse(task, core))
      addBestPlace(task, core, without, moves);
  work_ += arcs_.tasks();
}

} // namespace hocket::scheduling
