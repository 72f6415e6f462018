// SPDX-License-Identifier: Apache-2.0
//
// The union of many lists of objects, for questions only.
//
// A call in a large program may write thousands of objects, and so do the
// hundreds of calls around it. Long lists are shared (ObjectIds.h) and mostly
// the same ones, so a union keeps references to them and looks into each; only
// short lists are merged.
#pragma once

#include "analysis/objects/ObjectIds.h"
#include "support/Policy.h"

#include <iterator>
#include <unordered_set>

namespace hocket::analysis {

/// True if a list, in order of id, holds the object.
inline bool holds(const ObjectIds &list, ir::ObjectId object) {
  return std::binary_search(list.begin(), list.end(), object);
}

/// True if both lists, in order of id, hold some object.
inline bool meet(const ObjectIds &a, const ObjectIds &b) {
  if (a.size() > b.size())
    return meet(b, a);
  if (a.isShared(b))
    return !a.empty();
  return std::any_of(a.begin(), a.end(),
                     [&](ir::ObjectId object) { return holds(b, object); });
}

class ObjectUnion {
public:
  void add(ir::ObjectId object) { few_.insert(object); }

  void add(const ObjectIds &list) {
    if (list.size() <= maxMerged)
      few_.insert(list.begin(), list.end());
    else if (known_.insert(list.begin()).second)
      many_.push_back(list);
  }

  /// All of the list but what is in `without`.
  template <typename Set> void add(const ObjectIds &list, const Set &without) {
    auto isLeftOut = [&](ir::ObjectId object) {
      return without.count(object) != 0;
    };
    if (list.size() <= maxMerged) {
      std::copy_if(list.begin(), list.end(), std::inserter(few_, few_.end()),
                   [&](ir::ObjectId object) { return !isLeftOut(object); });
      return;
    }
    ObjectIds rest = list;
    if (std::any_of(without.begin(), without.end(),
                    [&](ir::ObjectId object) { return holds(list, object); }))
      rest.eraseIf(isLeftOut);
    add(rest);
  }

  bool contains(ir::ObjectId object) const {
    return few_.count(object) != 0 ||
           std::any_of(many_.begin(), many_.end(), [&](const ObjectIds &list) {
             return holds(list, object);
           });
  }

private:
  static constexpr std::size_t maxMerged = policy.analysis.mergedSets;

  std::unordered_set<ir::ObjectId> few_;
  std::vector<ObjectIds> many_;
  std::unordered_set<const ir::ObjectId *> known_; ///< where those begin
};

} // namespace hocket::analysis
