// SPDX-License-Identifier: Apache-2.0
//
// What marks claim, against what is known of the statements: an accelerator
// sees nothing but what it is given, so all that a statement reads has to be
// in `in`, and all that it writes in `out`. What else it has is its own: the
// variables declared inside it.
#pragma once

#include "accelerators/MarkTasks.h"
#include "analysis/Effects.h"

namespace hocket::accelerators {

struct WrongClaim {
  uint32_t number = 0; ///< of the mark
  Remark remark;
};

/// One for each mark that claims too little; by objects, not by elements: for
/// sections the user's word counts.
std::vector<WrongClaim>
checkClaims(const ir::Program &program, const analysis::Effects &effects,
            const std::vector<ir::AcceleratorTask> &tasks);

} // namespace hocket::accelerators
