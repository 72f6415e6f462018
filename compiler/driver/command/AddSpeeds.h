// SPDX-License-Identifier: Apache-2.0
//
// hocket trace --profile=: how fast each core was, for the next compilation.
#pragma once

#include "trace/ComparePlan.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// Adds the speeds to the profile, or makes one that has nothing else. Throws
/// UserError where the trace does not tell them, or the profile is of another
/// chip.
/// \param planFile for messages
void addSpeeds(const std::string &profileFile, const std::string &planFile,
               const trace::Plan &plan, const trace::Trace &trace,
               const std::vector<trace::RegionComparison> &comparisons);

} // namespace hocket::driver
