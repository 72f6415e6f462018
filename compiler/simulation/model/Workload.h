// SPDX-License-Identifier: Apache-2.0
//
// What runs on a simulated machine: threads, each with a program of a few kinds
// of steps. A schedule, a power plan, another process and an app are all made
// of these, so that they can share cores.
#pragma once

#include "scheduling/Problem.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace hocket::simulation {

constexpr uint32_t none = ~0u;
constexpr double forever = std::numeric_limits<double>::infinity();

enum class StepKind : uint8_t {
  Work,    ///< `ns` of the fastest core at its highest clock
  Task,    ///< the part `ns` of the problem's task `index`
  Signal,  ///< flag `index` goes up by one
  Await,   ///< `ns` after flag `index` has gone up in this repetition (`value`
           ///< 0) or in the last one (1)
  Barrier, ///< all threads that have barrier `index` are at it
  Sleep,   ///< for `ns`
  Pause,   ///< for a random time, `ns` on average (exponential)
  Rest,    ///< until the time `ns`, the core in idle state `value`, or awake
  Clock,   ///< domain `index` gets operating point `value`
  Repeat,  ///< from step `index` on, `value` times in all; 0: without end. The
           ///< repetitions that `Await` counts are those from step 0 on
};

struct Step {
  StepKind kind = StepKind::Work;
  uint32_t index = 0;
  uint32_t value = 0;
  double ns = 0;
};

/// A thread may do so much in each period; what it leaves is lost. A video
/// that decodes a frame in each, or a group's share of a processor.
struct Quota {
  double work = 0; ///< nanoseconds of the fastest core at its highest clock
  double periodNs = 0;
};

struct Thread {
  std::string name;
  uint32_t process = 0; ///< into Workload::processes
  std::vector<Step> steps;
  double start = 0;              ///< when it is there
  int nice = 0;                  ///< -20 to 19; Linux weighs threads by it
  std::vector<uint32_t> allowed; ///< cores; empty: all
  /// How long it waits awake for flags and barriers before it sleeps.
  double spinNs = 0;
  std::optional<Quota> quota;
};

/// A change of a clock that takes no time, made by a core that sleeps on: an
/// idealization of plans for such chips.
struct TimedChange {
  double time = 0;
  uint32_t domain = 0, point = 0;
  uint32_t after = none; ///< flag that must be up before
  uint32_t flag = 0;     ///< goes up then
};

struct Process {
  std::string name;
  bool isSystem = false;   ///< no app: the user sees nothing of it
  bool isMeasured = false; ///< the simulation ends when all such have ended
};

/// What the user does.
struct UserEvent {
  enum class Kind : uint8_t { Foreground, Touch, DisplayOff, DisplayOn };
  double time = 0;
  Kind kind = Kind::Touch;
  uint32_t process = none; ///< Foreground: that comes to it
};

/// What runs beside the cores once it is started.
struct UnitRun {
  uint32_t flag = 0; ///< goes up when it is started
  uint32_t unit = 0; ///< of the machine's chip
  double ns = 0;
};

struct Workload {
  std::vector<Process> processes;
  std::vector<Thread> threads;
  std::vector<TimedChange> changes;
  std::vector<UserEvent> events; ///< in time
  uint32_t flags = 0, barriers = 0;
  std::vector<UnitRun> onUnits;
  /// Tasks that steps refer to.
  scheduling::Problem problem;
};

} // namespace hocket::simulation
