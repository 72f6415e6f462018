// SPDX-License-Identifier: Apache-2.0
#include "ir/TileLoops.h"

#include "ir/Tree.h"

namespace hocket::ir {

bool isInTile(const Program &program, NodeId node) {
  for (NodeId n = program[node].parent; isValid(n); n = program[n].parent)
    if (const Loop *loop = program[n].as<Loop>();
        loop && loop->tiles != TileOrder::NotTiles)
      return true;
  return false;
}

void markTiles(Program &program, const std::map<std::string, bool> &iterators) {
  for (Node &node : program.nodes) {
    Loop *loop = std::get_if<Loop>(&node.data);
    if (!loop || !loop->counted)
      continue;
    auto found = iterators.find(program[loop->counted->iterator].name);
    if (found != iterators.end())
      loop->tiles = found->second ? TileOrder::Independent : TileOrder::Kept;
  }
}

bool keepsOrderOfTiles(const Program &program, NodeId loop) {
  const TileOrder tiles = program[loop].as<Loop>()->tiles;
  if (tiles != TileOrder::NotTiles)
    return tiles == TileOrder::Kept;
  bool holdsLoops = false;
  for (NodeId child : childrenOf(program, loop))
    forEachNode(program, child, [&](NodeId node) {
      holdsLoops |= program[node].as<Loop>() != nullptr;
    });
  return holdsLoops && isInTile(program, loop);
}

} // namespace hocket::ir
