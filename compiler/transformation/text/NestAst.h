// SPDX-License-Identifier: Apache-2.0
//
// Loops for the times of an order, as isl generates them.
#pragma once

#include "transformation/nest/Nest.h"
#include "transformation/nest/NestModel.h"

#include <algorithm>
#include <functional>
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

/// What the tree calls where a unit stands, for some of its runs.
struct Call {
  std::size_t unit = 0;
  std::vector<Dimension> dimensions; ///< in order of its arguments
  unsigned tile = 0; ///< arguments behind them, the first times of the run

  bool has(const Dimension &dimension) const {
    return std::find(dimensions.begin(), dimensions.end(), dimension) !=
           dimensions.end();
  }
};

struct NestAst {
  isl::ast_node root;
  std::vector<Call> calls;
  std::vector<std::string> params; ///< that bounds may name
  /// Positions in times of loops whose iterations are independent.
  std::vector<unsigned> independent;

  /// What a user node calls.
  const Call &callOf(const isl::ast_node &user) const;
};

/// Whether C text can say the parameter's value.
using CanSay = std::function<bool(const std::string &param)>;

/// \param known a parameter set that holds where the loops run.
/// Of parameters that cannot be said it names only those that decide something:
/// not the bounds of loops around the nest, which hold there.
NestAst nestAst(NestModel &model, const Order &order, const isl::set &known,
                const CanSay &canSay);

isl::ast_expr argumentOf(const isl::ast_node &user, std::size_t dimension);

std::vector<isl::ast_node> childrenOf(const isl::ast_node &node);
/// The user nodes in the tree.
void forEachUser(const isl::ast_node &node,
                 const std::function<void(const isl::ast_node &)> &visit);

} // namespace hocket::transformation
