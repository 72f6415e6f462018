// SPDX-License-Identifier: Apache-2.0
#include "report/ScheduleTrace.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

namespace hocket::report {

namespace json = llvm::json;

using scheduling::CoreIndex;
using scheduling::Placement;
using scheduling::Problem;
using scheduling::Schedule;
using scheduling::Sync;
using scheduling::TaskIndex;
using trace::Slice;
using trace::SliceKind;
using trace::Time;

namespace {

/// For each task the sync that comes last, as ends of tasks are; none: it waits
/// for no other core.
std::vector<uint32_t> lastAwaited(const Schedule &schedule) {
  std::vector<uint32_t> last(schedule.placements.size(), trace::none);
  for (const Sync &sync : schedule.syncs)
    if (sync.distance == 0 && (last[sync.to] == trace::none ||
                               schedule.placements[last[sync.to]].end <
                                   schedule.placements[sync.from].end))
      last[sync.to] = sync.from;
  return last;
}

class Builder {
public:
  Builder(const Problem &problem, const Schedule &schedule)
      : problem_(problem), schedule_(schedule),
        awaited_(lastAwaited(schedule)) {}

  trace::Trace build(const std::string &name) {
    trace_.program = name;
    trace_.span.end = std::llround(schedule_.makespan);
    trace_.entered = 1;
    trace::Region &region = trace_.regions.emplace_back();
    region.name = name;
    region.cores = problem_.cores;
    trace_.names.push_back(name);
    for (const scheduling::Task &task : problem_.tasks) {
      region.tasks.push_back(task.name);
      trace_.names.push_back(task.name);
    }
    trace_.cores.resize(problem_.cores + problem_.units.size());
    for (CoreIndex core = 0; core < problem_.cores; ++core)
      fill(trace_.cores[core], schedule_.order[core]);
    for (size_t unit = 0; unit < problem_.units.size(); ++unit)
      trace_.cores[problem_.cores + unit].label = problem_.units[unit].name;
    for (TaskIndex task = 0; task < schedule_.placements.size(); ++task)
      addOnUnit(task);
    return std::move(trace_);
  }

private:
  Slice slice(SliceKind kind, double begin, double end) const {
    Slice slice;
    slice.kind = kind;
    slice.begin = std::llround(begin);
    slice.end = std::llround(end);
    slice.depth = kind == SliceKind::Region ? 0 : 1;
    slice.region = 0;
    return slice;
  }

  /// When the core is done with it: once it is started, if a unit runs it.
  double endOnCore(TaskIndex task) const {
    const Placement &at = schedule_.placements[task];
    return at.unit ? at.start + problem_.units[*at.unit].startNs : at.end;
  }

  void addOnUnit(TaskIndex task) {
    const Placement &at = schedule_.placements[task];
    if (!at.unit)
      return;
    Slice run = slice(SliceKind::Task, endOnCore(task), at.end);
    run.task = task;
    run.name = 1 + task;
    std::vector<Slice> &slices = trace_.cores[problem_.cores + *at.unit].slices;
    slices.insert(
        std::find_if(slices.begin(), slices.end(),
                     [&](const Slice &s) { return s.begin > run.begin; }),
        run);
  }

  void fill(trace::Core &core, const std::vector<TaskIndex> &order) {
    core.slices.push_back(slice(SliceKind::Region, 0, schedule_.makespan));
    double free = 0;
    for (TaskIndex task : order) {
      const Placement &at = schedule_.placements[task];
      if (at.start > free && awaited_[task] != trace::none) {
        Slice wait = slice(SliceKind::Wait, free, at.start);
        wait.task = awaited_[task];
        wait.name = 1 + awaited_[task];
        core.slices.push_back(wait);
      }
      Slice run = slice(SliceKind::Task, at.start, endOnCore(task));
      run.task = task;
      run.name = 1 + task;
      core.slices.push_back(run);
      free = endOnCore(task);
    }
  }

  const Problem &problem_;
  const Schedule &schedule_;
  std::vector<uint32_t> awaited_;
  trace::Trace trace_;
};

/// An event a line.
class Writer {
public:
  explicit Writer(const trace::Trace &trace) : trace_(trace), out_(text_) {}

  std::string write() {
    out_ << "{\"traceEvents\":[\n";
    for (size_t core = 0; core < trace_.cores.size(); ++core)
      writeCore(core);
    json::Object other{{"hocket-trace", 1},
                       {"program", json::fixUTF8(trace_.program)},
                       {"cores", int64_t(trace_.cores.size())},
                       {"begin", us(trace_.span.begin)},
                       {"end", us(trace_.span.end)},
                       {"entered", int64_t(trace_.entered)}};
    json::Array regions;
    for (const trace::Region &region : trace_.regions) {
      json::Array tasks;
      for (const std::string &task : region.tasks)
        tasks.push_back(json::fixUTF8(task));
      regions.push_back(json::Object{{"name", json::fixUTF8(region.name)},
                                     {"cores", int64_t(region.cores)},
                                     {"tasks", std::move(tasks)}});
    }
    other["regions"] = std::move(regions);
    out_ << "\n],\n\"otherData\":" << json::Value(std::move(other)) << "}\n";
    return std::move(text_);
  }

private:
  static double us(Time ns) { return double(ns) / 1000; }

  void writeEvent(std::initializer_list<json::Object::KV> members) {
    out_ << (isFirst_ ? "" : ",\n") << json::Value(json::Object(members));
    isFirst_ = false;
  }

  void writeCore(size_t core) {
    writeEvent(
        {{"ph", "M"},
         {"name", "thread_name"},
         {"pid", 0},
         {"tid", int64_t(core)},
         {"args",
          json::Object{
              {"name", trace_.cores[core].label.empty()
                           ? llvm::formatv("core {0}", core).str()
                           : json::fixUTF8(trace_.cores[core].label)}}}});
    std::vector<const Slice *> open;
    auto closeUntil = [&](Time time) {
      while (!open.empty() && open.back()->end <= time) {
        writeEvent({{"ph", "E"},
                    {"pid", 0},
                    {"tid", int64_t(core)},
                    {"ts", us(open.back()->end)}});
        open.pop_back();
      }
    };
    for (const Slice &slice : trace_.cores[core].slices) {
      if (slice.kind == SliceKind::Gate) {
        writeGate(core, slice);
        continue;
      }
      while (open.size() > slice.depth)
        closeUntil(open.back()->end);
      begin(core, slice);
      open.push_back(&slice);
    }
    closeUntil(std::numeric_limits<Time>::max());
    for (const trace::ClockChange &clock : trace_.cores[core].clocks)
      writeEvent({{"ph", "C"},
                  {"name", llvm::formatv("clock of core {0}", core).str()},
                  {"cat", "clock"},
                  {"pid", 0},
                  {"tid", int64_t(core)},
                  {"ts", us(clock.at)},
                  {"args", json::Object{{"kHz", int64_t(clock.kHz)}}}});
  }

  void writeGate(size_t core, const Slice &slice) {
    writeEvent({{"ph", "X"},
                {"name", json::fixUTF8(trace_.names[slice.name])},
                {"cat", "gate"},
                {"pid", 0},
                {"tid", int64_t(core)},
                {"ts", us(slice.begin)},
                {"dur", us(slice.length())},
                {"args", json::Object{{"state", int64_t(slice.state)}}}});
  }

  void begin(size_t core, const Slice &slice) {
    bool isRegion = slice.kind == SliceKind::Region;
    json::Object args;
    if (isRegion)
      args["region"] = slice.region;
    else
      args["task"] = slice.task;
    writeEvent({{"ph", "B"},
                {"name", json::fixUTF8(trace_.names[slice.name])},
                {"cat", isRegion                        ? "region"
                        : slice.kind == SliceKind::Task ? "task"
                                                        : "wait"},
                {"pid", 0},
                {"tid", int64_t(core)},
                {"ts", us(slice.begin)},
                {"args", std::move(args)}});
  }

  const trace::Trace &trace_;
  std::string text_;
  llvm::raw_string_ostream out_;
  bool isFirst_ = true;
};

} // namespace

trace::Trace traceOf(const Problem &problem, const Schedule &schedule,
                     const std::string &name) {
  return Builder(problem, schedule).build(name);
}

void addPlan(const power::ChipPower &chip, const power::Plan &plan,
             trace::Trace &trace) {
  trace.span.end = std::llround(plan.horizonNs);
  for (size_t core = 0; core < chip.cores.size(); ++core) {
    const power::DomainPower &domain = chip.domains[chip.cores[core].domain];
    auto hasClock = [&](double at, uint32_t point) {
      trace.cores[core].clocks.push_back(
          {std::llround(at), uint64_t(domain.hertz[point] / 1e3)});
    };
    uint32_t last = domain.highest();
    hasClock(0, last);
    for (const power::Change &change : plan.changes)
      if (change.domain == chip.cores[core].domain)
        hasClock(change.end, last = change.to);
    hasClock(plan.horizonNs, last);
  }
  for (const power::Gap &gap : plan.gaps) {
    if (!gap.state)
      continue;
    Slice slice;
    slice.kind = SliceKind::Gate;
    slice.begin = std::llround(gap.begin);
    slice.end = std::llround(gap.end);
    slice.depth = 1;
    slice.state = *gap.state;
    slice.name = uint32_t(trace.names.size());
    trace.names.push_back("asleep, " +
                          chip.cores[gap.core].states[*gap.state].name);
    trace.cores[gap.core].slices.push_back(slice);
  }
  for (trace::Core &core : trace.cores)
    std::stable_sort(
        core.slices.begin(), core.slices.end(),
        [](const Slice &a, const Slice &b) { return a.begin < b.begin; });
}

std::string traceEvents(const trace::Trace &trace) {
  return Writer(trace).write();
}

} // namespace hocket::report
