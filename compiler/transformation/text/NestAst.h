// SPDX-License-Identifier: Apache-2.0
//
// Loops for the times of an order, as isl generates them.
#pragma once

#include "transformation/nest/Nest.h"
#include "transformation/nest/NestModel.h"

#include <set>
#include <string>
#include <vector>

namespace hocket::transformation {

/// What a dimension of a unit's runs is: the iterator of a loop, or the first
/// value of the piece that it is in.
struct Dimension {
  ir::NodeId loop = ir::NodeId::None;
  bool isPiece = false;

  bool operator==(const Dimension &) const = default;
};

struct NestAst {
  isl::ast_node root;
  /// By unit: of its calls in the tree, in order of their arguments.
  std::vector<std::vector<Dimension>> dimensions;
  std::vector<std::string> params; ///< that bounds may name
};

/// \param known a parameter set that holds where the loops run.
NestAst nestAst(NestModel &model, const Order &order, const isl::set &known);

/// The unit that a user node calls, and where.
std::size_t unitOf(const isl::ast_node &user);
isl::ast_expr argumentOf(const isl::ast_node &user, std::size_t dimension);

/// Units that are called in the tree.
std::set<std::size_t> unitsBelow(const isl::ast_node &node);
std::vector<isl::ast_node> childrenOf(const isl::ast_node &node);

} // namespace hocket::transformation
