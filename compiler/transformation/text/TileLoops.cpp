// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/TileLoops.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

/// By run below: which numbers of its tile it has from the loop's counter.
std::vector<std::vector<unsigned>> countedBy(const NestAst &ast,
                                             const isl::ast_node_for &loop) {
  const std::string counter =
      loop.iterator().as<isl::ast_expr_id>().id().name();
  std::vector<std::vector<unsigned>> result;
  forEachUser(loop, [&](const isl::ast_node &user) {
    const Call &call = ast.callOf(user);
    std::vector<unsigned> &numbers = result.emplace_back();
    for (unsigned k = 0; k < call.tile; ++k)
      if (isl::ast_expr value = argumentOf(user, call.dimensions.size() + k);
          value.isa<isl::ast_expr_id>() &&
          value.as<isl::ast_expr_id>().id().name() == counter)
        numbers.push_back(k);
  });
  return result;
}

} // namespace

bool countsTiles(const NestAst &ast, const isl::ast_node_for &loop) {
  const std::vector<std::vector<unsigned>> numbers = countedBy(ast, loop);
  return std::any_of(numbers.begin(), numbers.end(),
                     [](const auto &one) { return !one.empty(); });
}

bool isOverIndependentTiles(const NestAst &ast, const isl::ast_node_for &loop) {
  const std::vector<std::vector<unsigned>> numbers = countedBy(ast, loop);
  return std::all_of(numbers.begin(), numbers.end(), [&](const auto &one) {
    return one.size() == 1 && one == numbers.front() &&
           std::count(ast.independent.begin(), ast.independent.end(),
                      one.front()) != 0;
  });
}

} // namespace hocket::transformation
