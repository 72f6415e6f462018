// SPDX-License-Identifier: Apache-2.0
//
// Long lists are referred to, short ones merged: both have to answer alike.
#include "analysis/objects/ObjectUnion.h"

#include <gtest/gtest.h>

#include <set>

namespace hocket::analysis {
namespace {

using ir::ObjectId;

/// first, first + step, ...
ObjectIds list(uint32_t first, uint32_t count, uint32_t step = 1) {
  ObjectIds::List ids;
  for (uint32_t i = 0; i < count; ++i)
    ids.push_back(ObjectId(first + i * step));
  return ids;
}

TEST(ObjectUnion, HoldsWhatWasAdded) {
  ObjectUnion all;
  all.add(ObjectId(7));
  all.add(list(10, 3));
  all.add(list(100, 500, 2));
  for (uint32_t id : {7u, 10u, 12u, 100u, 102u, 1098u})
    EXPECT_TRUE(all.contains(ObjectId(id))) << id;
  for (uint32_t id : {6u, 9u, 13u, 101u, 1100u})
    EXPECT_FALSE(all.contains(ObjectId(id))) << id;
}

TEST(ObjectUnion, LeavesOut) {
  const std::set<ObjectId> without{ObjectId(11), ObjectId(104)};
  ObjectUnion all;
  all.add(list(10, 3), without);
  all.add(list(100, 500, 2), without);
  EXPECT_TRUE(all.contains(ObjectId(10)));
  EXPECT_FALSE(all.contains(ObjectId(11)));
  EXPECT_TRUE(all.contains(ObjectId(102)));
  EXPECT_FALSE(all.contains(ObjectId(104)));
}

TEST(ObjectUnion, AnotherAddsWhatOneLeftOut) {
  const std::set<ObjectId> without{ObjectId(104)};
  const ObjectIds shared = list(100, 500, 2);
  ObjectUnion all;
  all.add(shared, without);
  all.add(shared);
  EXPECT_TRUE(all.contains(ObjectId(104)));
  ObjectUnion other;
  other.add(shared);
  other.add(shared, without);
  EXPECT_TRUE(other.contains(ObjectId(104)));
}

TEST(ObjectLists, Meet) {
  const ObjectIds even = list(0, 100, 2);
  EXPECT_TRUE(meet(even, even));
  EXPECT_TRUE(meet(even, list(7, 2)));
  EXPECT_FALSE(meet(even, list(1, 100, 2)));
  EXPECT_FALSE(meet(even, {}));
  EXPECT_FALSE(meet({}, {}));
}

} // namespace
} // namespace hocket::analysis
