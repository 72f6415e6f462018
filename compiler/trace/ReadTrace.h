// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/Trace.h"

#include <optional>

namespace hocket::trace {

/// Reads the file that libhocket writes. \returns nothing if it is not one, and
/// why in `error`, as ":LINE:COLUMN: error: ..." or ": error: ...", to be put
/// behind the file's name.
std::optional<Trace> readTrace(const std::string &text, std::string &error);

} // namespace hocket::trace
