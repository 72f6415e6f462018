// SPDX-License-Identifier: Apache-2.0
//
// Cores divided among the parts of a level: numbers alone.

#include "taskgraph/plan/Divide.h"

#include <gtest/gtest.h>

#include <limits>

using namespace hocket::taskgraph;

namespace {

using Kind = LevelPart::Kind;

/// Parts; each scales up to so many cores.
struct Parts {
  std::vector<LevelPart> parts;
  std::vector<size_t> width;

  void add(Kind kind, double ns, size_t scales = 1,
           const std::vector<size_t> &after = {}) {
    LevelPart part{kind, ns, std::vector<bool>(parts.size() + 1)};
    for (size_t other : after)
      part.waitsFor[other] = true;
    parts.push_back(part);
    width.push_back(scales);
    for (LevelPart &one : parts)
      one.waitsFor.resize(parts.size());
  }

  std::vector<Division> divisions(const CoreGroup &cores,
                                  size_t most = 3) const {
    auto nsOn = [&](size_t part, const CoreGroup &group) {
      return parts[part].ns / double(std::min(group.size(), width[part]));
    };
    return proposeDivisions({parts, cores, true, nsOn}, most);
  }

  Division best(const CoreGroup &cores) const {
    std::vector<Division> all = divisions(cores);
    return all.empty() ? Division() : all.front();
  }
};

const CoreGroup four = {0, 1, 2, 3};

} // namespace

TEST(Divide, TwoPartsOfTwoCoresEach) {
  Parts p;
  p.add(Kind::Group, 100, 2);
  p.add(Kind::Group, 100, 2);
  EXPECT_EQ(p.best(four), (Division{{0, 1}, {2, 3}}));
}

TEST(Divide, SizesFollowTheWork) {
  Parts p;
  p.add(Kind::Group, 300, 3);
  p.add(Kind::Group, 100, 3);
  EXPECT_EQ(p.best(four), (Division{{0, 1, 2}, {3}}));
}

TEST(Divide, WhatOneCoreRunsLeavesTheOthers) {
  Parts p;
  p.add(Kind::Whole, 100);
  p.add(Kind::Group, 300, 4);
  EXPECT_EQ(p.best(four), (Division{{}, {0, 1, 2}}));
}

TEST(Divide, PartsInARowKeepAllCores) {
  Parts p;
  p.add(Kind::Group, 100, 2);
  p.add(Kind::Group, 100, 2, {0});
  p.add(Kind::Whole, 100, 1, {0, 1});
  EXPECT_TRUE(p.divisions(four).empty());
}

TEST(Divide, WhatComesBehindBothHasAllCores) {
  Parts p;
  p.add(Kind::Group, 100, 2);
  p.add(Kind::Group, 100, 2);
  p.add(Kind::Group, 100, 4, {0, 1});
  EXPECT_EQ(p.best(four), (Division{{0, 1}, {2, 3}, four}));
}

TEST(Divide, ChainsStayOnTheirGroups) {
  Parts p;
  p.add(Kind::Group, 100, 2);
  p.add(Kind::Group, 100, 2);
  p.add(Kind::Group, 100, 2, {0});
  p.add(Kind::Group, 100, 2, {1});
  EXPECT_EQ(p.best({4, 5, 6, 7}), (Division{{4, 5}, {6, 7}, {4, 5}, {6, 7}}));
}

TEST(Divide, WhatCannotHaveFewerIsProposedAll) {
  Parts p;
  p.add(Kind::AllCores, 100, 2);
  p.add(Kind::Group, 100, 2);
  for (const Division &division : p.divisions(four))
    EXPECT_EQ(division[0], four);
}

TEST(Divide, GroupsThatCannotRunAPartGetOthers) {
  Parts p;
  p.add(Kind::Group, 100, 2);
  p.add(Kind::Group, 100, 2);
  auto nsOn = [](size_t part, const CoreGroup &group) {
    return part == 1 && group.front() != 0
               ? std::numeric_limits<double>::infinity()
               : 50.0;
  };
  std::vector<Division> all = proposeDivisions({p.parts, four, true, nsOn}, 3);
  ASSERT_FALSE(all.empty());
  for (const Division &division : all)
    EXPECT_EQ(division[1].front(), 0u);
}

TEST(Divide, ManyCoresHaveSizesByWork) {
  Parts p;
  p.add(Kind::Group, 300, 48);
  p.add(Kind::Group, 100, 16);
  CoreGroup cores;
  for (uint32_t core = 0; core < 64; ++core)
    cores.push_back(core);
  Division best = p.best(cores);
  ASSERT_EQ(best.size(), 2u);
  EXPECT_EQ(best[0].size(), 48u);
  EXPECT_EQ(best[1].size(), 16u);
}
