// SPDX-License-Identifier: Apache-2.0
//
// One unit into the program: its file-scope variables, then its functions in
// order of text. A function that cannot be described keeps its name and the
// reason; what was begun of its tree is taken back.
#pragma once

namespace hocket {
struct ReachedFunctions;
}

namespace hocket::frontend {

class UnitReader;

/// Reads the unit's variables and every function that is reached into the
/// program.
void readUnit(UnitReader &unit, const ReachedFunctions &reached);

} // namespace hocket::frontend
