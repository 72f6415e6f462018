// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/Comparisons.h"

#include <algorithm>
#include <string_view>

namespace hocket::speculation {

using namespace ir;

namespace {

struct Relation {
  std::size_t begin = 0, end = 0; ///< in the text
};

/// The relation that is the outermost operation of an expression, and the only
/// operator of the text, outside of parentheses, that binds no closer than it.
std::optional<Relation> outermostRelation(std::string_view text) {
  std::optional<Relation> found;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"' || c == '\'' || c == '#' || c == '{')
      return std::nullopt;
    depth += c == '(' || c == '[';
    depth -= c == ')' || c == ']';
    if (depth > 0 || c == ')' || c == ']')
      continue;
    if (c == '-' && next == '>') {
      ++i;
    } else if (c == '<' || c == '>') {
      if (next == c || found)
        return std::nullopt;
      found = Relation{i, i + 1 + (next == '=')};
      i += next == '=';
    } else if (std::string_view("=!&|^?:,").find(c) != std::string_view::npos) {
      return std::nullopt;
    }
  }
  return found;
}

/// Without blanks at both ends.
TextRange trimmed(const Program &program, TextRange range) {
  auto isBlank = [&](uint32_t at) {
    char c = program.text({range.unit, at, at + 1}).front();
    return c == ' ' || c == '\t' || c == '\n';
  };
  while (range.begin < range.end && isBlank(range.begin))
    ++range.begin;
  while (range.begin < range.end && isBlank(range.end - 1))
    --range.end;
  return range;
}

bool isSame(const TextRange &a, const TextRange &b) {
  return a.begin == b.begin && a.end == b.end;
}

} // namespace

std::optional<MemoryMark> boundOf(const Program &program, const Stmt &condition,
                                  const Access &read) {
  const std::vector<Access> &accesses = condition.accesses;
  bool isPlain =
      condition.kind == StmtKind::Condition &&
      std::all_of(accesses.begin(), accesses.end(),
                  [](const Access &a) {
                    return a.kind == AccessKind::Read && !a.isBitField;
                  }) &&
      std::count_if(accesses.begin(), accesses.end(), [&](const Access &a) {
        return isSame(a.text, read.text);
      }) == 1;
  if (!isPlain)
    return std::nullopt;
  const TextRange &all = condition.text;
  std::optional<Relation> relation = outermostRelation(program.text(all));
  if (!relation)
    return std::nullopt;
  auto at = [&](std::size_t offset) { return all.begin + uint32_t(offset); };
  TextRange left = trimmed(program, {all.unit, all.begin, at(relation->begin)});
  TextRange right = trimmed(program, {all.unit, at(relation->end), all.end});
  if (!isSame(read.text, left) && !isSame(read.text, right))
    return std::nullopt;
  MemoryMark mark;
  mark.kind = MarkKind::Bound;
  mark.target = read.text;
  mark.assigned = isSame(read.text, left) ? right : left;
  mark.whole = all;
  mark.op = std::string(
      program.text({all.unit, at(relation->begin), at(relation->end)}));
  mark.type = read.type;
  return mark;
}

} // namespace hocket::speculation
