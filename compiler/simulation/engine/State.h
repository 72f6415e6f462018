// SPDX-License-Identifier: Apache-2.0
//
// All that a simulation knows at a moment of its time. Plain data: the files
// beside this one each have the functions for one part of it, from the lowest:
// Energy, Queues, Clocks, Threads, Cores, and Run, which has the loop.
//
// Nothing is done to a core in the middle of something else. What changes what
// a core has to do marks it (`mark`); when an event has been handled, all
// marked cores decide anew.
#pragma once

#include "simulation/engine/Events.h"
#include "simulation/engine/Noise.h"
#include "simulation/model/Machine.h"
#include "simulation/model/Workload.h"

#include "trace/Trace.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hocket::simulation {

struct State;

// --- threads

struct ThreadState {
  enum class Phase : uint8_t {
    Unborn,
    Ready,   ///< in the queue of `core`, or on it
    Blocked, ///< until an event
    Done
  };
  /// What it does on the core.
  enum class Doing : uint8_t { Work, Spin, Change };

  Phase phase = Phase::Unborn;
  Doing doing = Doing::Work;
  bool isRunning = false; ///< on `core`, not in its queue
  bool isWaiting = false; ///< at a step that waits for something
  uint32_t core = none;   ///< that it is or was last on
  uint32_t pinned = none; ///< core that a policy keeps it on
  uint32_t step = 0;      ///< the next one, or the one it is in
  bool isInStep = false;  ///< `left` counts
  double left = 0;        ///< part of the step's work
  double factor = 1;      ///< noise of the step
  double debtNs = 0;      ///< to be paid before it goes on: a move's cost
  double pausedUntil = 0; ///< wait: when what it waits for is there
  uint32_t timer = 0;     ///< version of its events
  std::vector<uint32_t> repeated; ///< by step, for Repeat
  uint64_t repetition = 0;
  double vruntime = 0; ///< nanoseconds on a core, over its weight (CFS)
  double weight = 1024;
  double quotaLeft = 0; ///< in work
  uint32_t quotaTimer = 0;
  bool isOutOfQuota = false; ///< so it is blocked until that is full again

  double cpuNs = 0, workDone = 0; ///< so far
  double workedUntil = 0;         ///< the end of its last work
  double started = 0, ended = 0;
  double released = 0; ///< when its current burst began
  uint64_t bursts = 0; ///< done: from a wake to the next sleep
  double burstSum = 0, burstMost = 0;
  uint64_t moves = 0;   ///< to another core
  uint64_t arrival = 0; ///< on its core, in order of all threads
};

// --- cores

/// What a core's energy and time are counted as. Idle states come after these.
enum class Use : uint8_t { Running, Changing, Waiting, Off };
constexpr uint32_t uses = 4;

struct CoreState {
  enum class Mode : uint8_t { Off, Awake, FallingAsleep, Asleep, Waking };

  Mode mode = Mode::Awake;
  uint32_t idle = 0; ///< state, unless Off or Awake
  uint32_t timer = 0;
  bool isMarked = false;
  bool mustChoose = false;       ///< its slice is over, or it is preempted
  std::vector<uint32_t> running; ///< threads; more than one only if they share
  std::vector<double> share;     ///< of each of them
  std::vector<uint32_t> queue;   ///< ready threads that are not running
  double leastVruntime = 0;
  double sliceEnd = forever;

  double settledAt = 0;
  double busyNs = 0; ///< with a thread on it; for governors
  double watts = 0;
  uint32_t use = uint32_t(Use::Waiting); ///< position in `joules`
  std::vector<double> joules, ns;        ///< by Use, then by idle state
  bool isIdle = false;
  double idleSince = 0;
  std::array<double, 8> idleTimes{}; ///< the last ones
  uint32_t idleCount = 0;

  bool isUp = true;              ///< for what cores share: not asleep, not off
  bool isInClusterState = false; ///< or off

  /// The gap that a plan has the core in.
  std::optional<uint32_t> plannedState;
  double plannedUntil = 0;
  bool isPlannedGap = false;
};

struct DomainState {
  uint32_t point = 0, to = 0;
  bool isChanging = false;
  uint32_t wanted = none; ///< after the change that is going on
  double joules = 0;      ///< of changes, beside what cores draw
  uint64_t changes = 0;
  double since = 0;       ///< that it has `point`
  std::vector<double> ns; ///< at each point, and in changes from it
  /// Of what its cores share: until when that is counted, what it draws,
  /// joules.
  double sharedSettledAt = 0, sharedWatts = 0, sharedJoules = 0;
};

// --- synchronization

struct Waiter {
  uint32_t thread = 0;
  uint64_t repetition = 0; ///< that it needs
  double lag = 0;
};

struct Flag {
  std::vector<double> times; ///< when it went up
  std::vector<Waiter> waiters;
  std::vector<uint32_t> changes; ///< of Workload::changes, that wait for it
};

struct BarrierState {
  uint32_t members = 0;
  std::vector<uint32_t> waiting;
};

// --- policies

/// Chooses cores for threads and threads for cores.
class Scheduler {
public:
  virtual ~Scheduler() = default;
  virtual void begin(State &) {}
  /// A core for a thread that is new, or wakes on `thread.core`.
  virtual uint32_t coreFor(State &, uint32_t thread) = 0;
  /// How long the thread may run while others wait.
  virtual double slice(State &, uint32_t core, uint32_t thread) = 0;
  /// The core has nothing to do: a waiting thread of another core, or `none`.
  virtual uint32_t pull(State &, uint32_t /*core*/) { return none; }
  /// Its threads all run at once, each slower.
  virtual bool isFluid() const { return false; }
  virtual bool preempts(State &, uint32_t thread, uint32_t running) = 0;
};

/// Chooses idle states.
class IdlePolicy {
public:
  virtual ~IdlePolicy() = default;
  /// Of the core's idle states; none: it stays awake.
  virtual std::optional<uint32_t> state(State &, uint32_t core) = 0;
};

/// Does something from time to time: a governor, load balancing.
class Policy {
public:
  virtual ~Policy() = default;
  /// At the beginning; asks for its first timer.
  virtual void begin(State &) = 0;
  virtual void timer(State &) {}
  /// A thread is there, or has ended.
  virtual void threadsChanged(State &) {}
  virtual void coreBusy(State &, uint32_t /*core*/) {}
  /// The thread has done what it woke for, and sleeps.
  virtual void burstEnded(State &, uint32_t /*thread*/) {}
  virtual void userEvent(State &, uint32_t /*event*/) {}
  uint32_t index = 0; ///< in State::policies
};

// --- records

struct Watts {
  double time = 0;
  uint32_t core = 0;
  double watts = 0;
};

/// What a core is recorded to do from `begin` on.
struct Shown {
  trace::SliceKind kind = trace::SliceKind::Region; ///< Region: nothing
  uint32_t name = 0, task = none, state = 0;
  double begin = 0;
};

struct Records {
  bool isOn = false;
  std::vector<Watts> power;                            ///< in time
  std::vector<Shown> shown;                            ///< by core
  std::vector<std::vector<trace::Slice>> slices;       ///< by core
  std::vector<std::vector<trace::ClockChange>> clocks; ///< by domain
};

struct State {
  const Machine *machine = nullptr;
  const Workload *workload = nullptr;
  Noise noise;
  double now = 0;
  double end = forever; ///< no later
  uint64_t handled = 0; ///< events
  EventQueue events;
  std::vector<CoreState> cores;
  std::vector<ThreadState> threads;
  std::vector<DomainState> domains;
  std::vector<Flag> flags;
  std::vector<BarrierState> barriers;
  std::vector<uint32_t> marked; ///< cores
  uint32_t measuredLeft = 0;    ///< threads whose end ends the simulation
  bool threadsChanged = false;
  std::vector<bool> isReserved; ///< core, for the threads that it is given to
  double stallUntil = 0;        ///< a cluster takes over
  uint64_t arrivals = 0;        ///< of threads on cores
  std::unique_ptr<Scheduler> scheduler;
  std::unique_ptr<IdlePolicy> idlePolicy;
  std::vector<std::unique_ptr<Policy>> policies;
  Records records;

  const Thread &thread(uint32_t index) const {
    return workload->threads[index];
  }
};

/// The core decides anew when the event has been handled.
inline void mark(State &state, uint32_t core) {
  if (!state.cores[core].isMarked) {
    state.cores[core].isMarked = true;
    state.marked.push_back(core);
  }
}

} // namespace hocket::simulation
