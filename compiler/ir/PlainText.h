// SPDX-License-Identifier: Apache-2.0
//
// Is there more in a block's text than its statements?
#pragma once

#include "ir/Program.h"

namespace hocket::ir {

/// The Block's text outside of its statements is blanks, braces and line
/// markers, so that any of them can be left out or moved.
bool isPlainText(const Program &program, NodeId block);

} // namespace hocket::ir
