// SPDX-License-Identifier: Apache-2.0
//
// From isl's sets over parameters by name, in which a model speaks, to sets and
// maps of tuples: one point for each run of a statement.
#pragma once

#include "symbolic/AffineModel.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::nestcheck {

/// A tuple's name and, as parameters, its dimensions.
struct Tuple {
  std::string name;
  std::vector<std::string> dimensions;
};

/// { name[dimensions] : set }; other parameters stay.
isl::set asTuple(const isl::set &set, const Tuple &tuple);
/// { from[...] -> to[...] : set }
isl::map asPairs(const isl::set &set, const Tuple &from, const Tuple &to);

/// Without quotients, minima and the like, of which the set has the
/// definitions. Nothing if another unknown is in it than parameters and
/// iterators: what it stands for may be another value each time.
std::optional<isl::set> withoutDerived(const polyhedral::AffineModel &model,
                                       const isl::set &set);

} // namespace hocket::nestcheck
