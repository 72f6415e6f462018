// SPDX-License-Identifier: Apache-2.0
#include "dataflow/AbstractWalk.h"

#include <algorithm>

namespace hocket::polyhedral {

bool isPlainSwitch(const ir::Program &program, ir::NodeId node) {
  const ir::Opaque &opaque = *program[node].as<ir::Opaque>();
  return opaque.reason == "a switch" && opaque.children.size() == 2 &&
         program[opaque.children[0]].as<ir::Leaf>() &&
         program[opaque.children[1]].as<ir::Block>() &&
         !program[node].hasOuterCase;
}

bool hasLabelledPart(const ir::Program &program, ir::NodeId node) {
  std::vector<ir::NodeId> parts = ir::childrenOf(program, node);
  return std::any_of(parts.begin(), parts.end(),
                     [&](ir::NodeId part) { return program[part].hasLabel; });
}

} // namespace hocket::polyhedral
