// SPDX-License-Identifier: Apache-2.0
//
// Where the nest's text loads what no iteration changes: members behind
// pointers, such as the rows' lengths and where they begin. What was loaded on
// entry stands there instead, and later stages see variables.
#pragma once

#include "ir/Text.h"
#include "transformation/text/EntryText.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::transformation {

/// Has the factors of subscripts loaded on entry, as far as that can be said.
void loadFactors(NestModel &model, EntryText &entry);

/// The places where one of the statements loads from the cell, each to be
/// written as `name`. \returns none if some load has another type, or a place
/// that is not in the nest's text.
ir::Replacements loadsFrom(NestModel &model, const polyhedral::Value &cell,
                           const std::string &type, const std::string &name,
                           const std::vector<ir::StmtId> &stmts);

/// The same of all integers that were loaded.
ir::Replacements loadedIntegers(NestModel &model, const EntryText &entry);

} // namespace hocket::transformation
