// SPDX-License-Identifier: Apache-2.0
//
// Which statement of the user's each statement of the new order is, by their
// text, and with which values of the user's iterators.
#pragma once

#include "nestcheck/SameText.h"
#include "nestcheck/Versions.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::nestcheck {

/// A run of the new order that is one of the user's.
struct Copy {
  std::size_t before = 0, after = 0; ///< positions in Runs::all
  /// The user's loops around it, and their iterators' values in the new order.
  std::map<ir::NodeId, polyhedral::Polynomial> iterators;
  /// Variables that the nest writes, and what holds their values here.
  std::vector<std::pair<ir::ObjectId, ir::ObjectId>> places;
};

struct Copies {
  std::vector<Copy> all;
  std::vector<std::size_t> others; ///< runs of the new order that are nobody's
  /// By position: a declaration that every use does for itself.
  std::vector<char> isComputed;
  std::string why; ///< nonempty: what a statement is cannot be told
};

struct Question {
  Version &before, &after;
  const NewText &text;
  const std::vector<ir::ObjectId> &objects; ///< SameObjects.h
  SameValues &values;
  UsersVariables &variables; ///< computed ones that turn out to be stored leave
};

Copies copiesIn(const Question &question);

} // namespace hocket::nestcheck
