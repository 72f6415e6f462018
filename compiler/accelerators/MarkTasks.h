// SPDX-License-Identifier: Apache-2.0
//
// Statements that an accelerator of the chip may run:
//
//   #pragma hocket accelerator(fft, 12000, in(x[0:n]), out(y))
//   transform(x, y, n);
//
// become blocks of ordinary C (ir/AcceleratorMark.h). Marks for accelerators
// that the chip does not have are left out: the program is as without them.
#pragma once

#include "ir/AcceleratorMark.h"
#include "ir/Program.h"
#include "soc/SocSpec.h"
#include "support/Remarks.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::accelerators {

/// Marks that are not followed, and the remarks that say why, by number of the
/// mark: pragmas of all units, in order.
using LeftOut = std::map<uint32_t, Remark>;

/// An AcceleratorNotUsed for the mark.
Remark notUsed(const ir::AcceleratorTask &task, std::string why,
               std::string help);

struct MarkedTasks {
  /// By unit, without the pragmas; empty: there are none, and all stay.
  std::vector<std::string> texts;
  std::vector<ir::AcceleratorTask> tasks; ///< by number of the mark
  std::vector<uint32_t> marked;           ///< those that are in the texts
  std::vector<Remark> remarks;
  bool hasMarks = false; ///< a unit has such a pragma
};

/// \param program as the user wrote it
MarkedTasks markTasks(const ir::Program &program, const soc::SocSpec &soc,
                      const LeftOut &without);

} // namespace hocket::accelerators
