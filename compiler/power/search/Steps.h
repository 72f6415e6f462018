// SPDX-License-Identifier: Apache-2.0
//
// A timed schedule as a network: each frequency domain's time is cut where a
// task of one of its cores starts or ends. What lies between two cuts is a
// step: in it the same cores of the domain run, each a known share of its task.
// So one operating point for a step, or two in turn, says how long it takes and
// what it costs, and that holds for a clock of one core and of several alike.
// Steps of a domain follow each other; a dependence leads from the event that
// ends its source to the one that starts its target.
#pragma once

#include "power/Plan.h"

namespace hocket::power {

inline constexpr uint32_t none = ~0u;

/// What stays the same while points are chosen.
struct Setting {
  const scheduling::Problem &problem;
  /// Of the schedule: for each core its tasks.
  const std::vector<std::vector<scheduling::TaskIndex>> &order;
  const ChipPower &chip;
  std::optional<double> deadlineNs; ///< nothing: whenever it is best
  /// Nanoseconds of tasks on units behind their starts, which is what `problem`
  /// has of them; empty: there are none. Plans that are searched for end tasks
  /// where their cores are done.
  std::vector<std::optional<double>> onUnits = {};
  std::vector<std::vector<scheduling::TaskIndex>> unitOrders = {}; ///< by unit
  std::vector<double> unitJoules = {}; ///< Plan::units at once

  double tailNs(scheduling::TaskIndex task) const {
    return task < onUnits.size() ? onUnits[task].value_or(0) : 0;
  }
};

struct Event {
  scheduling::TaskIndex task = 0;
  bool isStart = false;
  uint32_t domain = 0;
  uint32_t stepBefore = 0, stepAfter = 0; ///< in the event's domain
};

/// What a core runs in a step.
struct Part {
  scheduling::TaskIndex task = 0;
  scheduling::CoreIndex core = 0;
  double share = 0; ///< of the task
};

struct Step {
  uint32_t domain = 0;
  uint32_t from = none, to = none; ///< events; none: the plan's start or end
  std::vector<Part> parts;         ///< empty: all cores of the domain idle
  bool isAtHighest = false;        ///< a part must not run at any other point
};

/// A dependence between tasks, or that one must not end before another starts.
struct Arc {
  uint32_t from = 0, to = 0; ///< events
  double lag = 0;            ///< nanoseconds
};

struct Network {
  std::vector<Event> events; ///< in an order that all arcs and steps go along
  std::vector<Step> steps;   ///< of the first domain in order, of the next, ...
  std::vector<std::vector<uint32_t>> chains; ///< by domain, its steps
  std::vector<Arc> arcs;                     ///< sorted by their target
  std::vector<Arc> ends;                     ///< to the end of the plan
  std::vector<uint32_t> startOf, endOf;      ///< by task, events
};

/// Cuts a plan by its placements and runs; gaps and energies do not matter.
Network cut(const Setting &setting, const Plan &plan);

} // namespace hocket::power
