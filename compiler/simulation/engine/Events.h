// SPDX-License-Identifier: Apache-2.0
//
// What is going to happen, in order of time; of what happens at the same time,
// what was announced first comes first.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

namespace hocket::simulation {

enum class EventKind : uint8_t {
  CoreTurn,    ///< a core's thread is done with its step or has had its slice
  CoreAsleep,  ///< a core has fallen asleep
  CoreWake,    ///< a core begins to wake, so as to be awake in time
  CoreAwake,   ///< a core has woken
  ThreadWake,  ///< a thread's timer, or what it waits for has arrived
  SpinEnd,     ///< a thread has waited awake for long enough
  QuotaFull,   ///< a thread may work again
  ThreadStart, ///< a thread is there
  ClockChange, ///< a change that no thread makes
  ClockDone,   ///< a domain has its new operating point
  SwitchDone,  ///< a cluster has taken over from another
  Timer,       ///< of a policy
  UserEvent,   ///< the user does something
};

struct Event {
  double time = 0;
  uint64_t order = 0;   ///< of being announced
  uint32_t index = 0;   ///< core, thread, domain, policy, ...
  uint32_t version = 0; ///< out of date if it is no longer its owner's
  EventKind kind = EventKind::CoreTurn;
};

class EventQueue {
public:
  void add(double time, EventKind kind, uint32_t index, uint32_t version = 0) {
    heap_.push({time, next_++, index, version, kind});
    work_ += isWork(kind);
  }
  /// There is more to come than timers of policies.
  bool hasWork() const { return work_ > 0; }
  Event take() {
    Event event = heap_.top();
    heap_.pop();
    work_ -= isWork(event.kind);
    return event;
  }

private:
  static bool isWork(EventKind kind) {
    return kind != EventKind::Timer && kind != EventKind::UserEvent;
  }
  struct IsLater {
    bool operator()(const Event &a, const Event &b) const {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };
  std::priority_queue<Event, std::vector<Event>, IsLater> heap_;
  uint64_t next_ = 0, work_ = 0;
};

} // namespace hocket::simulation
