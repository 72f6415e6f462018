// SPDX-License-Identifier: Apache-2.0
//
// What a call of a library function adds to its statement, by the table.
#pragma once

#include "analysis/CallContext.h"

namespace hocket::analysis {

/// All but whether the function returns, what it calls, and on which thread.
/// \param via its name
void addLibrary(const CallContext &call, const LibraryFunction &function,
                const std::string &via);

} // namespace hocket::analysis
