// SPDX-License-Identifier: Apache-2.0
//
// The test that areas are apart, as C: the least and the greatest address of
// each, by the intervals of the loops' iterators. Intervals are computed in
// `double`, where what is far beyond any memory does not wrap around.
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
