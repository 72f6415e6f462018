// SPDX-License-Identifier: Apache-2.0
#include "loops/search/SearchExits.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::JumpKind;
using ir::NodeId;

namespace {

class ExitFinder {
public:
  explicit ExitFinder(const ir::Program &program) : program_(program) {}

  std::optional<std::vector<NodeId>> find(NodeId body) {
    walk(body, /*isInner=*/false);
    if (!isRegular_)
      return std::nullopt;
    return std::move(exits_);
  }

private:
  /// \param isInner in a loop inside: its breaks lead no further.
  static bool leaves(const ir::Jump &jump, bool isInner) {
    return jump.kind == JumpKind::Return ||
           (jump.kind == JumpKind::Break && !isInner);
  }

  /// Ends with a jump out of the loop; no other leaves any part of it.
  bool isExit(NodeId side, bool isInner) const {
    if (!isValid(side))
      return false;
    const ir::Node &node = program_[side];
    if (const ir::Jump *jump = node.as<ir::Jump>())
      return leaves(*jump, isInner);
    const ir::Block *block = node.as<ir::Block>();
    return block && !block->children.empty() &&
           std::none_of(
               block->children.begin(), std::prev(block->children.end()),
               [&](NodeId child) { return program_[child].exits.any(); }) &&
           isExit(block->children.back(), isInner);
  }

  void walk(NodeId id, bool isInner) {
    const ir::Node &node = program_[id];
    if (const ir::Branch *branch = node.as<ir::Branch>()) {
      for (NodeId side : {branch->thenNode, branch->elseNode})
        if (isExit(side, isInner))
          exits_.push_back(side);
        else if (isValid(side))
          walk(side, isInner);
    } else if (const ir::Jump *jump = node.as<ir::Jump>()) {
      isRegular_ &= jump->kind == JumpKind::Continue ||
                    (jump->kind == JumpKind::Break && isInner);
    } else if (node.as<ir::Opaque>()) {
      isRegular_ = false;
    } else {
      bool isLoop = node.as<ir::Loop>() && !ir::runsOnce(program_, id);
      for (NodeId child : ir::childrenOf(program_, id))
        walk(child, isInner || isLoop);
    }
  }

  const ir::Program &program_;
  std::vector<NodeId> exits_;
  bool isRegular_ = true;
};

} // namespace

std::optional<std::vector<NodeId>> findExits(const ir::Program &program,
                                             NodeId loop) {
  const ir::Node &node = program[loop];
  if (node.hasLabel || node.hasOuterCase)
    return std::nullopt;
  return ExitFinder(program).find(node.as<ir::Loop>()->body);
}

} // namespace hocket::polyhedral
