// SPDX-License-Identifier: Apache-2.0
#include "frontend/UnitTrees.h"

#include <utility>

namespace hocket {

namespace {

/// All that decides how the unit is parsed.
std::string keyOf(const SourceInput &input) {
  std::string key;
  for (const std::string &flag : input.flags)
    key += flag + '\0';
  return key + '\0' + input.text;
}

} // namespace

std::string
UnitTrees::visit(const SourceInput &input,
                 llvm::function_ref<void(clang::ASTContext &)> visit) {
  std::string key = keyOf(input);
  auto known = kept_.find(key);
  frontend::ParsedUnit unit;
  if (known != kept_.end()) {
    unit = known->second;
  } else {
    unit = frontend::parseUnit(input);
    ++numParsed_;
    if (unit.bytes <= left_) {
      left_ -= unit.bytes;
      kept_.emplace(std::move(key), unit);
    }
  }
  if (unit.tree)
    visit(*unit.tree);
  return unit.problem;
}

} // namespace hocket
