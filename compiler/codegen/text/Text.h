// SPDX-License-Identifier: Apache-2.0
//
// Small pieces of C that many texts need. (The user's own text: ir/Text.h.)
#pragma once

#include <string>

namespace hocket::codegen {

/// `text` as a C string literal.
std::string quoted(const std::string &text);

/// `__builtin_memcpy(&to, &from, sizeof to);`: for arrays, and structs that
/// cannot be assigned.
std::string copyBytes(const std::string &to, const std::string &from);

/// `for (counter = 0; counter < count; counter++)`; the counter is declared
/// apart: C89 has no declarations in for.
std::string loopOver(const std::string &counter, const std::string &count);

/// `text` with each line indented, line markers excepted.
std::string indented(const std::string &text, unsigned columns);

} // namespace hocket::codegen
