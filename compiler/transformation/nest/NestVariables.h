// SPDX-License-Identifier: Apache-2.0
//
// Where the variables that a nest writes live: in a run of a unit, in an
// iteration of a loop, or outside of the nest.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "transformation/nest/Nest.h"

#include <string>

namespace hocket::transformation {

/// Fills in Nest::scalars and Nest::ofUnits.
/// \returns why the nest cannot be reordered, for people; empty: it can.
std::string placeVariables(const polyhedral::ProgramIndex &index, Nest &nest);

} // namespace hocket::transformation
