// SPDX-License-Identifier: Apache-2.0
//
// What calls add to their statements: the callee's summary, with parameters
// replaced by arguments, what the table of the library says, or, of code that
// nobody knows, everything.
#pragma once

#include "analysis/CallContext.h"

namespace hocket::analysis {

/// \param position of the call among those of its statement
void addCall(const CallContext &call, unsigned position);

/// Code that nobody knows: it may touch what outside code can reach and every
/// hidden state, call back, and not return. \param why the name of it
void addUnknown(const CallContext &call, const std::string &why);

} // namespace hocket::analysis
