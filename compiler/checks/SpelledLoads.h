// SPDX-License-Identifier: Apache-2.0
//
// Loads that the user wrote alike: where the variables that they name do not
// change, they read the same place.
#pragma once

#include "ir/Program.h"

#include <vector>

namespace hocket::polyhedral {

struct SpelledLoad {
  ir::StmtId stmt = ir::StmtId::None;
  const ir::Access *access = nullptr; ///< of the program
};

/// Variables that a text names, in its order.
std::vector<ir::ObjectId> namesIn(const ir::Program &program,
                                  const ir::TextRange &text);

/// The loads of the statements that are spelled as `text` and mean the same
/// variables by it, in order of `stmts`.
std::vector<SpelledLoad> loadsSpelledAs(const ir::Program &program,
                                        const std::vector<ir::StmtId> &stmts,
                                        const ir::TextRange &text);

} // namespace hocket::polyhedral
