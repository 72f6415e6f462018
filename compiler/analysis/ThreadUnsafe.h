// SPDX-License-Identifier: Apache-2.0
//
// Programs that as a whole must not run in parallel.
#pragma once

#include "analysis/Effects.h"
#include "analysis/library/LibraryTable.h"

namespace hocket::analysis {

/// Sets Effects::threadUnsafe and where, if the program is one.
void findThreadUnsafe(const ir::Program &program, const LibraryTable &library,
                      Effects &effects);

} // namespace hocket::analysis
