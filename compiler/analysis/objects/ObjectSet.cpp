// SPDX-License-Identifier: Apache-2.0
#include "analysis/objects/ObjectSet.h"

#include <algorithm>
#include <iterator>

namespace hocket::analysis {

using namespace ir;

bool ObjectSet::contains(ObjectId id) const {
  return std::binary_search(ids.begin(), ids.end(), id);
}

const ObjectId *firstShared(const ObjectIds &a, const ObjectIds &b) {
  if (a.isShared(b))
    return a.empty() ? nullptr : a.begin();
  const ObjectId *x = a.begin(), *y = b.begin();
  // Of a short and a long list, most of the long one is passed over.
  const bool isALong = a.size() / 8 > b.size(),
             isBLong = b.size() / 8 > a.size();
  while (x != a.end() && y != b.end()) {
    if (*x == *y)
      return x;
    if (*x < *y)
      x = isALong ? std::lower_bound(x, a.end(), *y) : x + 1;
    else
      y = isBLong ? std::lower_bound(y, b.end(), *x) : y + 1;
  }
  return nullptr;
}

void unite(ObjectSet &set, const ObjectSet &more) {
  set.unknown |= more.unknown;
  if (std::includes(set.ids.begin(), set.ids.end(), more.ids.begin(),
                    more.ids.end()))
    return;
  std::vector<ObjectId> all;
  std::set_union(set.ids.begin(), set.ids.end(), more.ids.begin(),
                 more.ids.end(), std::back_inserter(all));
  set.ids = all.size() == more.ids.size() ? more.ids : std::move(all);
}

} // namespace hocket::analysis
