// SPDX-License-Identifier: Apache-2.0
//
// A thread execution profile, ready to be drawn: a row for each core or CPU,
// with bars that do not overlap.
#pragma once

#include "trace/Tlp.h"

namespace hocket::trace {

enum class BarKind : uint8_t { Task, Wait, Gate };

struct Bar : Interval {
  BarKind kind = BarKind::Task;
  uint32_t family = 0; ///< Task: position in Chart::families
  std::string_view name;
};

struct Row {
  std::string label; ///< "core 0"
  std::vector<Bar> bars;
  std::vector<Interval> regions; ///< that the core was in
  std::vector<ClockChange> clocks;
  std::vector<Away> away; ///< within tasks
  uint64_t lost = 0;      ///< events
  double busy = 0;        ///< part of the time in tasks
};

/// The names in it are those of the trace, which has to live as long.
struct Chart {
  Interval span;
  std::vector<Row> rows;
  /// What shares a colour: all chunks of a loop, all threads of a name. Those
  /// that took most time come first.
  std::vector<std::string> families;
};

/// \param span what to show, at most.
Chart chartOf(const Trace &trace, Interval span);
Chart chartOf(const Switches &switches, const ThreadFilter &filter,
              Interval span);

/// From the first region to the end of the last one, as far as the record of
/// all cores is whole; the whole recording if there is none.
Interval regionSpan(const Trace &trace);

} // namespace hocket::trace
