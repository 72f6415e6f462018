// SPDX-License-Identifier: Apache-2.0
#include "analysis/pointsto/LocationSet.h"
#include "analysis/objects/ObjectSet.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

using namespace hocket;
using analysis::LocationSet;

namespace {

using Numbers = std::set<uint32_t>;

std::vector<uint32_t> inOrder(const LocationSet &set) {
  std::vector<uint32_t> result;
  for (uint32_t number : set)
    result.push_back(number);
  return result;
}

std::vector<uint32_t> inOrder(const Numbers &set) {
  return {set.begin(), set.end()};
}

std::pair<LocationSet, Numbers> draw(std::mt19937 &random, unsigned count,
                                     uint32_t range) {
  std::pair<LocationSet, Numbers> result;
  for (unsigned i = 0; i < count; ++i) {
    const uint32_t number = random() % range;
    EXPECT_EQ(result.first.insert(number), result.second.insert(number).second);
  }
  return result;
}

TEST(LocationSet, IsASet) {
  std::mt19937 random(1);
  for (unsigned turn = 0; turn < 300; ++turn) {
    // Dense and thin ones, and short ones beside long ones.
    auto [a, numbersA] = draw(random, random() % 200, turn % 2 ? 300 : 20000);
    auto [b, numbersB] = draw(random, random() % 20, turn % 3 ? 300 : 20000);
    EXPECT_EQ(inOrder(a), inOrder(numbersA));
    EXPECT_EQ(a.count(), numbersA.size());
    EXPECT_EQ(a.empty(), numbersA.empty());
    for (uint32_t number = 0; number < 300; ++number)
      EXPECT_EQ(a.contains(number), numbersA.count(number) != 0);
    for (auto [to, numbers, from, others] :
         {std::tuple(a, numbersA, b, numbersB),
          std::tuple(b, numbersB, a, numbersA)}) {
      Numbers without = numbers, added = others;
      for (uint32_t number : others)
        without.erase(number);
      for (uint32_t number : numbers)
        added.erase(number);
      EXPECT_EQ(inOrder(to.without(from)), inOrder(without));
      EXPECT_EQ(inOrder(to.insert(from)), inOrder(added));
      numbers.insert(others.begin(), others.end());
      EXPECT_EQ(inOrder(to), inOrder(numbers));
      EXPECT_TRUE(to.insert(from).empty());
    }
  }
}

TEST(ObjectSet, FirstSharedOfShortAndLongLists) {
  std::mt19937 random(1);
  for (unsigned turn = 0; turn < 300; ++turn) {
    Numbers a, b;
    for (unsigned i = random() % 300; i != 0; --i)
      a.insert(random() % 5000);
    for (unsigned i = random() % (turn % 2 ? 300 : 8); i != 0; --i)
      b.insert(random() % 5000);
    auto ids = [](const Numbers &numbers) {
      analysis::ObjectIds::List list;
      for (uint32_t number : numbers)
        list.push_back(ir::ObjectId(number));
      return analysis::ObjectIds(list);
    };
    const analysis::ObjectIds x = ids(a), y = ids(b);
    Numbers both;
    for (uint32_t number : a)
      if (b.count(number))
        both.insert(number);
    for (const ir::ObjectId *found :
         {analysis::firstShared(x, y), analysis::firstShared(y, x)}) {
      ASSERT_EQ(found != nullptr, !both.empty());
      if (found) {
        EXPECT_EQ(ir::index(*found), *both.begin());
      }
    }
    EXPECT_EQ(analysis::firstShared(x, x) != nullptr, !a.empty());
  }
}

} // namespace
