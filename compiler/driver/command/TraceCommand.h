// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace hocket::driver {

/// `hocket trace ARGUMENTS`: shows what traces hold. Throws UserError.
int traceCommand(const std::vector<std::string> &arguments);

} // namespace hocket::driver
