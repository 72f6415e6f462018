// SPDX-License-Identifier: Apache-2.0
//
// What a nest's order rests on (AliasTests.h), as C: two pointers that start
// objects differ; of others, the least and the greatest address are compared,
// by the intervals of the loops' iterators; and so are subscripts and their
// extents. Intervals are computed in `double`, where what is far beyond any
// memory does not wrap around.
#pragma once

#include "transformation/order/AliasTests.h"
#include "transformation/text/EntryText.h"

#include <optional>
#include <string>

namespace hocket::transformation {

struct AreaTest {
  std::string declarations;
  std::string condition;
};

/// Nothing if the bounds of an area are not known on entry.
std::optional<AreaTest> areaTest(NestModel &model, const AliasTests &tests,
                                 EntryText &entry, const FreshName &freshName);

} // namespace hocket::transformation
