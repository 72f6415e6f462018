// SPDX-License-Identifier: Apache-2.0
//
// The functions that a call, or a pointer, may lead to.
#pragma once

#include "ir/Program.h"

#include <vector>

namespace hocket::analysis {

/// What a call may call.
struct CallTargets {
  std::vector<ir::FunctionId> functions; ///< in order of id
  bool outside = false;                  ///< and code that we do not see
};

} // namespace hocket::analysis
