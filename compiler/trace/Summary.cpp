// SPDX-License-Identifier: Apache-2.0
//
// Totals of pieces: what a core was in, moment by moment.
#include "trace/Summary.h"

#include "trace/Pieces.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace hocket::trace {

namespace {

using Key = std::tuple<uint32_t, uint32_t, uint32_t>; // name, region, task

class Totals {
public:
  Total &of(const Slice &slice, uint32_t core) {
    Key key(slice.name, slice.region, slice.task);
    auto [it, isNew] = totals_.try_emplace(key);
    Total &total = it->second;
    if (isNew) {
      total.name = slice.name;
      total.region = slice.region;
      total.task = slice.task;
      total.core = core;
    } else if (total.core != core) {
      total.core = none;
    }
    return total;
  }

  std::vector<Total> sorted() const {
    std::vector<Total> result;
    for (const auto &[key, total] : totals_)
      result.push_back(total);
    std::stable_sort(
        result.begin(), result.end(),
        [](const Total &a, const Total &b) { return a.sum > b.sum; });
    return result;
  }

private:
  std::map<Key, Total> totals_;
};

void addRegions(const Core &core, std::vector<RegionTotal> &totals) {
  std::map<uint32_t, RegionTotal> regions;
  for (const Slice &slice : core.slices) {
    if (slice.kind != SliceKind::Region || slice.isCut || slice.region == none)
      continue;
    RegionTotal &total = regions[slice.region];
    total.region = slice.region;
    total.sum += slice.length();
    total.shortest = total.count == 0
                         ? slice.length()
                         : std::min(total.shortest, slice.length());
    total.longest = std::max(total.longest, slice.length());
    ++total.count;
  }
  for (const auto &[region, total] : regions)
    totals.push_back(total);
}

class Summarizer {
public:
  explicit Summarizer(const Trace &trace) : trace_(trace) {}

  Summary run() {
    for (uint32_t core = 0; core < trace_.cores.size(); ++core)
      add(core);
    if (!trace_.cores.empty())
      addRegions(trace_.cores[0], summary_.regions);
    summary_.tasks = tasks_.sorted();
    summary_.waits = waits_.sorted();
    return std::move(summary_);
  }

private:
  void add(uint32_t number) {
    const Core &core = trace_.cores[number];
    CoreTimes times;
    std::map<const Slice *, Time> own; // of each task, without its waits
    forEachPiece(core, [&](const Slice &slice, Interval piece) {
      if (slice.kind == SliceKind::Task) {
        times.busy += piece.length();
        own[&slice] += piece.length();
      } else if (slice.kind == SliceKind::Wait) {
        times.waiting += piece.length();
      } else if (slice.kind == SliceKind::Gate) {
        times.gated += piece.length();
      }
    });
    for (const Slice &slice : core.slices) {
      if (slice.kind == SliceKind::Region && slice.depth == 0)
        times.regions += slice.length();
      if (slice.kind == SliceKind::Task)
        count(tasks_.of(slice, number), own[&slice]);
      else if (slice.kind == SliceKind::Wait)
        count(waits_.of(slice, number), slice.length());
    }
    std::vector<Interval> away(core.away.begin(), core.away.end());
    times.away = overlap(workOf(core), away);
    summary_.cores.push_back(times);
  }

  static void count(Total &total, Time time) {
    ++total.count;
    total.sum += time;
    total.longest = std::max(total.longest, time);
  }

  const Trace &trace_;
  Totals tasks_, waits_;
  Summary summary_;
};

} // namespace

std::vector<Interval> workOf(const Core &core) {
  std::vector<Interval> result;
  forEachPiece(core, [&](const Slice &slice, Interval piece) {
    if (slice.kind != SliceKind::Task)
      return;
    if (!result.empty() && result.back().end == piece.begin)
      result.back().end = piece.end;
    else
      result.push_back(piece);
  });
  return result;
}

std::vector<Interval> without(const std::vector<Interval> &a,
                              const std::vector<Interval> &b) {
  std::vector<Interval> result;
  std::size_t j = 0;
  for (Interval rest : a) {
    while (j < b.size() && b[j].end <= rest.begin)
      ++j;
    for (std::size_t k = j; k < b.size() && b[k].begin < rest.end; ++k) {
      if (b[k].begin > rest.begin)
        result.push_back({rest.begin, b[k].begin});
      rest.begin = std::max(rest.begin, b[k].end);
    }
    if (rest.begin < rest.end)
      result.push_back(rest);
  }
  return result;
}

Time overlap(const std::vector<Interval> &a, const std::vector<Interval> &b) {
  Time sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    Time both = std::min(a[i].end, b[j].end) - std::max(a[i].begin, b[j].begin);
    sum += std::max<Time>(both, 0);
    a[i].end < b[j].end ? ++i : ++j;
  }
  return sum;
}

void clip(Trace &trace, Interval span) {
  for (Core &core : trace.cores) {
    std::vector<Slice> kept;
    for (Slice slice : core.slices) {
      if (slice.end <= span.begin || slice.begin >= span.end)
        continue;
      slice.isCut |= slice.begin < span.begin || slice.end > span.end;
      slice.begin = std::max(slice.begin, span.begin);
      slice.end = std::min(slice.end, span.end);
      kept.push_back(slice);
    }
    core.slices = std::move(kept);
  }
}

Summary summarize(const Trace &trace) { return Summarizer(trace).run(); }

} // namespace hocket::trace
