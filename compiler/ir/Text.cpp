// SPDX-License-Identifier: Apache-2.0
#include "ir/Text.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::ir {

namespace {

/// What is copied from a range, from its begin to its end.
class Filling {
public:
  Filling(const Program &program, const TextRange &range,
          const Insertions &insertions)
      : text_(program[range.unit].text), at_(range.begin), end_(range.end),
        insertions_(insertions),
        insertion_(insertions.lower_bound(range.begin)) {}

  bool isPast(uint32_t begin) const { return begin < at_; }

  /// Copies up to `end`, with the insertions on the way.
  void copyTo(uint32_t end) {
    for (; insertion_ != insertions_.end() && insertion_->first <= end &&
           insertion_->first <= end_;
         ++insertion_) {
      result_.append(text_, at_, insertion_->first - at_);
      at_ = insertion_->first;
      result_ += insertion_->second;
    }
    result_.append(text_, at_, end - at_);
    at_ = end;
  }

  void put(uint32_t begin, uint32_t end, const std::string &with) {
    copyTo(begin);
    result_ += with;
    at_ = end;
    while (insertion_ != insertions_.end() && insertion_->first < end)
      ++insertion_;
  }

  std::string take() {
    copyTo(end_);
    return std::move(result_);
  }

private:
  const std::string &text_;
  uint32_t at_;
  const uint32_t end_;
  const Insertions &insertions_;
  Insertions::const_iterator insertion_;
  std::string result_;
};

} // namespace

std::string fill(const Program &program, const TextRange &range,
                 const Filler &filler, const Insertions &insertions,
                 const Replacements &replacements) {
  const Unit &unit = program[range.unit];
  Filling filling(program, range, insertions);
  auto replacement = std::lower_bound(
      replacements.begin(), replacements.end(), range.begin,
      [](const Replacement &r, uint32_t offset) { return r.begin < offset; });
  auto replaceTo = [&](uint32_t end) {
    for (; replacement != replacements.end() && replacement->end <= end;
         ++replacement)
      filling.put(replacement->begin, replacement->end, replacement->text);
  };
  auto hole = std::lower_bound(
      unit.holes.begin(), unit.holes.end(), range.begin,
      [](const Hole &h, uint32_t offset) { return h.begin < offset; });
  for (; hole != unit.holes.end() && hole->end <= range.end; ++hole) {
    if (hole->isDeclarator)
      continue;
    // One that the hole is in ends behind it.
    while (replacement != replacements.end() &&
           replacement->begin <= hole->begin && replacement->end <= range.end)
      replaceTo(replacement->end);
    if (filling.isPast(hole->begin))
      continue;
    std::string name = filler(hole->object);
    if (!name.empty())
      filling.put(hole->begin, hole->end, name);
  }
  replaceTo(range.end);
  return filling.take();
}

namespace {

/// The ends of lines, and line markers.
std::string linesOnly(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos)
      break;
    if (text.substr(at, 2) == "# ")
      result += text.substr(at, end - at);
    result += '\n';
    at = end + 1;
  }
  return result;
}

} // namespace

std::string fillNode(const Program &program, NodeId node, const Filler &filler,
                     const Insertions &insertions,
                     const Replacements &replacements) {
  std::string result;
  uint32_t end = program[node].text.begin;
  for (const TextRange &piece : textPieces(program, node)) {
    result += linesOnly(program.text({piece.unit, end, piece.begin}));
    result += fill(program, piece, filler, insertions, replacements);
    end = piece.end;
  }
  return result;
}

Replacements outermost(Replacements all) {
  std::stable_sort(
      all.begin(), all.end(), [](const Replacement &a, const Replacement &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
      });
  Replacements result;
  for (Replacement &one : all)
    if (result.empty() || one.begin >= result.back().end)
      result.push_back(std::move(one));
  return result;
}

Replacements replacementsIn(const TextRange &range, const Replacements &all) {
  Replacements result;
  for (const Replacement &one : all)
    if (range.begin <= one.begin && one.end <= range.end)
      result.push_back(one);
  return result;
}

std::string fillExchanged(const Program &program, const Exchange &exchange,
                          const Filler &filler, const Insertions &insertions) {
  TextRange rest = program[exchange.node].text;
  std::string result;
  for (NodeId part : exchange.parts) {
    const TextRange &text = program[part].text;
    result +=
        fill(program, {rest.unit, rest.begin, text.begin}, filler, insertions) +
        exchange.with + linesOnly(program.text(text));
    rest.begin = text.end;
  }
  return result + fill(program, rest, filler, insertions);
}

std::string fillReplaced(const Program &program, TextRange range,
                         const Filler &filler, Replacements replacements) {
  std::stable_sort(replacements.begin(), replacements.end(),
                   [](const Replacement &a, const Replacement &b) {
                     return a.begin < b.begin;
                   });
  std::string result;
  for (const Replacement &r : replacements) {
    result += fill(program, {range.unit, range.begin, r.begin}, filler);
    result += r.text;
    range.begin = r.end;
  }
  return result + fill(program, range, filler);
}

std::string lineMarker(const SourceLocation &location, bool isGenerated) {
  std::string quoted;
  for (char c : location.file) {
    if (c == '\\' || c == '"')
      quoted += '\\';
    quoted += c;
  }
  return "# " + std::to_string(location.line) + " \"" + quoted + "\"" +
         (isGenerated ? " 3" : "") + "\n";
}

std::string pinnedMarker(const SourceLocation &location) {
  std::string marker = lineMarker(location, true);
  marker.insert(marker.size() - 1, " ");
  return marker;
}

} // namespace hocket::ir
