// SPDX-License-Identifier: Apache-2.0
//
// Whether the calls in tasks are those of twins (copies/CalleeTwins.h).
#pragma once

#include "ir/Program.h"

#include <set>

namespace hocket::codegen {

struct TwinOptions {
  bool isOn = false;
  std::set<ir::FunctionId> left = {}; ///< these have no twins
};

} // namespace hocket::codegen
