// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace hocket::driver {

/// A file to be written beside the program.
struct OutputFile {
  std::string path;
  std::string text;
};

} // namespace hocket::driver
