// SPDX-License-Identifier: Apache-2.0
//
// Names for the pointers that a nest's tests have found to lead to areas of
// their own: `float *restrict ht_w = l->w`. Compilers, and the stages that read
// the nest again, need no test then.
//
// C11 6.7.3.1: what is reached through a restrict pointer and changed in its
// block is reached in no other way there. So an area gets such a name only if
// every access of the nest to it is by that pointer, in text of the nest's own,
// and all others are known to be elsewhere.
#pragma once

#include "ir/Text.h"
#include "transformation/order/AliasTests.h"
#include "transformation/text/EntryText.h"

#include <map>
#include <string>

namespace hocket::transformation {

struct OnlyWays {
  /// Blocks that the nest's text stands in, one for each pointer.
  std::string open, close;
  std::map<ir::ObjectId, std::string> variables; ///< names that stand for them
  ir::Replacements loads; ///< of pointers in memory, in the text of the unit
};

/// To be asked when the areas' tests have been written.
OnlyWays onlyWays(NestModel &model, const AliasTests &tests, EntryText &entry,
                  const FreshName &freshName);

} // namespace hocket::transformation
