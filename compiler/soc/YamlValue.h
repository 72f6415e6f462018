// SPDX-License-Identifier: Apache-2.0
//
// YAML text as a tree of plain values that know where they stand, so that an
// error of meaning found later can still name its line and column.
#pragma once

#include "soc/SpecError.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::soc {

struct YamlValue {
  enum class Kind { Null, Scalar, List, Map };

  Kind kind = Kind::Null;
  SourceLocation where;
  std::string scalar;            ///< unquoted
  std::vector<YamlValue> items;  ///< of a list, or the values of a map
  std::vector<std::string> keys; ///< of a map, in order, none twice
  std::vector<SourceLocation> keyPlaces;
};

/// The one document in `text`. Empty if there is a syntax error; all errors go
/// to `errors`. Anchors and tags, which no spec needs, are errors too.
std::optional<YamlValue> parseYaml(std::string_view text,
                                   const std::string &file,
                                   std::vector<SpecError> &errors);

} // namespace hocket::soc
