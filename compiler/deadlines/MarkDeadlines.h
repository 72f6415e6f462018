// SPDX-License-Identifier: Apache-2.0
//
// Loops whose iterations have a deadline:
//
//   #pragma hocket deadline(33ms)
//   for (;;)
//     show(next());
//
// become loops that call the runtime where an iteration begins and behind them
// (runtime/include/hocket/abi_points.h). To every later stage such a call is a
// wait for the clock: the loop stays where it is, and what is around it, too.
#pragma once

#include "ir/Program.h"
#include "support/Remarks.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::deadlines {

struct MarkedDeadlines {
  /// By unit; empty: there is no such loop, and all stay.
  std::vector<std::string> texts;
  unsigned count = 0; ///< loops
  std::vector<Remark> remarks;
};

/// \param program as the user wrote it
MarkedDeadlines markDeadlines(const ir::Program &program);

} // namespace hocket::deadlines
