// SPDX-License-Identifier: Apache-2.0
//
// Messages say what stands there and what was expected, with its unit.
#include "soc/Fields.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hocket::soc {
namespace {

std::string describe(const YamlValue &value) {
  switch (value.kind) {
  case YamlValue::Kind::Null:
    return "nothing";
  case YamlValue::Kind::Scalar:
    return "'" +
           (value.scalar.size() > 60 ? value.scalar.substr(0, 57) + "..."
                                     : value.scalar) +
           "'";
  case YamlValue::Kind::List:
    return "a list";
  case YamlValue::Kind::Map:
    return "a map";
  }
  return "";
}

std::string shortest(double number) {
  char buffer[32];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return std::string(buffer, end);
}

std::string describe(const Range &range) {
  std::string text =
      "a number from " + shortest(range.low) + " to " + shortest(range.high);
  if (!range.unit.empty())
    text += " (" + std::string(range.unit) + ")";
  return text;
}

const std::vector<YamlValue> noItems;

} // namespace

Fields::Fields(const YamlValue &value, std::string what,
               std::vector<SpecError> &errors)
    : value_(value), what_(std::move(what)), errors_(errors) {
  if (value.kind != YamlValue::Kind::Map)
    error(value.where, "expected " + what_ + " as a map of 'key: value', not " +
                           describe(value));
}

const YamlValue *Fields::find(std::string_view key) {
  known_.emplace_back(key);
  auto found = std::find(value_.keys.begin(), value_.keys.end(), key);
  return found == value_.keys.end()
             ? nullptr
             : &value_.items[found - value_.keys.begin()];
}

void Fields::error(SourceLocation where, std::string message) {
  errors_.push_back({std::move(where), std::move(message)});
}

void Fields::missing(std::string_view key, std::string_view meaning) {
  if (value_.kind == YamlValue::Kind::Map)
    error(value_.where,
          what_ + " needs '" + std::string(key) + "': " + std::string(meaning));
}

const YamlValue *Fields::scalar(std::string_view key,
                                std::string_view expected) {
  const YamlValue *value = find(key);
  if (!value || value->kind == YamlValue::Kind::Scalar)
    return value;
  error(value->where, "'" + std::string(key) + "' is " + describe(*value) +
                          "; expected " + std::string(expected));
  return nullptr;
}

std::string Fields::text(std::string_view key, std::string_view meaning) {
  size_t before = errors_.size();
  const YamlValue *value = scalar(key, "text");
  if (!value) {
    if (errors_.size() == before)
      missing(key, meaning);
    return "";
  }
  if (value->scalar.empty())
    error(value->where, "'" + std::string(key) + "' is empty; expected " +
                            std::string(meaning));
  return value->scalar;
}

std::string Fields::optionalText(std::string_view key,
                                 std::string_view meaning) {
  if (has(key))
    return text(key, meaning);
  known_.emplace_back(key);
  return "";
}

std::string Fields::textOr(std::string_view key, std::string fallback) {
  const YamlValue *value = scalar(key, "text");
  return value ? value->scalar : fallback;
}

std::optional<double> Fields::parse(const YamlValue &value,
                                    std::string_view key, Range range) {
  const char *begin = value.scalar.data();
  const char *end = begin + value.scalar.size();
  double number = 0;
  auto [stop, code] = std::from_chars(begin, end, number);
  if (code == std::errc() && stop == end && number >= range.low &&
      number <= range.high)
    return number;
  error(value.where, "'" + std::string(key) + "' is " + describe(value) +
                         "; expected " + describe(range));
  return std::nullopt;
}

std::optional<double> Fields::optionalNumber(std::string_view key,
                                             Range range) {
  const YamlValue *value = scalar(key, describe(range));
  return value ? parse(*value, key, range) : std::nullopt;
}

double Fields::numberOr(std::string_view key, Range range, double fallback) {
  return optionalNumber(key, range).value_or(fallback);
}

double Fields::number(std::string_view key, Range range,
                      std::string_view meaning) {
  size_t before = errors_.size();
  std::optional<double> number = optionalNumber(key, range);
  if (!number && errors_.size() == before)
    missing(key, std::string(meaning) + ", " + describe(range));
  return number.value_or(range.low);
}

unsigned Fields::countOr(std::string_view key, Range range, unsigned fallback) {
  std::optional<double> number = optionalNumber(key, range);
  if (number && *number != std::floor(*number))
    error(placeOf(key), "'" + std::string(key) + "' is '" + shortest(*number) +
                            "'; expected a whole number");
  return number ? unsigned(*number) : fallback;
}

bool Fields::flagOr(std::string_view key, bool fallback) {
  const YamlValue *value = scalar(key, "true or false");
  if (!value)
    return fallback;
  if (value->scalar == "true" || value->scalar == "false")
    return value->scalar == "true";
  error(value->where, "'" + std::string(key) + "' is " + describe(*value) +
                          "; expected true or false");
  return fallback;
}

uint32_t Fields::word(const YamlValue &value, std::string_view key) {
  llvm::StringRef digits(value.scalar);
  unsigned base = digits.consume_front("0x") ? 16 : 10;
  uint32_t number = 0;
  bool isWord = value.kind == YamlValue::Kind::Scalar &&
                !digits.getAsInteger(base, number);
  if (!isWord)
    error(value.where, "'" + std::string(key) + "' is " + describe(value) +
                           "; expected a number of 32 bits, as in 31 or 0x1f");
  return isWord ? number : 0;
}

uint32_t Fields::wordOr(std::string_view key, uint32_t fallback) {
  const YamlValue *value = find(key);
  return value ? word(*value, key) : fallback;
}

uint32_t Fields::bits(std::string_view key, unsigned count,
                      std::string_view meaning) {
  const YamlValue *value = find(key);
  if (!value) {
    missing(key, std::string(meaning) + ", a number of " +
                     std::to_string(count) + " bits, as in 31 or 0x1f");
    return 0;
  }
  uint32_t number = word(*value, key);
  if (number >> count != 0)
    error(value->where, "'" + std::string(key) + "' is " + describe(*value) +
                            "; expected a number of " + std::to_string(count) +
                            " bits");
  return number;
}

std::vector<uint32_t> Fields::words(std::string_view key,
                                    std::string_view meaning) {
  std::vector<uint32_t> result;
  for (const YamlValue &item : list(key, meaning, true))
    result.push_back(word(item, key));
  return result;
}

std::vector<std::string> Fields::texts(std::string_view key,
                                       std::string_view meaning) {
  std::vector<std::string> result;
  for (const YamlValue &item : list(key, meaning, false)) {
    if (item.kind != YamlValue::Kind::Scalar || item.scalar.empty())
      error(item.where, "'" + std::string(key) + "' has " + describe(item) +
                            "; expected " + std::string(meaning));
    result.push_back(item.scalar);
  }
  return result;
}

const std::vector<YamlValue> &
Fields::list(std::string_view key, std::string_view meaning, bool isNeeded) {
  const YamlValue *value = find(key);
  if (!value) {
    if (isNeeded)
      missing(key, meaning);
    return noItems;
  }
  if (value->kind != YamlValue::Kind::List) {
    error(value->where, "'" + std::string(key) + "' is " + describe(*value) +
                            "; expected " + std::string(meaning));
    return noItems;
  }
  if (isNeeded && value->items.empty())
    error(value->where, "'" + std::string(key) + "' is empty; expected " +
                            std::string(meaning));
  return value->items;
}

const YamlValue *Fields::map(std::string_view key) { return find(key); }

bool Fields::has(std::string_view key) const {
  return std::find(value_.keys.begin(), value_.keys.end(), key) !=
         value_.keys.end();
}

SourceLocation Fields::placeOf(std::string_view key) const {
  auto found = std::find(value_.keys.begin(), value_.keys.end(), key);
  return found == value_.keys.end()
             ? value_.where
             : value_.items[found - value_.keys.begin()].where;
}

void Fields::reportUnknown() {
  for (size_t i = 0; i < value_.keys.size(); ++i) {
    const std::string &key = value_.keys[i];
    if (std::find(known_.begin(), known_.end(), key) != known_.end())
      continue;
    std::string near = nearestName(key, known_);
    error(value_.keyPlaces[i], "unknown key '" + key + "' in " + what_ +
                                   "; expected " +
                                   (near.empty() ? "one of " + joined(known_)
                                                 : "perhaps '" + near + "'"));
  }
}

std::string nearestName(std::string_view name,
                        const std::vector<std::string> &names) {
  std::string best;
  unsigned least = unsigned(std::max<size_t>(1, name.size() / 3)) + 1;
  for (const std::string &candidate : names) {
    if (name.size() > 2 && llvm::StringRef(candidate).starts_with(name))
      return candidate;
    unsigned distance = llvm::StringRef(name.data(), name.size())
                            .edit_distance(candidate, true, least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string joined(const std::vector<std::string> &names) {
  return llvm::join(names, ", ");
}

} // namespace hocket::soc
