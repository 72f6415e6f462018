// SPDX-License-Identifier: Apache-2.0
//
// When each run of a statement comes: in the user's order and in the new one,
// as isl values over the user's parameters. Here it is found out whether both
// orders run the same.
#pragma once

#include "nestcheck/Copies.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::nestcheck {

/// A statement of the user's nest, `S` with a number.
struct Instances {
  std::string name;
  isl::set runs;   ///< { S[iterators] }
  isl::map before; ///< { S[iterators] -> [time] }
  /// { S[iterators] -> [time] }; all copies together. Nothing: there is none.
  std::optional<isl::map> after = std::nullopt;
};

/// A run of the new order, `T` with a number.
struct NewRun {
  std::string name;
  isl::set runs;                 ///< { T[iterators of the new loops] }
  isl::map times;                ///< { T[...] -> [time] }
  std::optional<isl::map> users; ///< { T[...] -> S[...] }, if it is a copy
  // The same for more than what runs: whatever is empty there is so anyway, and
  // to find that out takes a small part of the time.
  isl::map moreTimes;
  std::optional<isl::map> moreUsers = std::nullopt;
};

struct BothOrders {
  std::vector<Instances> users; ///< by position in Runs::all
  std::vector<NewRun> others;   ///< likewise of the new order
  std::string why;              ///< nonempty: they do not run the same
};

/// \param entered { : when the new order is entered }, or more, over the new
/// model's parameters.
BothOrders bothOrders(const Question &question, const Copies &copies,
                      const isl::set &entered);

} // namespace hocket::nestcheck
