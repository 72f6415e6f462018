// SPDX-License-Identifier: Apache-2.0
//
// Iterators of a nest mean nothing outside of their loops, and each name means
// one of them.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "transformation/nest/Nest.h"

#include <string>

namespace hocket::transformation {

/// What breaks that, for people; empty: nothing.
std::string checkIterators(const polyhedral::ProgramIndex &index,
                           const Nest &nest);

} // namespace hocket::transformation
