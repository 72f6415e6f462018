// SPDX-License-Identifier: Apache-2.0
#include "frontend/unit/OwnOptions.h"

#include "ir/Identifiers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace hocket::frontend {

namespace {

/// What follows the word, or nothing if the text does not begin with it.
bool take(llvm::StringRef &text, llvm::StringRef word) {
  llvm::StringRef rest = text.ltrim(" \t");
  if (!rest.consume_front(word) ||
      (!rest.empty() && ir::isIdentifierChar(rest.front())))
    return false;
  text = rest.ltrim(" \t");
  return true;
}

/// All of the options only say how much to optimize, for which processor, or
/// how floating point is computed.
bool areHarmless(llvm::StringRef options) {
  llvm::SmallVector<llvm::StringRef> pragmas;
  llvm::SplitString(options, pragmas, ";");
  return llvm::all_of(pragmas, [](llvm::StringRef pragma) {
    if (!take(pragma, "optimize"))
      return take(pragma, "target") || take(pragma, "STDC");
    llvm::SmallVector<llvm::StringRef> words;
    llvm::SplitString(pragma, words, "\", ()\t");
    return llvm::all_of(words, [](llvm::StringRef word) {
      word.consume_front("-");
      return word == "unroll-loops" || word == "tree-vectorize" ||
             (word.consume_front("O") && word.size() <= 1);
    });
  });
}

bool isOfInterest(std::string_view word) {
  return word == "optimize" || word == "__optimize__" || word == "target" ||
         word == "__target__" || word == "target_clones" ||
         word == "__target_clones__" || word == "target_version";
}

/// Behind the string or character constant that begins at `at`.
std::size_t endOfLiteral(std::string_view text, std::size_t at) {
  char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
    at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

/// The end of the parentheses or brackets that begin at `at`.
std::size_t endOfGroup(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c == '"' || c == '\'')
      at = endOfLiteral(text, at) - 1;
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (depth == 0 && (c == ')' || c == ']'))
      return at + 1;
  }
  return text.size();
}

} // namespace

OwnOptions::OwnOptions(std::string_view text) {
  int depth = 0; // of braces
  bool isLineStart = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '#' && isLineStart) {
      std::size_t end = std::min(text.find('\n', at), text.size());
      readPragma(text.substr(at + 1, end - at - 1), static_cast<uint32_t>(at),
                 depth > 0);
      at = end;
      continue;
    }
    if (c == '"' || c == '\'')
      at = endOfLiteral(text, at) - 1;
    depth += (c == '{') - (c == '}');
    isLineStart = c == '\n' || (isLineStart && (c == ' ' || c == '\t'));
  }
  readAttributes(text);
}

void OwnOptions::readPragma(std::string_view line, uint32_t at,
                            bool isInBlock) {
  llvm::StringRef rest(line);
  if (!take(rest, "pragma"))
    return;
  const std::string current = changes_.back().second;
  llvm::StringRef whole = rest;
  if (take(rest, "GCC")) {
    llvm::StringRef options = rest;
    if (take(rest, "push_options"))
      pushed_.push_back(current);
    else if (take(rest, "pop_options")) {
      changes_.emplace_back(at, pushed_.empty() ? "" : pushed_.back());
      if (!pushed_.empty())
        pushed_.pop_back();
    } else if (take(rest, "reset_options"))
      changes_.emplace_back(at, "");
    else if (take(rest, "optimize") || take(rest, "target"))
      changes_.emplace_back(at, current + options.str() + ";");
    return;
  }
  bool isOfBlocks =
      take(rest, "STDC") || take(rest, "float_control") ||
      (take(rest, "clang") &&
       (take(rest, "fp") || take(rest, "optimize") || take(rest, "attribute")));
  if (isOfBlocks && isInBlock)
    inBlocks_.push_back(at);
  else if (isOfBlocks)
    changes_.emplace_back(at, current + whole.str() + ";");
}

void OwnOptions::readAttributes(std::string_view text) {
  for (std::string_view opening : {"__attribute__", "__attribute", "[["})
    for (std::size_t at = text.find(opening); at != std::string_view::npos;
         at = text.find(opening, at + 1)) {
      std::size_t begin = opening == "[[" ? at : text.find_first_of("(;{", at);
      if (begin == std::string_view::npos)
        break;
      std::size_t end = endOfGroup(text, begin);
      std::vector<std::string_view> words =
          ir::identifiersIn(text.substr(begin, end - begin));
      if (std::any_of(words.begin(), words.end(), isOfInterest))
        noteNames(text, at, end);
    }
}

/// Of the declaration around an attribute.
void OwnOptions::noteNames(std::string_view text, std::size_t begin,
                           std::size_t end) {
  std::size_t first = text.find_last_of(";{}", begin);
  first = first == std::string_view::npos ? 0 : first + 1;
  std::size_t last = std::min(text.find_first_of(";{", end), text.size());
  for (std::string_view word :
       ir::identifiersIn(text.substr(first, last - first)))
    named_.emplace(word);
}

std::string OwnOptions::optionsAt(uint32_t at) const {
  auto next = std::upper_bound(changes_.begin(), changes_.end(), at,
                               [](uint32_t offset, const auto &change) {
                                 return offset < change.first;
                               });
  return std::prev(next)->second;
}

std::string OwnOptions::why(const std::string &function, uint32_t at,
                            uint32_t end) const {
  if (named_.count(function))
    return "a function with options of its own, by an attribute";
  auto inside = std::lower_bound(inBlocks_.begin(), inBlocks_.end(), at);
  if (inside != inBlocks_.end() && *inside < end)
    return "a function with options of its own, by a pragma";
  const std::string &last = changes_.back().second;
  std::string here = optionsAt(at);
  if (here.empty() && last.empty())
    return {};
  if (here == last && areHarmless(here))
    return {};
  return here == last || last.empty()
             ? "a function with options of its own, by a pragma"
             : "a function with other options than the end of its file, by a "
               "pragma";
}

} // namespace hocket::frontend
