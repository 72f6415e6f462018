// SPDX-License-Identifier: Apache-2.0
//
// What traces hold, as plain values: a run of a program as libhocket recorded
// it (docs/runtime/traces.md), or what each CPU ran, as the kernel did.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace hocket::trace {

/// Nanoseconds of the monotonic clock.
using Time = int64_t;

constexpr uint32_t none = ~0u;

struct Interval {
  Time begin = 0, end = 0;
  Time length() const { return end - begin; }
};

enum class SliceKind : uint8_t { Region, Task, Wait, Gate };

/// What a core did from one moment to another. Slices of a core are nested: a
/// wait may lie in a task, a task in another one.
struct Slice : Interval {
  SliceKind kind = SliceKind::Task;
  uint32_t depth = 0; ///< slices around it
  uint32_t name = 0;  ///< position in Trace::names
  /// Position in Trace::regions of the region itself, or that it is in; none:
  /// gates.
  uint32_t region = none;
  /// Task: its number in the region; Wait: that of the task waited for; else
  /// none.
  uint32_t task = none;
  uint32_t awaitedCore = none; ///< Wait: for the end of that core's part
  uint32_t state = 0;          ///< Gate
  bool isCut = false;          ///< the record ends before it does
};

/// From `at` on.
struct ClockChange {
  Time at = 0;
  uint64_t kHz = 0;
};
struct ThreadChange {
  Time at = 0;
  uint32_t thread = 0; ///< the system's number
};

/// The core's thread was on no CPU.
struct Away : Interval {
  bool isPreempted = false; ///< it could have run; else it waited for something
  std::string by;           ///< what the CPU ran instead; empty: nothing
};

struct Core {
  std::string label;         ///< of what is no core; else empty
  std::vector<Slice> slices; ///< by begin; the outer ones first
  std::vector<ClockChange> clocks;
  std::vector<ThreadChange> threads;
  std::vector<Away> away;    ///< filled by mergeSwitches, by begin
  uint64_t lost = 0;         ///< events
  uint32_t processor = none; ///< that it was on when its last region began
  Time recordedTo = std::numeric_limits<Time>::max(); ///< when `lost` began
};

struct Region {
  std::string name; ///< "heat.c:9 step"
  uint64_t cores = 0;
  std::vector<std::string> tasks; ///< by number; may be empty
};

/// A run of one program.
struct Trace {
  std::string program;
  uint64_t process = 0;
  Interval span; ///< of the recording
  uint64_t entered = 0, sequential = 0;
  uint64_t lostElsewhere = 0;
  uint64_t missing = 0; ///< cores of which there is no record
  std::vector<Core> cores;
  std::vector<Region> regions;
  std::vector<std::string> names;
  bool hasSwitches = false; ///< Core::away is known
};

/// A thread on a CPU.
struct Running : Interval {
  uint32_t thread = 0;    ///< never 0, which is idle
  std::string name;       ///< as the kernel knows it
  bool couldGoOn = false; ///< at the end: it was taken off, did not wait
  uint32_t next = 0;      ///< thread that came after it; 0: none or unknown
  std::string nextName;
};

/// What each CPU ran, from sched_switch events.
struct Switches {
  Interval span;
  std::vector<std::vector<Running>> cpus; ///< by begin
  uint64_t events = 0;                    ///< sched_switch
  uint64_t lost = 0;                      ///< events, as the file says
  /// Places where the events contradict each other, because some are missing:
  /// a thread turned up on another CPU, or a CPU ran another one than it
  /// should.
  uint64_t reappeared = 0, replaced = 0;
  /// Time in which a CPU is counted as busy or idle although it may not have
  /// been: from its last event to where something else turned up.
  Time inDoubt = 0;
};

} // namespace hocket::trace
