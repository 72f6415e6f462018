// SPDX-License-Identifier: Apache-2.0
//
// A scanner for colours only: it need not be right, it must never fail and
// never lose a character.
#include "report/Highlight.h"
#include "report/Text.h"

#include <algorithm>
#include <cctype>

namespace hocket::report {

namespace {

constexpr std::string_view keywords[] = {
    "auto",     "bool",     "break",    "case",     "char",   "const",
    "continue", "default",  "do",       "double",   "else",   "enum",
    "extern",   "float",    "for",      "goto",     "if",     "inline",
    "int",      "long",     "register", "restrict", "return", "short",
    "signed",   "sizeof",   "static",   "struct",   "switch", "typedef",
    "union",    "unsigned", "void",     "volatile", "while",  "_Bool"};

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

class Scanner {
public:
  std::vector<std::string> run(std::string_view text) {
    while (!text.empty()) {
      std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
      if (line.ends_with('\r'))
        line.remove_suffix(1);
      lines_.emplace_back();
      scan(line);
    }
    return std::move(lines_);
  }

private:
  void mark(std::string_view kind, std::string_view text) {
    std::string &line = lines_.back();
    if (text.empty())
      return;
    if (kind.empty())
      line += escape(text);
    else
      line.append("<span class=\"").append(kind).append("\">");
    if (!kind.empty())
      line.append(escape(text)).append("</span>");
  }

  void scan(std::string_view line) {
    bool isFirst = true;
    while (!line.empty()) {
      std::size_t length = 1;
      std::string_view kind = classify(line, isFirst, length);
      mark(kind, line.substr(0, length));
      isFirst = isFirst && line[0] <= ' ';
      line.remove_prefix(length);
    }
  }

  /// The kind of what the line starts with, and its length.
  std::string_view classify(std::string_view line, bool isFirst,
                            std::size_t &length) {
    if (inComment_ || line.starts_with("/*")) {
      std::size_t end = line.find("*/", inComment_ ? 0 : 2);
      inComment_ = end == line.npos;
      length = inComment_ ? line.size() : end + 2;
      return "com";
    }
    if (line.starts_with("//")) {
      length = line.size();
      return "com";
    }
    char c = line[0];
    if (c == '"' || c == '\'') {
      length = literalLength(line);
      return "str";
    }
    if (c == '#' && isFirst) {
      length = std::min(line.find("/*"), line.find("//"));
      length = std::min(length, line.size());
      return "pre";
    }
    return classifyWord(line, length);
  }

  std::string_view classifyWord(std::string_view line, std::size_t &length) {
    if (!isWord(line[0])) {
      // Plain text up to what may start something.
      while (length < line.size() && !isWord(line[length]) &&
             line[length] != '/' && line[length] != '"' &&
             line[length] != '\'' && line[length] != '#')
        ++length;
      return "";
    }
    bool isNumber = std::isdigit(static_cast<unsigned char>(line[0]));
    while (length < line.size() &&
           (isWord(line[length]) || (isNumber && line[length] == '.')))
      ++length;
    if (isNumber)
      return "num";
    bool isKeyword = std::find(std::begin(keywords), std::end(keywords),
                               line.substr(0, length)) != std::end(keywords);
    return isKeyword ? "kw" : "";
  }

  static std::size_t literalLength(std::string_view line) {
    std::size_t i = 1;
    for (; i < line.size() && line[i] != line[0]; ++i)
      i += line[i] == '\\';
    return std::min(i + 1, line.size());
  }

  std::vector<std::string> lines_;
  bool inComment_ = false;
};

} // namespace

std::vector<std::string> highlightC(std::string_view text) {
  return Scanner().run(text);
}

} // namespace hocket::report
