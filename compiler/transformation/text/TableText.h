// SPDX-License-Identifier: Apache-2.0
//
// How a nest's tables are made, and how its text reads them. A table is
// allocated and filled right before the nest, and freed behind it; where there
// is no memory for it the user's nest runs.
#pragma once

#include "ir/Text.h"
#include "transformation/text/EntryText.h"

#include <optional>
#include <string>

namespace hocket::transformation {

struct TableText {
  /// Blocks that the nest's text stands in. They may not be entered: tables
  /// may be too large, or not worth it.
  std::string open, close;
  ir::Replacements reads; ///< in the text of the units
  isl::set isRead;        ///< { : all cells that the tables have are read }
};

/// Nothing: C text cannot say it.
/// \param isTested tables along a short way are not worth it
std::optional<TableText> tableText(NestModel &model, EntryText &entry,
                                   const FreshName &freshName, bool isTested);

} // namespace hocket::transformation
