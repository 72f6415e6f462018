// SPDX-License-Identifier: Apache-2.0
#include "speculation/Nesting.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;

bool isLeftToRegions(const Program &program,
                     const std::vector<TakenText> &taken, NodeId loop,
                     const std::vector<FunctionId> &reached) {
  return std::any_of(taken.begin(), taken.end(), [&](const TakenText &one) {
    if (program[loop].text.contains(one.text))
      return one.workNs >= policy.speculation.leastRegionNs;
    return one.workNs >= policy.speculation.leastCalledRegionNs &&
           std::binary_search(reached.begin(), reached.end(), one.function);
  });
}

bool isAroundOne(const Program &program,
                 const std::vector<SpeculativeLoop> &loops, NodeId loop,
                 const std::vector<FunctionId> &reached) {
  return std::any_of(loops.begin(), loops.end(),
                     [&](const SpeculativeLoop &one) {
                       const Node &inner = program[one.loop];
                       return program[loop].text.contains(inner.text) ||
                              std::binary_search(reached.begin(), reached.end(),
                                                 inner.function);
                     });
}

bool isWithinOne(const Program &program,
                 const std::vector<SpeculativeLoop> &loops, NodeId loop) {
  const Node &node = program[loop];
  auto callsIt = [&](const InstrumentedFunction &called) {
    return called.function == node.function;
  };
  return std::any_of(
      loops.begin(), loops.end(), [&](const SpeculativeLoop &one) {
        return program[one.loop].text.contains(node.text) ||
               std::any_of(one.functions.begin(), one.functions.end(), callsIt);
      });
}

} // namespace hocket::speculation
