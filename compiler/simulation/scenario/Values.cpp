// SPDX-License-Identifier: Apache-2.0
#include "simulation/scenario/Values.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace hocket::simulation {

size_t choice(soc::Fields &fields, std::string_view key,
              const std::vector<std::string_view> &names, size_t fallback) {
  if (!fields.has(key)) {
    fields.textOr(key, "");
    return fallback;
  }
  std::string text = fields.textOr(key, "");
  auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end())
    return size_t(found - names.begin());
  std::vector<std::string> expected(names.begin(), names.end());
  fields.error(fields.placeOf(key),
               llvm::formatv("there is no {0} '{1}'; expected one of {2}",
                             llvm::StringRef(key.data(), key.size()), text,
                             soc::joined(expected)));
  return fallback;
}

std::vector<double> numbers(soc::Fields &fields, std::string_view key,
                            soc::Range range) {
  std::vector<double> values;
  for (const soc::YamlValue &item :
       fields.list(key, "a list of numbers", false)) {
    double value = 0;
    if (item.kind != soc::YamlValue::Kind::Scalar ||
        llvm::StringRef(item.scalar).getAsDouble(value) ||
        !(value >= range.low && value <= range.high)) {
      std::string expected;
      llvm::raw_string_ostream(expected) << llvm::format(
          "expected a number from %g to %g", range.low, range.high);
      fields.error(item.where, expected);
      continue;
    }
    values.push_back(value);
  }
  return values;
}

double timeOr(soc::Fields &fields, std::string_view key, double unitNs,
              double fallbackNs) {
  return fields.numberOr(key, {0, 1e9, ""}, fallbackNs / unitNs) * unitNs;
}

double partOr(soc::Fields &fields, std::string_view key, double fallback) {
  return fields.numberOr(key, {0, 1, ""}, fallback);
}

} // namespace hocket::simulation
