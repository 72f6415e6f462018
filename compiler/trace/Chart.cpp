// SPDX-License-Identifier: Apache-2.0
#include "trace/Chart.h"

#include "trace/Pieces.h"
#include "trace/Summary.h"

#include <algorithm>
#include <map>

namespace hocket::trace {

namespace {

/// "loop heat.c:40" of "loop heat.c:40 [1/2]".
std::string_view familyName(std::string_view name) {
  std::size_t bracket = name.rfind(" [");
  bool isChunk = bracket != std::string_view::npos && name.back() == ']' &&
                 name.find('/', bracket) != std::string_view::npos;
  return isChunk ? name.substr(0, bracket) : name;
}

/// Numbers families by the time that they took.
class Families {
public:
  void add(std::string_view name, Time time) {
    times_[std::string(name)] += time;
  }

  std::vector<std::string> sorted() {
    std::vector<std::pair<std::string, Time>> all(times_.begin(), times_.end());
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
      return a.second > b.second;
    });
    std::vector<std::string> names;
    for (const auto &[name, time] : all) {
      numbers_[name] = uint32_t(names.size());
      names.push_back(name);
    }
    return names;
  }

  uint32_t number(std::string_view name) const {
    return numbers_.find(name)->second;
  }

private:
  std::map<std::string, Time> times_;
  std::map<std::string, uint32_t, std::less<>> numbers_;
};

/// Adds what of the bar lies in the span.
void addBar(Row &row, Bar bar, Interval span) {
  bar.begin = std::max(bar.begin, span.begin);
  bar.end = std::min(bar.end, span.end);
  if (bar.end > bar.begin)
    row.bars.push_back(bar);
}

void finish(Chart &chart) {
  Families families;
  for (const Row &row : chart.rows)
    for (const Bar &bar : row.bars)
      if (bar.kind == BarKind::Task)
        families.add(familyName(bar.name), bar.length());
  chart.families = families.sorted();
  for (Row &row : chart.rows) {
    Time busy = 0;
    for (Bar &bar : row.bars)
      if (bar.kind == BarKind::Task) {
        bar.family = families.number(familyName(bar.name));
        busy += bar.length();
      }
    if (chart.span.length() > 0)
      row.busy = double(busy) / double(chart.span.length());
  }
}

/// What of it lies in the core's tasks.
std::vector<Away> awayInTasks(const Core &core, Interval span) {
  std::vector<Away> result;
  std::vector<Interval> work = workOf(core);
  for (std::size_t i = 0, j = 0; i < work.size() && j < core.away.size();) {
    Away part = core.away[j];
    part.begin = std::max({part.begin, work[i].begin, span.begin});
    part.end = std::min({part.end, work[i].end, span.end});
    if (part.begin < part.end)
      result.push_back(part);
    work[i].end < core.away[j].end ? ++i : ++j;
  }
  return result;
}

} // namespace

Chart chartOf(const Trace &trace, Interval span) {
  Chart chart;
  chart.span = span;
  for (std::size_t i = 0; i < trace.cores.size(); ++i) {
    const Core &core = trace.cores[i];
    Row &row = chart.rows.emplace_back();
    row.label = core.label.empty() ? "core " + std::to_string(i) : core.label;
    forEachPiece(core, [&](const Slice &slice, Interval piece) {
      if (slice.kind == SliceKind::Region)
        return;
      Bar bar;
      bar.begin = piece.begin;
      bar.end = piece.end;
      bar.kind = slice.kind == SliceKind::Task   ? BarKind::Task
                 : slice.kind == SliceKind::Wait ? BarKind::Wait
                                                 : BarKind::Gate;
      bar.name = trace.names[slice.name];
      addBar(row, bar, span);
    });
    for (const Slice &slice : core.slices)
      if (slice.kind == SliceKind::Region && slice.begin < span.end &&
          slice.end > span.begin)
        row.regions.push_back(
            {std::max(slice.begin, span.begin), std::min(slice.end, span.end)});
    row.clocks = core.clocks;
    row.lost = core.lost;
    row.away = awayInTasks(core, span);
  }
  finish(chart);
  return chart;
}

Chart chartOf(const Switches &switches, const ThreadFilter &filter,
              Interval span) {
  Chart chart;
  chart.span = span;
  for (std::size_t cpu = 0; cpu < switches.cpus.size(); ++cpu) {
    Row &row = chart.rows.emplace_back();
    row.label = "CPU " + std::to_string(cpu);
    for (const Running &running : switches.cpus[cpu]) {
      Bar bar;
      bar.begin = running.begin;
      bar.end = running.end;
      bar.name = running.name;
      if (filter.accepts(running))
        addBar(row, bar, span);
    }
  }
  finish(chart);
  return chart;
}

Interval regionSpan(const Trace &trace) {
  Interval span{trace.span.end, trace.span.begin};
  for (const Core &core : trace.cores)
    for (const Slice &slice : core.slices) {
      span.begin = std::min(span.begin, slice.begin);
      span.end = std::max(span.end, slice.end);
    }
  for (const Core &core : trace.cores)
    span.end = std::min(span.end, core.recordedTo);
  return span.begin < span.end ? span : trace.span;
}

} // namespace hocket::trace
