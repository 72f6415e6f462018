// SPDX-License-Identifier: Apache-2.0
//
// What is wrong in a spec, and where.
#pragma once

#include "support/SourceLocation.h"

#include <string>

namespace hocket::soc {

struct SpecError {
  SourceLocation location; ///< file, line and column in the YAML
  std::string message;     ///< what is wrong and what was expected
};

} // namespace hocket::soc
