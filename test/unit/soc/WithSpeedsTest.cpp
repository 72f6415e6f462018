// SPDX-License-Identifier: Apache-2.0
//
// Measured speeds of cores in a spec.
#include "soc/SocSpec.h"

#include <gtest/gtest.h>

using namespace hocket::soc;

namespace {

/// Cores 0 and 1 of a slow type, 2 and 3 of a fast one.
SocSpec littleAndBig() {
  SocSpec spec;
  spec.types.resize(2);
  spec.types[0].name = "little";
  spec.types[0].capacity = 0.4;
  spec.types[1].name = "big";
  spec.clusters.resize(1);
  spec.domains.resize(1);
  for (unsigned id = 0; id < 4; ++id) {
    Core core;
    core.id = id;
    core.type = id / 2;
    spec.cores.push_back(core);
  }
  return spec;
}

std::vector<double> capacities(const SocSpec &spec) {
  std::vector<double> result;
  for (const Core &core : spec.cores)
    result.push_back(spec.types[core.type].capacity);
  return result;
}

using Ids = std::vector<unsigned>;
Ids order(const SocSpec &spec) {
  Ids ids;
  for (uint32_t core : spec.usableCores(0))
    ids.push_back(spec.cores[core].id);
  return ids;
}

} // namespace

TEST(WithSpeeds, CoresThatDifferGetATypeOfTheirOwn) {
  const SocSpec spec =
      withSpeeds(littleAndBig(), {{0, 1}, {1, 0.5}, {2, 0.25}, {3, 1}}, 0.03);
  EXPECT_EQ(capacities(spec), (std::vector<double>{0.4, 0.2, 0.25, 1}));
  EXPECT_EQ(order(spec), (Ids{3, 0, 2, 1}));
  EXPECT_EQ(spec.cores[2].speed, 0.25);
  EXPECT_EQ(spec.types[spec.cores[2].type].name, "big-2");
}

TEST(WithSpeeds, AboutEqualOnesStayEqual) {
  const SocSpec spec =
      withSpeeds(littleAndBig(), {{0, 1}, {1, 1}, {2, 0.98}, {3, 1}}, 0.03);
  EXPECT_EQ(order(spec), (Ids{2, 3, 0, 1}));
  EXPECT_EQ(spec.cores[2].type, spec.cores[3].type);
}

TEST(WithSpeeds, TheFastestTypeHasOne) {
  const SocSpec spec =
      withSpeeds(littleAndBig(), {{0, 1}, {1, 1}, {2, 0.5}, {3, 0.5}}, 0.03);
  EXPECT_EQ(capacities(spec), (std::vector<double>{0.8, 0.8, 1, 1}));
  EXPECT_EQ(spec.cores[3].speed, 0.5);
}

TEST(WithSpeeds, AllUsableCoresOrNone) {
  EXPECT_EQ(order(withSpeeds(littleAndBig(), {{0, 1}, {1, 1}, {3, 0.1}}, 0.03)),
            (Ids{2, 3, 0, 1}));
  SocSpec kept = littleAndBig();
  kept.cores[2].isForOs = true;
  EXPECT_EQ(capacities(withSpeeds(kept, {{0, 1}, {1, 1}, {3, 0.1}}, 0.03)),
            (std::vector<double>{1, 1, 1, 0.25}));
}
