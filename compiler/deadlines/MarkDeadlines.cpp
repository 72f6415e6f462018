// SPDX-License-Identifier: Apache-2.0
#include "deadlines/MarkDeadlines.h"

#include "deadlines/Pragmas.h"
#include "ir/LoopPragmas.h"
#include "ir/OwnPragmas.h"
#include "ir/Text.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace hocket::deadlines {

using namespace ir;

namespace {

std::string literal(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

/// What is put around a loop and into its body, in one line of C.
struct Insertions {
  std::string before, turn, behind;
};

/// The struct is hk_deadline of abi_points.h, which has not been pasted yet.
/// The cleanup is there for loops that are left by return or goto.
Insertions insertionsFor(const std::string &label, double periodNs,
                         unsigned number) {
  const std::string name = "__hocket_deadline" + std::to_string(number);
  Insertions result;
  result.before =
      "{ extern void __hocket_turn(void *), __hocket_turns_end(void *); "
      "__extension__ struct { const char *__name; unsigned long long __period, "
      "__since; unsigned __turns, __late; } " +
      name + " __attribute__((__cleanup__(__hocket_turns_end))) = {" +
      literal(label) + ", " + std::to_string(uint64_t(periodNs)) +
      "ULL, 0, 0, 0}; ";
  result.turn = " __hocket_turn(&" + name + "); ";
  result.behind = " }";
  return result;
}

/// A jump to it would come past the declaration.
bool hasTarget(const Program &program, const Node &loop) {
  return std::any_of(program.nodes.begin(), program.nodes.end(),
                     [&](const Node &node) {
                       return (node.hasLabel || node.hasOuterCase) &&
                              loop.text.contains(node.text);
                     });
}

class UnitMarker {
public:
  UnitMarker(const Program &program, UnitId unit, MarkedDeadlines &out)
      : program_(program), unit_(unit), text_(program[unit].text), out_(out),
        pragmas_(findPragmas(text_)) {}

  /// \returns the unit's text with all its loops marked.
  std::string mark() {
    if (pragmas_.empty())
      return text_;
    for (const Node &node : program_.nodes)
      if (node.as<Loop>() && node.text.unit == unit_)
        markLoop(node);
    for (const Pragma &pragma : pragmas_)
      sayIfUnused(pragma);
    return fillReplaced(
        program_, {unit_, 0, uint32_t(text_.size())},
        [](ObjectId) { return std::string(); }, edits_);
  }

private:
  void markLoop(const Node &node) {
    Pragma *pragma = pragmaFor(node.text.begin);
    const Loop &loop = *node.as<Loop>();
    if (!pragma || !pragma->periodNs || !isValid(loop.body))
      return;
    pragma->hasLabel = hasTarget(program_, node);
    if (pragma->hasLabel)
      return;
    pragma->isUsed = true;
    const std::string file =
        llvm::sys::path::filename(node.location.file).str();
    Insertions put =
        insertionsFor(llvm::formatv("{0}:{1} {2}", file, node.location.line,
                                    program_[node.function].name),
                      *pragma->periodNs, ++out_.count);
    putBefore(node.text.begin, *pragma, put.before);
    const TextRange &body = program_[loop.body].text;
    insert(body.begin, "{" + put.turn);
    insert(body.end, " }");
    insert(node.text.end, put.behind);
  }

  /// In front of all pragmas for the loop: they want it right behind them. No
  /// line behind the mark moves.
  void putBefore(uint32_t loop, const Pragma &mark, const std::string &text) {
    uint32_t first = std::min(mark.begin, ir::pragmasAbove(text_, loop));
    if (first == mark.begin) {
      edits_.push_back({mark.begin, mark.end, text});
      return;
    }
    insert(first, text + "\n");
    edits_.push_back({mark.begin, mark.end + 1, ""});
  }

  void insert(uint32_t at, std::string text) {
    edits_.push_back({at, at, std::move(text)});
  }

  /// Nothing but blanks, line markers and other pragmas is between the two.
  Pragma *pragmaFor(uint32_t loop) {
    for (Pragma &pragma : pragmas_)
      if (!pragma.isUsed && pragma.end <= loop &&
          isBetweenLines(
              std::string_view(text_).substr(pragma.end, loop - pragma.end)))
        return &pragma;
    return nullptr;
  }

  void sayIfUnused(const Pragma &pragma) {
    if (pragma.isUsed || !program_[unit_].parsed)
      return; // of units that cannot be read another remark tells
    out_.remarks.push_back(
        {RemarkId::DeadlineNotKept,
         locationOf(program_[unit_], pragma.begin),
         "",
         {!pragma.periodNs  ? "it is not of the form 'deadline(33ms)'"
          : pragma.hasLabel ? "the loop has a label in it"
                            : "no loop follows it that is analysed and has no "
                              "label"},
         {}});
  }

  const Program &program_;
  UnitId unit_;
  const std::string &text_;
  MarkedDeadlines &out_;
  std::vector<Pragma> pragmas_;
  Replacements edits_;
};

} // namespace

MarkedDeadlines markDeadlines(const Program &program) {
  MarkedDeadlines result;
  std::vector<std::string> texts;
  for (size_t i = 0; i < program.units.size(); ++i)
    texts.push_back(UnitMarker(program, UnitId(i), result).mark());
  if (result.count != 0)
    result.texts = std::move(texts);
  return result;
}

} // namespace hocket::deadlines
