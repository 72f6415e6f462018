// SPDX-License-Identifier: Apache-2.0
//
// One unit into the program: its file-scope variables, then its functions in
// order of text. A function that cannot be described keeps its name and the
// reason; what was begun of its tree is taken back.
#pragma once

namespace hocket::frontend {

class UnitReader;

/// Reads every definition of the unit into the program.
void readUnit(UnitReader &unit);

} // namespace hocket::frontend
