// SPDX-License-Identifier: Apache-2.0
//
// What the frontend reads.
#pragma once

#include <string>
#include <vector>

namespace hocket {

/// One C file as the compiler behind hocketcc sees it.
struct SourceInput {
  std::string path; ///< as the user wrote it
  std::string text; ///< preprocessed by the target compiler, with line markers
  /// The command's flags; those that do not change the meaning of preprocessed
  /// C are ignored, so the whole list may be given.
  std::vector<std::string> flags;
};

} // namespace hocket
