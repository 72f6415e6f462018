// SPDX-License-Identifier: Apache-2.0
//
// C text for the unknowns of a nest's bounds: variables by their names, and
// members that are loaded through variables in locals before the nest.
#pragma once

#include "transformation/nest/NestModel.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace hocket::transformation {

/// A name that nothing else in the unit has.
using FreshName = std::function<std::string(const std::string &like)>;

struct EntryValues {
  /// Of isl's parameters: an expression of 64 bits without blanks around.
  std::map<std::string, std::string> texts;
  /// Of those that are one variable: its name.
  std::map<std::string, std::string> names;
  std::set<std::string> isUnsignedVariable; ///< of those
  std::string declarations;                 ///< to be put before the nest
};

/// Nothing if one of them cannot be said, or reading it here may fail where the
/// nest would not read it.
std::optional<EntryValues> entryValues(NestModel &model,
                                       const std::vector<std::string> &params,
                                       const FreshName &freshName);

} // namespace hocket::transformation
