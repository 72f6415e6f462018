// SPDX-License-Identifier: Apache-2.0
#include "deadlines/Pragmas.h"

#include "ir/OwnPragmas.h"
#include "support/Duration.h"

#include "llvm/ADT/StringRef.h"

namespace hocket::deadlines {

using llvm::StringRef;

namespace {

/// `( 33ms )`
std::optional<double> readPeriod(StringRef text) {
  if (!text.consume_front("(") || !text.consume_back(")"))
    return std::nullopt;
  return readDuration(text.trim());
}

} // namespace

std::vector<Pragma> findPragmas(std::string_view text) {
  std::vector<Pragma> found;
  for (const ir::OwnPragma &own : ir::ownPragmas(text, "deadline"))
    found.push_back({own.begin, own.end, readPeriod(own.text)});
  return found;
}

} // namespace hocket::deadlines
