// SPDX-License-Identifier: Apache-2.0
//
// The few operations on the IR's data that are not plain field access.

#include "ir/Program.h"

namespace hocket::ir {

std::string_view Program::text(const TextRange &range) const {
  if (!isValid(range.unit))
    return {};
  std::string_view all = units[index(range.unit)].text;
  return all.substr(range.begin, range.end - range.begin);
}

} // namespace hocket::ir
