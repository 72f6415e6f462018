// SPDX-License-Identifier: Apache-2.0
//
// Workspaces: work buffers whose pointers stand in a record that a loop hands
// to its functions.
//
//   for (m = 0; m < members; m++)
//     step(&ensemble[m], w);    // writes w->k1[0 .. n-1], then reads it
//
// A chunk has a copy of the record, under another name in the loop's text. What
// the loop only reads of it is copied in; what each iteration writes before it
// reads it is the chunk's own; and pointers to work buffers lead to copies of
// these. So the functions need no other text.
#pragma once

#include "loops/accesses/PointerPrivatization.h"

namespace hocket::polyhedral {

struct RecordCopy {
  PrivateObject copy; ///< no links yet; no extent of a variable
  /// That what is copied in can be read, where the loop does not read it
  /// anyway.
  std::optional<EntryCondition> readable;
};

/// \param root the record's: the variable, or the pointer to it
/// \param links where pointers stand in it whose copies lead elsewhere
/// \returns nothing if a copy would not do.
std::optional<RecordCopy> copyOfRecord(AffineModel &model, const Base &root,
                                       const std::vector<int64_t> &links);

/// Where the pointer stands in a record that the loop can name a copy of;
/// nothing if it is elsewhere.
struct RecordPlace {
  Base root;
  int64_t at = 0;
};
std::optional<RecordPlace> placeInRecord(const Base &base);

} // namespace hocket::polyhedral
