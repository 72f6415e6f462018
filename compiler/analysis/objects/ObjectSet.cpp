// SPDX-License-Identifier: Apache-2.0
#include "analysis/objects/ObjectSet.h"

#include <algorithm>
#include <iterator>

namespace hocket::analysis {

using namespace ir;

bool ObjectSet::contains(ObjectId id) const {
  return std::binary_search(ids.begin(), ids.end(), id);
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
