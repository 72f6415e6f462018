// SPDX-License-Identifier: Apache-2.0
#include "analysis/objects/ObjectPlace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace hocket;
using analysis::ObjectPlace;

namespace {

constexpr int64_t from = -120, to = 120;

/// Of an object whose elements go on as far as these bytes.
std::set<int64_t> bytesOf(const ObjectPlace &place, uint64_t count) {
  std::set<int64_t> bytes;
  auto add = [&](int64_t begin) {
    for (int64_t at = begin; at < begin + int64_t(count); ++at)
      bytes.insert(at);
  };
  const auto stride = int64_t(place.stride);
  if (stride == 0) {
    add(place.offset);
  } else if (place.span > 0) {
    for (int64_t k = 0; k <= int64_t(place.span); k += stride)
      add(place.offset + k);
  } else {
    for (int64_t at = place.offset; at > from; at -= stride)
      add(at);
    for (int64_t at = place.offset; at < to; at += stride)
      add(at);
  }
  return bytes;
}

bool meet(const std::set<int64_t> &some, const std::set<int64_t> &others) {
  return std::any_of(some.begin(), some.end(),
                     [&](int64_t at) { return others.count(at) != 0; });
}

} // namespace

TEST(ObjectPlace, MeetsWhateverBytesDo) {
  const ir::ObjectId object{3};
  unsigned apart = 0;
  for (uint64_t stride : {0, 4, 6, 16})
    for (uint64_t other : {0, 4, 12, 16})
      for (int64_t offset = -9; offset < 20; ++offset)
        for (uint64_t bytes : {1, 4, 8}) {
          const ObjectPlace a{object, 5, stride, 0},
              b{object, offset, other, 0};
          const bool is = meet(bytesOf(a, 4), bytesOf(b, bytes));
          EXPECT_EQ(mayMeet(a, 4, b, bytes), is)
              << stride << ' ' << other << ' ' << offset << ' ' << bytes;
          EXPECT_EQ(mayMeet(b, bytes, a, 4), is);
          apart += !is;
        }
  EXPECT_GT(apart, 100u);
}

TEST(ObjectPlace, RowsEndWhereTheyEnd) {
  const ir::ObjectId object{3};
  const ObjectPlace row{object, 8, 4, 12};
  for (int64_t offset = -8; offset < 40; ++offset) {
    const ObjectPlace one{object, offset, 0, 0};
    if (meet(bytesOf(row, 4), bytesOf(one, 4)))
      EXPECT_TRUE(mayMeet(row, 4, one, 4)) << offset;
    else if (offset <= 4 || offset >= 24)
      EXPECT_FALSE(mayMeet(row, 4, one, 4)) << offset;
  }
}

TEST(ObjectPlace, OtherObjectsAreApart) {
  EXPECT_FALSE(analysis::mayMeet({ir::ObjectId{1}, 0, 0, 0}, 8,
                                 {ir::ObjectId{2}, 0, 0, 0}, 8));
}

TEST(ObjectPlace, DistantOnesDoNotWrapAround) {
  const ir::ObjectId object{1};
  EXPECT_TRUE(analysis::mayMeet({object, INT64_MIN, 0, 0}, 8,
                                {object, INT64_MAX, 0, 0}, 8));
}
