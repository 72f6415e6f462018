// SPDX-License-Identifier: Apache-2.0
#include "trace/ReadSwitches.h"

#include "trace/SwitchLine.h"

#include <algorithm>
#include <map>

namespace hocket::trace {

using llvm::StringRef;

namespace {

/// Follows the events in order of time.
class Replay {
public:
  Replay(const std::vector<SwitchEvent> &events, uint32_t cpus)
      : events_(events), now_(cpus) {
    result_.cpus.resize(cpus);
    result_.span = {events.front().at, events.back().at};
    begin();
  }

  Switches run() {
    for (const SwitchEvent &event : events_) {
      see(event.cpu, event.current, event.at);
      if (event.isSwitch)
        go(event);
    }
    for (uint32_t cpu = 0; cpu < now_.size(); ++cpu)
      leave(cpu, result_.span.end, false, {});
    return std::move(result_);
  }

private:
  struct Cpu {
    ThreadName thread; ///< number 0: idle
    Time since = 0;
    Time seen = 0;        ///< its last event here
    bool isKnown = false; ///< else nothing has happened here yet
  };

  /// A CPU ran its first event's thread from the start on, unless that thread
  /// was elsewhere before.
  void begin() {
    std::map<uint32_t, uint32_t> seenOn; // thread: CPU of its first event
    std::vector<bool> isKnown(now_.size());
    for (const SwitchEvent &event : events_) {
      uint32_t thread = event.current.number;
      auto [it, isFirst] = seenOn.try_emplace(thread, event.cpu);
      if (!isKnown[event.cpu]) {
        isKnown[event.cpu] = true;
        if (thread == 0 || isFirst)
          enter(event.cpu, event.current, result_.span.begin);
      }
      if (event.isSwitch)
        seenOn.try_emplace(event.next.number, event.cpu);
    }
  }

  void enter(uint32_t cpu, const ThreadName &thread, Time at) {
    now_[cpu] = {thread, at, at, true};
  }

  void leave(uint32_t cpu, Time at, bool couldGoOn, const ThreadName &next) {
    Cpu &now = now_[cpu];
    if (now.thread.number != 0 && at > now.since) {
      Running running;
      running.begin = now.since;
      running.end = at;
      running.thread = now.thread.number;
      running.name = now.thread.name;
      running.couldGoOn = couldGoOn;
      running.next = next.number;
      running.nextName = next.number ? next.name : "";
      result_.cpus[cpu].push_back(running);
    }
    now = {{}, at, at, now.isKnown};
  }

  /// A thread is on one CPU at a time: where it was before, it is no more.
  void leaveOthers(uint32_t cpu, uint32_t thread, Time at) {
    for (uint32_t other = 0; thread != 0 && other < now_.size(); ++other)
      if (other != cpu && now_[other].thread.number == thread) {
        ++result_.reappeared;
        result_.inDoubt += at - now_[other].seen;
        leave(other, at, false, {});
      }
  }

  /// `thread` is on the CPU.
  void see(uint32_t cpu, const ThreadName &thread, Time at) {
    if (now_[cpu].thread.number != thread.number) {
      result_.replaced += now_[cpu].isKnown;
      if (now_[cpu].isKnown)
        result_.inDoubt += at - now_[cpu].seen;
      leave(cpu, at, false, {});
      leaveOthers(cpu, thread.number, at);
      enter(cpu, thread, at);
    }
    now_[cpu].seen = at;
  }

  void go(const SwitchEvent &event) {
    ++result_.events;
    leave(event.cpu, event.at, event.couldGoOn, event.next);
    leaveOthers(event.cpu, event.next.number, event.at);
    enter(event.cpu, event.next, event.at);
  }

  const std::vector<SwitchEvent> &events_;
  std::vector<Cpu> now_; ///< by CPU
  Switches result_;
};

/// "[1] sched:" events of `text`, and what it says of lost ones.
bool readLines(StringRef text, std::vector<SwitchEvent> &events,
               SwitchHeader &header, std::string &error) {
  uint64_t marked = 0;
  std::size_t number = 0;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.rtrim('\r');
    ++number;
    readSwitchHeader(line, header);
    if (std::optional<LostMark> mark = readLostMark(line)) {
      marked += mark->events;
      continue;
    }
    SwitchEvent event;
    event.line = number;
    LineKind kind = readSwitchLine(line, event);
    if (kind == LineKind::Wrong) {
      error =
          ":" + std::to_string(number) +
          ": error: expected 'THREAD [CPU] TIME: sched_switch: ... ==> ...'";
      return false;
    }
    if (kind == LineKind::Event)
      events.push_back(std::move(event));
  }
  // ftrace's header counts those that its marks name, too.
  header.lost = std::max(header.lost, marked);
  return true;
}

} // namespace

std::optional<Switches> readSwitches(const std::string &text,
                                     std::string &error) {
  std::vector<SwitchEvent> events;
  SwitchHeader header;
  if (!readLines(text, events, header, error))
    return std::nullopt;
  bool hasSwitch = std::any_of(events.begin(), events.end(),
                               [](const SwitchEvent &e) { return e.isSwitch; });
  if (!hasSwitch) {
    error = ": error: expected 'sched_switch' events";
    return std::nullopt;
  }
  std::stable_sort(
      events.begin(), events.end(),
      [](const SwitchEvent &a, const SwitchEvent &b) { return a.at < b.at; });
  uint32_t cpus = header.cpus;
  for (const SwitchEvent &event : events)
    cpus = std::max(cpus, event.cpu + 1);
  Switches result = Replay(events, cpus).run();
  result.lost = header.lost;
  return result;
}

} // namespace hocket::trace
