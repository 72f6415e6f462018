// SPDX-License-Identifier: Apache-2.0
#include "trace/MergeSwitches.h"

#include <algorithm>
#include <map>

namespace hocket::trace {

namespace {

/// By thread: when it ran, by begin.
using Runs = std::map<uint32_t, std::vector<const Running *>>;

Runs runsOf(const Switches &switches) {
  Runs runs;
  for (const std::vector<Running> &cpu : switches.cpus)
    for (const Running &running : cpu)
      runs[running.thread].push_back(&running);
  for (auto &[thread, times] : runs)
    std::stable_sort(
        times.begin(), times.end(),
        [](const Running *a, const Running *b) { return a->begin < b->begin; });
  return runs;
}

/// What the thread did not run of `span`.
void addAway(const std::vector<const Running *> &runs, Interval span,
             std::vector<Away> &away) {
  Away gap;
  gap.begin = span.begin;
  auto end = [&](Time at) {
    gap.end = std::min(at, span.end);
    if (gap.end > gap.begin)
      away.push_back(gap);
  };
  auto first =
      std::partition_point(runs.begin(), runs.end(), [&](const Running *run) {
        return run->end <= span.begin;
      });
  if (first != runs.begin()) {
    gap.isPreempted = (*std::prev(first))->couldGoOn;
    gap.by = (*std::prev(first))->nextName;
  }
  for (; first != runs.end() && (*first)->begin < span.end; ++first) {
    const Running &run = **first;
    end(run.begin);
    gap.begin = std::max(gap.begin, run.end);
    gap.isPreempted = run.couldGoOn;
    gap.by = run.nextName;
  }
  end(span.end);
}

/// The part of the time in which the thread was the core, by thread.
std::vector<std::pair<uint32_t, Interval>> threadsOf(const Core &core,
                                                     Interval span) {
  std::vector<std::pair<uint32_t, Interval>> result;
  for (std::size_t i = 0; i < core.threads.size(); ++i) {
    Time end = i + 1 < core.threads.size() ? core.threads[i + 1].at : span.end;
    result.push_back({core.threads[i].thread, {core.threads[i].at, end}});
  }
  return result;
}

} // namespace

bool mergeSwitches(const Switches &switches, Trace &trace) {
  Runs runs = runsOf(switches);
  std::vector<std::vector<Away>> away(trace.cores.size());
  bool isFound = false;
  for (std::size_t core = 0; core < trace.cores.size(); ++core) {
    for (const auto &[thread, span] :
         threadsOf(trace.cores[core], trace.span)) {
      auto known = runs.find(thread);
      if (known == runs.end())
        continue;
      for (const Slice &slice : trace.cores[core].slices) {
        Interval part{std::max({slice.begin, span.begin, switches.span.begin}),
                      std::min({slice.end, span.end, switches.span.end})};
        if (slice.kind != SliceKind::Region || slice.depth != 0 ||
            part.begin >= part.end)
          continue;
        isFound = true;
        addAway(known->second, part, away[core]);
      }
    }
  }
  for (std::size_t core = 0; isFound && core < away.size(); ++core)
    trace.cores[core].away = std::move(away[core]);
  trace.hasSwitches |= isFound;
  return isFound;
}

} // namespace hocket::trace
