// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/profile/TraceTables.h"

namespace hocket::report {

/// For the terminal: the first column to the left, the others to the right.
std::string tableText(const TraceTable &table);

} // namespace hocket::report
