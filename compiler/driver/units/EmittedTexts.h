// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace hocket::driver {

/// What is to be compiled in place of the user's C files.
struct EmittedTexts {
  std::vector<std::string> units; ///< the text of each C input, in order
  /// For the compiler, before the user's own, which may say otherwise.
  std::vector<std::string> flags;
};

} // namespace hocket::driver
