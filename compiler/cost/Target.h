// SPDX-License-Identifier: Apache-2.0
//
// What code is compiled for when its cycles are counted.
#pragma once

#include <string>

namespace hocket::cost {

struct Target {
  std::string triple; ///< empty: the host's
  std::string cpu;    ///< as LLVM names it; empty or "native": the host's
};

} // namespace hocket::cost
