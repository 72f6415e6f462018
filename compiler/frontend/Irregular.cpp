// SPDX-License-Identifier: Apache-2.0
//
// Jumps, once the tree is complete. A label and its gotos make the smallest
// node that holds them all irregular: what stands between the first and the
// last of them may run any number of times. Everything below an Opaque keeps
// its shape, for its accesses still count.

#include "frontend/TreeReader.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::frontend {

using namespace ir;

static bool holds(const TextRange &text, uint32_t position) {
  return text.begin <= position && position < text.end;
}

NodeId
TreeReader::smallestNodeOf(const std::vector<uint32_t> &positions) const {
  const Program &program = unit_.builder.program;
  NodeId node = root_;
  for (bool isDeeper = true; isDeeper;) {
    isDeeper = false;
    for (NodeId child : childrenOf(program, node)) {
      const TextRange &text = program[child].text;
      if (std::all_of(positions.begin(), positions.end(),
                      [&](uint32_t at) { return holds(text, at); })) {
        node = child;
        isDeeper = true;
        break;
      }
    }
  }
  return node;
}

/// Puts an Opaque in the place of `id`, which becomes its child.
void TreeReader::encloseNode(NodeId id, const std::string &reason) {
  Node opaque = builder().node(id);
  NodeId parent = opaque.parent;
  opaque.data = Opaque{reason, {id}};
  NodeId wrapper = builder().addNode(std::move(opaque));
  builder().node(id).parent = wrapper;
  if (!isValid(parent)) {
    root_ = wrapper;
    return;
  }
  auto replace = [&](NodeId &child) {
    if (child == id)
      child = wrapper;
  };
  Node &above = builder().node(parent);
  if (auto *block = above.as<Block>())
    std::for_each(block->children.begin(), block->children.end(), replace);
  if (auto *outer = above.as<Opaque>())
    std::for_each(outer->children.begin(), outer->children.end(), replace);
  if (auto *loop = above.as<Loop>())
    replace(loop->body);
  if (auto *branch = above.as<Branch>()) {
    replace(branch->thenNode);
    replace(branch->elseNode);
  }
}

/// Puts children [first, last] of a block into an Opaque.
void TreeReader::encloseChildren(NodeId block, std::size_t first,
                                 std::size_t last, const std::string &reason) {
  Node opaque;
  opaque.parent = block;
  opaque.function = function_;
  std::vector<NodeId> children = builder().node(block).as<Block>()->children;
  std::vector<NodeId> inside(children.begin() + first,
                             children.begin() + last + 1);
  const Node &front = builder().node(inside.front());
  const Node &back = builder().node(inside.back());
  opaque.text = unit_.range(front.text.begin, back.text.end);
  opaque.location = front.location;
  opaque.endLine = back.endLine;
  opaque.data = Opaque{reason, inside};
  NodeId wrapper = builder().addNode(std::move(opaque));
  for (NodeId child : inside)
    builder().node(child).parent = wrapper;
  children.erase(children.begin() + first, children.begin() + last + 1);
  children.insert(children.begin() + first, wrapper);
  builder().node(block).as<Block>()->children = std::move(children);
}

void TreeReader::encloseSpan(const LabelFacts &label) {
  std::vector<uint32_t> positions = label.gotos;
  positions.push_back(label.position);
  NodeId node = smallestNodeOf(positions);
  std::string reason = "the label '" + label.label->getNameAsString() + "'";
  const auto *block = builder().node(node).as<Block>();
  if (builder().node(node).as<Leaf>())
    throw NotAnalysable{"a goto in a statement expression"};
  if (!block)
    return encloseNode(node, reason);
  std::size_t first = SIZE_MAX, last = 0;
  for (uint32_t at : positions) {
    bool isInChild = false;
    for (std::size_t i = 0; i < block->children.size(); ++i) {
      if (!holds(builder().node(block->children[i]).text, at))
        continue;
      first = std::min(first, i);
      last = std::max(last, i);
      isInChild = true;
    }
    if (!isInChild) // the label is the block's own
      return encloseNode(node, reason);
  }
  encloseChildren(node, first, last, reason);
}

/// Exits by everything but goto, bottom-up.
Exits TreeReader::computeExits(NodeId id) {
  Exits exits;
  for (NodeId child : childrenOf(builder().program, id)) {
    Exits inner = computeExits(child);
    exits.byReturn |= inner.byReturn;
    exits.byBreak |= inner.byBreak;
    exits.byContinue |= inner.byContinue;
    exits.byGoto |= inner.byGoto;
  }
  Node &node = builder().node(id);
  if (node.as<Loop>())
    exits.byBreak = exits.byContinue = false;
  if (switches_.contains(id))
    exits.byBreak = false;
  if (const auto *jump = node.as<Jump>()) {
    exits.byReturn = jump->kind == JumpKind::Return;
    exits.byBreak = jump->kind == JumpKind::Break;
    exits.byContinue = jump->kind == JumpKind::Continue;
  }
  exits.byGoto = false;
  for (const LabelFacts &label : facts_.labels)
    for (uint32_t at : label.gotos)
      exits.byGoto |= holds(node.text, at) && !holds(node.text, label.position);
  return node.exits = exits;
}

void TreeReader::settleJumps() {
  for (const LabelFacts &label : facts_.labels)
    if (!label.gotos.empty())
      encloseSpan(label);
  bool isIrregular = !facts_.irregular.empty();
  const auto *body = builder().node(root_).as<Block>();
  if (isIrregular && body && !body->children.empty())
    encloseChildren(root_, 0, body->children.size() - 1, facts_.irregular);
  computeExits(root_);

  forEachNode(builder().program, root_, [&](NodeId id) {
    Node &node = builder().node(id);
    for (const LabelFacts &label : facts_.labels)
      node.hasLabel |= holds(node.text, label.position);
  });
  for (auto [position, within] : cases_)
    forEachNode(builder().program, within, [&, at = position](NodeId id) {
      Node &node = builder().node(id);
      bool isCase = holds(node.text, at) && id != within;
      node.hasOuterCase |= isCase;
      node.hasLabel |= isCase;
    });
  if (!isIrregular)
    return;
  // A jump to nowhere in particular may leave and enter every node but the
  // outermost two.
  NodeId root = root_;
  forEachNode(builder().program, root, [&](NodeId id) {
    Node &node = builder().node(id);
    if (id != root && node.parent != root)
      node.exits.byGoto = node.hasLabel = true;
  });
}

} // namespace hocket::frontend
