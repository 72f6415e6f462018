// SPDX-License-Identifier: Apache-2.0
#include "inlining/Returns.h"

#include "ir/FunctionBody.h"

namespace hocket::inlining {

using namespace ir;

namespace {

class Returns {
public:
  Returns(const Program &program, const ReturnText &text)
      : program_(program), text_(text) {}

  /// Nothing follows the node in the function. \returns false if a return in it
  /// cannot be replaced.
  bool atEnd(NodeId id) {
    const Node &node = program_[id];
    if (!node.exits.byReturn)
      return true;
    if (node.as<Jump>())
      return replaceJump(node);
    if (const auto *branch = node.as<Branch>())
      return atEnd(branch->thenNode) &&
             (!isValid(branch->elseNode) || atEnd(branch->elseNode));
    const auto *block = node.as<Block>();
    return block && blockAtEnd(node, block->children);
  }

  Replacements replacements;

private:
  bool replaceJump(const Node &node) {
    const Jump &jump = *node.as<Jump>();
    std::string text = ";";
    if (isValid(jump.value)) {
      std::string value =
          fill(program_, program_[jump.value].text, text_.filler);
      bool isNeeded = !text_.result.empty();
      text = "{ " + (isNeeded ? text_.result + " = " : "(void)") + "(" + value +
             "); }";
    }
    replacements.push_back({node.text.begin, node.text.end, std::move(text)});
    return true;
  }

  bool blockAtEnd(const Node &block, const std::vector<NodeId> &children) {
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (i + 1 == children.size() || alwaysReturns(program_, children[i]))
        return atEnd(children[i]) && endsBlock(block, children, i);
      const Node &child = program_[children[i]];
      if (!child.exits.byReturn)
        continue;
      if (!isEarlyReturn(program_, children[i]) ||
          !atEnd(child.as<Branch>()->thenNode))
        return false;
      replacements.push_back({child.text.end, child.text.end, " else {"});
      closing_.push_back(block.text.end - 1);
    }
    return true;
  }

  /// What stands behind child `i` is never reached, and is not copied.
  bool endsBlock(const Node &block, const std::vector<NodeId> &children,
                 std::size_t i) {
    if (i + 1 < children.size())
      replacements.push_back({program_[children[i]].text.end,
                              program_[children.back()].text.end, ""});
    closeAll(block);
    return true;
  }

  void closeAll(const Node &block) {
    uint32_t at = block.text.end - 1;
    std::size_t count = std::erase(closing_, at);
    if (count != 0)
      replacements.push_back({at, at, std::string(count, '}')});
  }

  const Program &program_;
  const ReturnText &text_;
  std::vector<uint32_t> closing_; ///< ends of blocks, one for each open brace
};

} // namespace

std::optional<Replacements> replaceReturns(const Program &program,
                                           FunctionId function,
                                           const ReturnText &text) {
  Returns returns(program, text);
  if (!returns.atEnd(program[function].body))
    return std::nullopt;
  return std::move(returns.replacements);
}

} // namespace hocket::inlining
