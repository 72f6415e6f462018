// SPDX-License-Identifier: Apache-2.0
//
// What in a program keeps every loop of it from being tried: a copy of the
// process is another process, which somebody would notice.
#pragma once

#include "analysis/Effects.h"
#include "analysis/library/LibraryTable.h"
#include "dataflow/ProgramIndex.h"

#include <string>

namespace hocket::speculation {

/// Empty: nothing does.
/// \param hasExcess values of more bits than their types
std::string whyNoLoop(const polyhedral::ProgramIndex &index,
                      const analysis::Effects &effects,
                      const analysis::LibraryTable &library, bool hasExcess);

} // namespace hocket::speculation
