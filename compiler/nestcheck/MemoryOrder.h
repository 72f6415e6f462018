// SPDX-License-Identifier: Apache-2.0
//
// Accesses of the user's nest to common bytes, one of them a write, keep their
// order.
#pragma once

#include "nestcheck/Instances.h"

#include <set>
#include <string>
#include <utility>

namespace hocket::nestcheck {

/// What holds when the new order is entered, because the text tests it there.
/// That it does is believed.
struct Tested {
  /// Bases (keys of the user's model) that lead to areas that are apart.
  std::set<std::pair<std::string, std::string>> apart;
  /// Subscripts that stay within their extents (polyhedral::keyOf).
  std::set<std::string> within;
};

/// Empty: they do. Else which do not, or may not.
std::string brokenMemoryOrder(const Question &question, const Copies &copies,
                              const BothOrders &orders, const Tested &tested);

} // namespace hocket::nestcheck
