// SPDX-License-Identifier: Apache-2.0
//
// Thread-level parallelism: how many CPUs are busy while any is.
//
//   TLP = sum over i >= 1 of C_i * i / (1 - C_0)
//
// where C_i is the part of the time in which i of n CPUs are busy; so it lies
// from 1 to n. (Flautner et al. 2000; paper 002, section 1.1.)
#pragma once

#include "trace/Trace.h"

#include <optional>

namespace hocket::trace {

struct Tlp {
  Interval span;
  std::vector<double> parts;   ///< C_i by i, from 0 to the number of CPUs
  std::optional<double> value; ///< nothing where no CPU was ever busy
};

/// When each CPU was busy: by begin, not overlapping.
using BusyTimes = std::vector<std::vector<Interval>>;

Tlp computeTlp(const BusyTimes &busy, Interval span);

/// For one window of time after the other; the last one may be shorter.
std::vector<Tlp> tlpOverTime(const BusyTimes &busy, Interval span, Time window);

/// Cores that ran tasks, without what those waited; and, where that is known,
/// without what their threads were on no CPU.
BusyTimes busyTimes(const Trace &trace);

/// Which threads count.
struct ThreadFilter {
  std::vector<std::string> names;   ///< only those; empty: all
  std::vector<uint32_t> threads;    ///< only those; empty: all
  std::vector<std::string> ignored; ///< names that never count
  bool accepts(const Running &running) const;
};
BusyTimes busyTimes(const Switches &switches, const ThreadFilter &filter);

} // namespace hocket::trace
