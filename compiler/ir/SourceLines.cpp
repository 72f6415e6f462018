// SPDX-License-Identifier: Apache-2.0

#include "ir/SourceLines.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hocket::ir {

std::string linesOf(const Program &program, const std::vector<NodeId> &nodes) {
  std::set<std::pair<unsigned, unsigned>> ranges;
  for (NodeId id : nodes) {
    const Node &node = program[id];
    ranges.insert(
        {node.location.line, std::max(node.endLine, node.location.line)});
  }
  std::vector<std::pair<unsigned, unsigned>> joined;
  for (const auto &range : ranges)
    if (!joined.empty() && range.first <= joined.back().second + 1)
      joined.back().second = std::max(joined.back().second, range.second);
    else
      joined.push_back(range);
  std::string text;
  for (const auto &[first, last] : joined) {
    text += (text.empty() ? "" : ", ") + std::to_string(first);
    if (last != first)
      text += "-" + std::to_string(last);
  }
  bool isOne = joined.size() == 1 && joined[0].first == joined[0].second;
  return (isOne ? "line " : "lines ") + text;
}

} // namespace hocket::ir
