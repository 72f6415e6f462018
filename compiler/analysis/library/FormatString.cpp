// SPDX-License-Identifier: Apache-2.0
#include "analysis/library/FormatString.h"

#include <cctype>
#include <cstring>
#include <string_view>
#include <vector>

namespace hocket::analysis {

namespace {

/// Skips a literal whose quote stands at `at`; the position behind it.
std::size_t skipLiteral(std::string_view text, std::size_t at) {
  char quote = text[at++];
  while (at < text.size() && text[at] != quote)
    at += text[at] == '\\' ? 2 : 1;
  return at < text.size() ? at + 1 : text.size();
}

/// Skips a line marker (`# 12 "file"`), which may stand between any tokens.
std::size_t skipMarker(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n')
    ++at;
  return at;
}

/// The arguments of a call's text, split at its commas.
std::vector<std::string_view> splitArguments(std::string_view text) {
  std::vector<std::string_view> args;
  std::size_t open = text.find('(');
  if (open == std::string_view::npos)
    return args;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = open; i < text.size();) {
    char c = text[i];
    if (c == '"' || c == '\'') {
      i = skipLiteral(text, i);
      continue;
    }
    if (c == '#') {
      i = skipMarker(text, i);
      continue;
    }
    if (c == '(' || c == '[' || c == '{')
      ++depth;
    if (c == ')' || c == ']' || c == '}')
      --depth;
    if ((c == ',' && depth == 1) || depth == 0) {
      args.push_back(text.substr(begin, i - begin));
      begin = i + 1;
      if (depth == 0)
        break;
    }
    ++i;
  }
  return args;
}

} // namespace

std::optional<std::string> literalArgument(const ir::Program &program,
                                           const ir::CallSite &call,
                                           unsigned position) {
  if (!ir::isValid(call.text.unit))
    return std::nullopt;
  std::vector<std::string_view> args = splitArguments(program.text(call.text));
  // As many as the call has: else the text is not a plain call.
  if (args.size() != call.args.size() || position >= args.size())
    return std::nullopt;
  std::string_view arg = args[position];
  std::string characters;
  bool found = false;
  for (std::size_t i = 0; i < arg.size();) {
    char c = arg[i];
    if (std::isspace(static_cast<unsigned char>(c)) || c == '(' || c == ')') {
      ++i;
    } else if (c == '#') {
      i = skipMarker(arg, i);
    } else if (c == '"') {
      std::size_t end = skipLiteral(arg, i);
      characters += arg.substr(i + 1, end - i - 2);
      found = true;
      i = end;
    } else {
      return std::nullopt;
    }
  }
  return found ? std::optional(characters) : std::nullopt;
}

FormatTraits formatTraits(const std::string &format) {
  FormatTraits traits;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '\\') {
      // An escape may hide a percent sign: take the worst for numeric ones.
      char next = i + 1 < format.size() ? format[i + 1] : '\0';
      if (std::isdigit(static_cast<unsigned char>(next)) || next == 'x')
        traits = {true, true, true, true};
      ++i;
      continue;
    }
    if (format[i] != '%')
      continue;
    ++i;
    while (i < format.size() &&
           std::strchr("0123456789.*$-+ #'hlLqjzt", format[i]))
      ++i;
    char conversion = i < format.size() ? format[i] : '\0';
    traits.stores |= conversion == 'n';
    traits.readsStrings |= conversion == 's' || conversion == 'S';
    // An unknown conversion (glibc lets programs add some) may do either.
    if (!std::strchr("diouxXeEfFgGaAcCsSpnm%", conversion))
      traits = {true, true, true};
    traits.readsErrno |= conversion == 'm';
    traits.showsPointers |= conversion == 'p';
  }
  return traits;
}

} // namespace hocket::analysis
