// SPDX-License-Identifier: Apache-2.0
//
// The tables and remarks of `hocket trace`, as cells of text: for the terminal
// and for the page.
#pragma once

#include "report/profile/TraceReport.h"

namespace hocket::report {

/// The first column is a name, the others are numbers.
struct TraceTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows; ///< each as long as `head`
  std::size_t more = 0;                       ///< rows that are left out
};

/// What each core of a program, or CPU of the machine, did.
TraceTable coreTable(const TraceReport &report);

/// A program's regions, tasks and waits, and what was planned. Without those
/// that have no rows.
std::vector<TraceTable> programTables(const TraceReport &report);

/// For how long so many CPUs were busy; TLP over time (may have no rows).
TraceTable busyTable(const TraceReport &report);
TraceTable windowTable(const TraceReport &report);

/// What is missing from the record, a sentence each.
std::vector<std::string> traceRemarks(const TraceReport &report);

} // namespace hocket::report
