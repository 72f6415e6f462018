// SPDX-License-Identifier: Apache-2.0
//
// Answers about sets, kept for sets that are said alike.
//
// Programs that write out the components of a cell, `u[i][j][0] = ...;
// u[i][j][1] = ...;`, ask the same of one set after the other: pairs of the
// same component meet in the same iterations. isl would decide each of them
// anew, and whether a set is empty is what takes it longest.
//
// Needs: sets of one context, and answers that follow from the set alone.
// Promises: an answer comes from a set with the same constraints, so it is that
// set's own. Nothing is worked out to compare two sets.
#pragma once

#include "support/Isl.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

/// Declare it after the context: it holds sets.
template <typename Answer> class SetMemo {
public:
  /// Null: none is known. The pointer holds until the next `add`.
  Answer *find(const isl::set &set) {
    const Parts parts = partsOf(set);
    auto bucket = known_.find(keyOf(parts));
    if (bucket == known_.end())
      return nullptr;
    for (auto &[known, answer] : bucket->second)
      if (areAlike(known, parts))
        return &answer;
    return nullptr;
  }

  /// Likewise. \param set that `find` does not know
  Answer &add(const isl::set &set, Answer answer) {
    Parts parts = partsOf(set);
    Key key = keyOf(parts);
    return known_[std::move(key)]
        .emplace_back(std::move(parts), std::move(answer))
        .second;
  }

private:
  /// Convex ones; they share what they hold with the set.
  using Parts = std::vector<isl::basic_set>;
  /// Sets that are said alike have as many parameters, and constraints in each
  /// part.
  using Key = std::vector<int>;

  static Parts partsOf(const isl::set &set) {
    Parts parts;
    isl_basic_set_list *list = isl_set_get_basic_set_list(set.get());
    for (int i = 0; i < isl_basic_set_list_n_basic_set(list); ++i)
      parts.push_back(isl::manage(isl_basic_set_list_get_at(list, i)));
    isl_basic_set_list_free(list);
    return parts;
  }

  static Key keyOf(const Parts &parts) {
    Key key;
    for (const isl::basic_set &part : parts) {
      key.push_back(isl_basic_set_dim(part.get(), isl_dim_param));
      key.push_back(isl_basic_set_n_constraint(part.get()));
    }
    return key;
  }

  static bool areAlike(const Parts &a, const Parts &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const isl::basic_set &one, const isl::basic_set &two) {
                        return isl_basic_set_plain_is_equal(
                                   one.get(), two.get()) == isl_bool_true;
                      });
  }

  std::map<Key, std::vector<std::pair<Parts, Answer>>> known_;
};

} // namespace hocket::polyhedral
