// SPDX-License-Identifier: Apache-2.0
//
// The form of what is kept: parts, each behind its number of bytes and a line
// feed.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::driver {

void addPart(std::string &to, llvm::StringRef part);
void addParts(std::string &to, const std::vector<std::string> &parts);
void addNumber(std::string &to, uint64_t number);

/// Take off what was added; false: `from` does not begin so.
bool takePart(llvm::StringRef &from, std::string &part);
bool takeParts(llvm::StringRef &from, std::vector<std::string> &parts);
bool takeNumber(llvm::StringRef &from, uint64_t &number);

} // namespace hocket::driver
