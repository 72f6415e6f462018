// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hocket::driver {

/// Turns what libhocket had recorded when its program ended (FILE.part) into
/// the trace that it would have written. \returns nothing if it cannot, and why
/// in `error`; which stays empty if these bytes are something else.
using RecordingToJson = std::optional<std::string> (*)(const std::string &bytes,
                                                       std::string &error);

/// `hocket trace ARGUMENTS`: shows what traces hold. Throws UserError.
int traceCommand(const std::vector<std::string> &arguments,
                 RecordingToJson recordingToJson);

} // namespace hocket::driver
