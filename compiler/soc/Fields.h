// SPDX-License-Identifier: Apache-2.0
//
// Reads the fields of one YAML map with their types and ranges. Each mistake is
// reported where it stands; reading goes on with a default, so that one run
// finds them all.
#pragma once

#include "soc/YamlValue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::soc {

/// What a number may be, both ends included.
struct Range {
  double low, high;
  std::string_view unit; ///< for messages: "MHz"; may be empty
};

class Fields {
public:
  /// \param what the map in messages, with its article: "a core type".
  Fields(const YamlValue &value, std::string what,
         std::vector<SpecError> &errors);

  std::string text(std::string_view key, std::string_view meaning);
  std::string textOr(std::string_view key, std::string fallback);
  /// Text that is not empty; empty if it is missing.
  std::string optionalText(std::string_view key, std::string_view meaning);
  double number(std::string_view key, Range range, std::string_view meaning);
  double numberOr(std::string_view key, Range range, double fallback);
  std::optional<double> optionalNumber(std::string_view key, Range range);
  unsigned countOr(std::string_view key, Range range, unsigned fallback);
  bool flagOr(std::string_view key, bool fallback);
  /// 32 bits, in decimal or as in 0x1f.
  uint32_t wordOr(std::string_view key, uint32_t fallback);
  /// A number of so many bits, written likewise.
  uint32_t bits(std::string_view key, unsigned count, std::string_view meaning);
  /// A list of words, at least one.
  std::vector<uint32_t> words(std::string_view key, std::string_view meaning);

  /// A list of texts; none if it is missing.
  std::vector<std::string> texts(std::string_view key,
                                 std::string_view meaning);

  /// The items of a list; none if it is missing and was not needed.
  const std::vector<YamlValue> &list(std::string_view key,
                                     std::string_view meaning, bool isNeeded);
  /// A map inside the map; null if missing or not one.
  const YamlValue *map(std::string_view key);

  bool has(std::string_view key) const;

  /// Where the key's value stands; the map's place if it is missing.
  SourceLocation placeOf(std::string_view key) const;
  const SourceLocation &place() const { return value_.where; }

  void error(SourceLocation where, std::string message);

  /// Call last: reports keys that nobody asked for.
  void reportUnknown();

private:
  const YamlValue *find(std::string_view key);
  const YamlValue *scalar(std::string_view key, std::string_view expected);
  std::optional<double> parse(const YamlValue &value, std::string_view key,
                              Range range);
  uint32_t word(const YamlValue &value, std::string_view key);
  void missing(std::string_view key, std::string_view meaning);

  const YamlValue &value_;
  std::string what_;
  std::vector<SpecError> &errors_;
  std::vector<std::string> known_; ///< keys asked for, in order
};

/// The one of `names` that `name` is likely a slip of; empty if none is near.
std::string nearestName(std::string_view name,
                        const std::vector<std::string> &names);

/// "a, b, c"
std::string joined(const std::vector<std::string> &names);

} // namespace hocket::soc
