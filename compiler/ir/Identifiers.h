// SPDX-License-Identifier: Apache-2.0
//
// The words of a piece of C text, for questions that must not miss a name: what
// could a variable of this name hide?
#pragma once

#include <string_view>
#include <vector>

namespace hocket::ir {

/// The identifiers, keywords and numbers in the text, in order; line markers
/// and literals left out.
std::vector<std::string_view> identifiersIn(std::string_view text);

/// The same without the names of members: what follows `.` or `->`.
std::vector<std::string_view> namesIn(std::string_view text);

/// The text without the white space and the line markers at its end; pragmas
/// stay.
std::string_view upToLastToken(std::string_view text);

bool isIdentifierChar(char c);

} // namespace hocket::ir
