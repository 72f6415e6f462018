// SPDX-License-Identifier: Apache-2.0
#include "normalization/StructuredJumps.h"

#include "ir/Text.h"
#include "ir/Tree.h"

#include <algorithm>
#include <optional>

namespace hocket::normalization {

using namespace ir;

namespace {

/// `if (c) continue;` or `if (c) { ...; continue; }`.
struct EarlyEnd {
  TextRange branch, condition;
  TextRange jump;
  bool doesMore = false; ///< than to continue
};

const Block *blockAt(const Program &program, NodeId node) {
  return program[node].as<Block>();
}

bool isContinue(const Program &program, NodeId node) {
  const Jump *jump = program[node].as<Jump>();
  return jump && jump->kind == JumpKind::Continue;
}

bool hasLabels(const Node &node) { return node.hasLabel || node.hasOuterCase; }

/// \param node among the statements of a loop's body
std::optional<EarlyEnd> earlyEndAt(const Program &program, NodeId node) {
  const Branch *branch = program[node].as<Branch>();
  if (!branch || isValid(branch->elseNode) || hasLabels(program[node]))
    return std::nullopt;
  NodeId last = branch->thenNode;
  std::size_t before = 0;
  if (const Block *block = blockAt(program, last)) {
    if (block->children.empty())
      return std::nullopt;
    before = block->children.size() - 1;
    last = block->children.back();
  }
  if (!isContinue(program, last))
    return std::nullopt;
  return EarlyEnd{program[node].text, program[branch->condition].text,
                  program[last].text, before != 0};
}

using MayChange = std::function<bool(NodeId)>;

class UnitRewriter {
public:
  UnitRewriter(const Program &program, UnitId unit, const MayChange &mayChange)
      : program_(program), unit_(unit), mayChange_(mayChange) {}

  /// Empty: nothing changes.
  std::string rewrite() {
    for (const Function &function : program_.functions)
      if (isValid(function.body) && function.unit == unit_)
        forEachNode(program_, function.body, [this](NodeId node) {
          const Loop *loop = program_[node].as<Loop>();
          if (loop && loop->counted && !isValid(program_[node].inlinedFrom))
            structure(node, loop->body);
        });
    if (edits_.empty())
      return "";
    TextRange all{unit_, 0, uint32_t(program_[unit_].text.size())};
    return fillReplaced(
        program_, all, [](ObjectId) { return std::string(); }, edits_);
  }

private:
  void structure(NodeId loop, NodeId body) {
    const Block *block = blockAt(program_, body);
    if (!block)
      return;
    const std::vector<NodeId> &children = block->children;
    std::string closing;
    // Nothing may jump to what gets behind a branch.
    auto end =
        std::find_if(children.begin(), children.end(), [this](NodeId child) {
          return hasLabels(program_[child]);
        });
    if (end != children.end() ||
        !program_.text(program_[body].text).ends_with('}'))
      return; // it may end with a digraph
    for (std::size_t k = 0; k + 1 < children.size(); ++k)
      if (std::optional<EarlyEnd> found = earlyEndAt(program_, children[k]);
          found && mayChange_(loop))
        if (found->doesMore ? replaceEnd(*found) : replaceAll(*found))
          closing += " }";
    const uint32_t brace = program_[body].text.end - 1;
    if (!closing.empty())
      edits_.push_back({brace, brace, closing});
  }

  /// Line breaks stay, and there are no line markers in what goes.
  std::optional<std::string> linesOf(uint32_t begin, uint32_t end) const {
    std::string_view text = program_.text({unit_, begin, end});
    if (text.find('#') != text.npos)
      return std::nullopt;
    return std::string(std::size_t(std::count(text.begin(), text.end(), '\n')),
                       '\n');
  }

  bool replaceAll(const EarlyEnd &found) {
    auto before = linesOf(found.branch.begin, found.condition.begin);
    auto after = linesOf(found.condition.end, found.branch.end);
    if (!before || !after)
      return false;
    edits_.push_back(
        {found.branch.begin, found.condition.begin, "if (!(" + *before});
    edits_.push_back({found.condition.end, found.branch.end, ")) {" + *after});
    return true;
  }

  bool replaceEnd(const EarlyEnd &found) {
    auto lines = linesOf(found.jump.begin, found.jump.end);
    if (!lines)
      return false;
    edits_.push_back({found.jump.begin, found.jump.end, *lines});
    edits_.push_back({found.branch.end, found.branch.end, " else {"});
    return true;
  }

  const Program &program_;
  const UnitId unit_;
  const MayChange &mayChange_;
  Replacements edits_;
};

} // namespace

std::vector<std::string> textsWithoutContinue(const Program &program,
                                              const MayChange &mayChange) {
  std::vector<std::string> texts;
  bool isChanged = false;
  for (std::size_t i = 0; i < program.units.size(); ++i) {
    const Unit &unit = program.units[i];
    std::string text =
        unit.parsed ? UnitRewriter(program, UnitId(i), mayChange).rewrite()
                    : "";
    isChanged |= !text.empty();
    texts.push_back(text.empty() ? unit.text : std::move(text));
  }
  return isChanged ? texts : std::vector<std::string>();
}

} // namespace hocket::normalization
