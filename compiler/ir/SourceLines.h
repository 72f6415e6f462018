// SPDX-License-Identifier: Apache-2.0
//
// Which lines of a file some nodes take, for people.
#pragma once

#include "ir/Program.h"

#include <string>
#include <vector>

namespace hocket::ir {

/// "lines 12-14, 20", or "line 12": sorted, neighbours joined.
std::string linesOf(const Program &program, const std::vector<NodeId> &nodes);

} // namespace hocket::ir
