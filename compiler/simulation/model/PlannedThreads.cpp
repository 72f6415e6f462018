// SPDX-License-Identifier: Apache-2.0
//
// Flags: for each task that it has started and that it is done, then one for
// each change of the plan, so that changes keep their order under noise.
#include "simulation/model/PlannedThreads.h"

#include "scheduling/CoreView.h"
#include "scheduling/Handover.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hocket::simulation {

using power::Change;
using power::Plan;
using scheduling::CoreIndex;
using scheduling::Edge;
using scheduling::Problem;
using scheduling::Schedule;
using scheduling::TaskIndex;

namespace {

/// What a core does next, by time.
struct Piece {
  double begin = 0;
  enum class Kind : uint8_t { Change, Task, Gap } kind = Kind::Task;
  uint32_t index = 0; ///< the task, or a position in the plan's list
};

class Builder {
public:
  Builder(const PlannedProgram &program, Workload &workload)
      : problem_(*program.problem), schedule_(*program.schedule),
        view_(scheduling::coreView(problem_, schedule_)), program_(program),
        firstFlag_(workload.flags) {
    workload.flags += uint32_t(2 * problem_.tasks.size());
    firstChange_ = workload.flags;
    if (program.plan)
      workload.flags += uint32_t(program.plan->changes.size());
    placeChanges();
    waits_.resize(problem_.tasks.size());
    for (const Edge &edge : problem_.edges)
      waits_[edge.to].push_back(&edge);
  }

  /// Changes that lie in gaps, which they do not cut as they take no time.
  std::vector<TimedChange> timedChanges() const {
    std::vector<TimedChange> timed;
    if (program_.plan)
      for (uint32_t i = 0; i < program_.plan->changes.size(); ++i) {
        const Change &change = program_.plan->changes[i];
        if (isTimed_[i])
          timed.push_back({change.begin, change.domain, change.to,
                           flagBefore(i), firstChange_ + i});
      }
    return timed;
  }

  /// Tasks on units of the chip.
  std::vector<UnitRun> unitRuns() const {
    std::vector<UnitRun> runs;
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task) {
      const auto &on = schedule_.placements[task].unit;
      for (uint32_t unit = 0;
           on && program_.chip && unit < program_.chip->units.size(); ++unit)
        if (program_.chip->units[unit].name == problem_.units[*on].name)
          runs.push_back({done(task), unit, unitNs(task)});
    }
    return runs;
  }

  const Problem &view() const { return view_; }

  std::vector<Step> stepsOf(CoreIndex core) {
    steps_.clear();
    if (program_.plan)
      for (const Piece &piece : piecesOf(core))
        addPiece(piece);
    else
      for (TaskIndex task : schedule_.order[core])
        addTask(task);
    // What it has started it waits for before it begins anew.
    for (TaskIndex task : schedule_.order[core])
      if (schedule_.placements[task].unit)
        steps_.push_back({StepKind::Await, done(task), 0, unitNs(task)});
    if (program_.repetitions > 1)
      steps_.push_back({StepKind::Repeat, 0, program_.repetitions, 0});
    return std::move(steps_);
  }

private:
  uint32_t started(TaskIndex task) const { return firstFlag_ + 2 * task; }
  uint32_t done(TaskIndex task) const { return firstFlag_ + 2 * task + 1; }

  bool isInGap(const Change &change) const {
    return change.begin == change.end &&
           std::any_of(program_.plan->gaps.begin(), program_.plan->gaps.end(),
                       [&](const power::Gap &gap) {
                         return gap.core == change.core &&
                                gap.begin < change.begin &&
                                change.begin < gap.end;
                       });
  }

  /// The task of the core that makes the change in which it makes it, or none.
  uint32_t taskAround(const Change &change) const {
    double rounding = 1e-9 * std::max(1.0, std::abs(change.begin));
    for (TaskIndex task : schedule_.order[change.core]) {
      const scheduling::Placement &at = program_.plan->placements[task];
      if (change.begin >= at.start - rounding &&
          change.begin < at.end - unitNs(task) - rounding)
        return task;
    }
    return none;
  }

  void placeChanges() {
    if (!program_.plan)
      return;
    for (const Change &change : program_.plan->changes) {
      isTimed_.push_back(isInGap(change));
      around_.push_back(isTimed_.back() ? none : taskAround(change));
    }
  }

  /// Of the last change before this one of its domain.
  uint32_t flagBefore(uint32_t index) const {
    const std::vector<Change> &changes = program_.plan->changes;
    for (uint32_t before = index; before-- > 0;)
      if (changes[before].domain == changes[index].domain)
        return firstChange_ + before;
    return none;
  }

  std::vector<Piece> piecesOf(CoreIndex core) const {
    const Plan &plan = *program_.plan;
    std::vector<Piece> pieces;
    for (uint32_t i = 0; i < plan.changes.size(); ++i)
      if (plan.changes[i].core == core && !isTimed_[i] && around_[i] == none)
        pieces.push_back({plan.changes[i].begin, Piece::Kind::Change, i});
    size_t changes = pieces.size();
    for (TaskIndex task : schedule_.order[core])
      pieces.push_back({plan.placements[task].start, Piece::Kind::Task, task});
    auto isEarlier = [](const Piece &a, const Piece &b) {
      return a.begin < b.begin;
    };
    std::inplace_merge(pieces.begin(), pieces.begin() + ptrdiff_t(changes),
                       pieces.end(), isEarlier);
    for (uint32_t i = 0; i < plan.gaps.size(); ++i)
      if (plan.gaps[i].core == core)
        pieces.push_back({plan.gaps[i].begin, Piece::Kind::Gap, i});
    std::stable_sort(pieces.begin(), pieces.end(), isEarlier);
    return pieces;
  }

  void addPiece(const Piece &piece) {
    switch (piece.kind) {
    case Piece::Kind::Change:
      addChange(piece.index);
      break;
    case Piece::Kind::Task:
      addTask(piece.index);
      break;
    case Piece::Kind::Gap: {
      const power::Gap &gap = program_.plan->gaps[piece.index];
      steps_.push_back({StepKind::Rest, 0, gap.state.value_or(none), gap.end});
      break;
    }
    }
  }

  void addChange(uint32_t index) {
    const Change &change = program_.plan->changes[index];
    if (uint32_t before = flagBefore(index); before != none)
      steps_.push_back({StepKind::Await, before, 0, 0});
    steps_.push_back({StepKind::Clock, change.domain, change.to, 0});
    steps_.push_back({StepKind::Signal, firstChange_ + index, 0, 0});
  }

  /// That a unit has the task once it is started; 0: a core runs it.
  double unitNs(TaskIndex task) const {
    return scheduling::unitNs(problem_, schedule_, task).value_or(0);
  }

  /// The task before it on its unit, of this repetition or the last one.
  void awaitUnit(TaskIndex task) {
    const std::optional<scheduling::UnitIndex> &unit =
        schedule_.placements[task].unit;
    std::optional<TaskIndex> before, last;
    double start = schedule_.placements[task].start;
    for (TaskIndex other = 0; unit && other < problem_.tasks.size(); ++other) {
      const scheduling::Placement &at = schedule_.placements[other];
      if (at.unit != unit)
        continue;
      if (!last || at.start > schedule_.placements[*last].start)
        last = other;
      if (at.start < start &&
          (!before || at.start > schedule_.placements[*before].start))
        before = other;
    }
    if (before)
      steps_.push_back({StepKind::Await, done(*before), 0,
                        unitNs(*before) + problem_.syncNs});
    else if (last && *last != task && program_.repetitions != 1)
      steps_.push_back(
          {StepKind::Await, done(*last), 1, unitNs(*last) + problem_.syncNs});
  }

  double lag(const Edge &edge) const {
    CoreIndex from = schedule_.placements[edge.from].core;
    CoreIndex to = schedule_.placements[edge.to].core;
    if (from == to) // what it has started on a unit
      return unitNs(edge.from) + problem_.syncNs;
    return unitNs(edge.from) +
           scheduling::betweenCores(problem_, from, to).ns(edge.bytes);
  }

  void addTask(TaskIndex task) {
    CoreIndex core = schedule_.placements[task].core;
    for (const Edge *edge : waits_[task])
      if (const scheduling::Placement &from = schedule_.placements[edge->from];
          from.core != core ? !edge->onlyOnSameCore
                            : from.unit && edge->from != task)
        steps_.push_back(
            {StepKind::Await, done(edge->from), edge->distance, lag(*edge)});
    awaitUnit(task);
    if (problem_.tasks[task].gang)
      steps_.push_back({StepKind::Signal, started(task), 0, 0});
    addWork(task);
    for (TaskIndex other = 0; other < problem_.tasks.size(); ++other)
      if (problem_.tasks[task].gang && other != task &&
          problem_.tasks[other].gang == problem_.tasks[task].gang)
        steps_.push_back({StepKind::Await, started(other), 0, 0});
    steps_.push_back({StepKind::Signal, done(task), 0, 0});
  }

  /// The task's work, or its start on a unit, cut where its core changes the
  /// clock.
  void addWork(TaskIndex task) {
    double left = 1;
    if (program_.plan)
      for (uint32_t i = 0; i < program_.plan->changes.size(); ++i) {
        if (around_[i] != task)
          continue;
        double part =
            doneBefore(task, program_.plan->changes[i].begin) - (1 - left);
        if (part > 0)
          steps_.push_back({StepKind::Task, task, 0, part});
        left -= std::max(0.0, part);
        addChange(i);
      }
    steps_.push_back({StepKind::Task, task, 0, left});
  }

  /// The part of the task that its runs have done by then.
  double doneBefore(TaskIndex task, double time) const {
    CoreIndex core = schedule_.placements[task].core;
    const power::DomainPower &domain =
        program_.chip->domains[program_.chip->cores[core].domain];
    double part = 0;
    for (const power::Run &run : program_.plan->runs[task])
      if (run.begin < time)
        part += (std::min(run.end, time) - run.begin) /
                power::taskNs(view_.tasks[task], core, domain, run.point);
    return part;
  }

  const Problem &problem_;
  const Schedule &schedule_;
  const Problem view_; ///< with starts in place of tasks on units
  const PlannedProgram &program_;
  uint32_t firstFlag_ = 0, firstChange_ = 0;
  std::vector<bool> isTimed_;                    ///< of the plan's changes
  std::vector<uint32_t> around_;                 ///< likewise, the task or none
  std::vector<std::vector<const Edge *>> waits_; ///< by task, what it needs
  std::vector<Step> steps_;
};

} // namespace

void addPlanned(const PlannedProgram &program, const std::string &name,
                Workload &workload) {
  Builder builder(program, workload);
  workload.changes = builder.timedChanges();
  for (CoreIndex core = 0; core < program.problem->cores; ++core) {
    Thread thread;
    thread.name = name + " on core " + std::to_string(core);
    thread.process = uint32_t(workload.processes.size());
    thread.steps = builder.stepsOf(core);
    thread.allowed = {core};
    thread.spinNs = program.spinNs;
    if (!thread.steps.empty())
      workload.threads.push_back(std::move(thread));
  }
  workload.processes.push_back({name, false, true});
  workload.problem = builder.view();
  workload.onUnits = builder.unitRuns();
}

} // namespace hocket::simulation
