// SPDX-License-Identifier: Apache-2.0
//
// Where the time of a run went: by core, by task, by wait.
#pragma once

#include "trace/Trace.h"

namespace hocket::trace {

struct CoreTimes {
  Time busy = 0;    ///< in tasks, without what they waited
  Time waiting = 0; ///< without what of it was gated
  Time gated = 0;
  Time away = 0;    ///< of `busy`: the core's thread was on no CPU
  Time regions = 0; ///< in regions; what is not one of the above is overhead
};

/// All runs of one task, or all waits for one.
struct Total {
  uint32_t name = 0; ///< in Trace::names
  uint32_t region = none;
  uint32_t task = none;
  uint32_t core = none; ///< that did it, if it was always the same
  uint64_t count = 0;
  Time sum = 0; ///< of tasks without their waits
  Time longest = 0;
};

struct RegionTotal {
  uint32_t region = 0;
  uint64_t count = 0;                      ///< runs
  Time sum = 0, shortest = 0, longest = 0; ///< on core 0, which enters
};

struct Summary {
  std::vector<CoreTimes> cores;
  std::vector<Total> tasks, waits; ///< those with the greatest sum first
  std::vector<RegionTotal> regions;
};

Summary summarize(const Trace &trace);

/// Keeps what lies in the span; slices that reach beyond are cut.
void clip(Trace &trace, Interval span);

/// When a core worked on tasks: by begin, without what it waited there.
std::vector<Interval> workOf(const Core &core);

/// The parts of `a` that do not lie in `b`; both by begin, not overlapping.
std::vector<Interval> without(const std::vector<Interval> &a,
                              const std::vector<Interval> &b);

/// How much of `a` lies in `b`; both by begin, not overlapping.
Time overlap(const std::vector<Interval> &a, const std::vector<Interval> &b);

} // namespace hocket::trace
