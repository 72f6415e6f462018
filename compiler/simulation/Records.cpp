// SPDX-License-Identifier: Apache-2.0
//
// The trace has one region, which all cores are in all the time. Its tasks are
// those of the schedule, then the threads.
#include "simulation/Records.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

using trace::Slice;
using trace::SliceKind;

namespace {

class Builder {
public:
  Builder(const State &state, const std::string &name) : state_(state) {
    trace_.program = name;
    trace_.span.end = std::llround(state.now);
    trace_.entered = 1;
    trace_.names.push_back(name);
    trace::Region &region = trace_.regions.emplace_back();
    region.name = name;
    region.cores = state.cores.size();
    for (const scheduling::Task &task : state.workload->problem.tasks)
      region.tasks.push_back(task.name);
    for (const Thread &thread : state.workload->threads)
      region.tasks.push_back(thread.name);
    for (const std::string &task : region.tasks)
      trace_.names.push_back(task);
  }

  trace::Trace build() {
    trace_.cores.resize(state_.cores.size());
    for (uint32_t core = 0; core < state_.cores.size(); ++core)
      fill(core);
    return std::move(trace_);
  }

private:
  void fill(uint32_t core) {
    std::vector<Slice> &slices = trace_.cores[core].slices;
    Slice whole;
    whole.kind = SliceKind::Region;
    whole.end = trace_.span.end;
    whole.region = 0;
    slices.push_back(whole);
    for (const Slice &slice : state_.records.slices[core])
      slices.push_back(named(core, slice));
    uint32_t domain = state_.machine->chip.cores[core].domain;
    const power::DomainPower &power = state_.machine->chip.domains[domain];
    auto clockAt = [&](trace::Time at, uint32_t point) {
      return trace::ClockChange{at, uint64_t(power.hertz[point] / 1e3)};
    };
    std::vector<trace::ClockChange> &clocks = trace_.cores[core].clocks;
    clocks.push_back(clockAt(0, power.highest()));
    const std::vector<trace::ClockChange> &changes =
        state_.records.clocks[domain];
    clocks.insert(clocks.end(), changes.begin(), changes.end());
    clocks.push_back(clockAt(trace_.span.end, state_.domains[domain].point));
  }

  Slice named(uint32_t core, Slice slice) {
    slice.depth = 1;
    if (slice.kind == SliceKind::Gate) {
      slice.name = stateName(core, slice.state);
      slice.state = slice.state == none ? 0 : slice.state;
      return slice;
    }
    slice.region = 0;
    uint32_t tasks = uint32_t(state_.workload->problem.tasks.size());
    // Flags of the schedule come first, two for each of its tasks.
    if (slice.kind == SliceKind::Wait && slice.task != none)
      slice.task = slice.task / 2 < tasks ? slice.task / 2 : none;
    if (slice.task == none)
      slice.task = tasks + slice.name; // the thread
    slice.name = 1 + slice.task;
    return slice;
  }

  uint32_t stateName(uint32_t core, uint32_t idle) {
    std::string name =
        idle == none
            ? "off"
            : "asleep, " + state_.machine->chip.cores[core].states[idle].name;
    auto found = std::find(trace_.names.begin(), trace_.names.end(), name);
    if (found != trace_.names.end())
      return uint32_t(found - trace_.names.begin());
    trace_.names.push_back(name);
    return uint32_t(trace_.names.size() - 1);
  }

  const State &state_;
  trace::Trace trace_;
};

} // namespace

trace::Trace traceOf(const State &state, const std::string &name) {
  return Builder(state, name).build();
}

} // namespace hocket::simulation
