// SPDX-License-Identifier: Apache-2.0
#include "power/ChipPower.h"
#include "soc/LoadSpec.h"

#include <gtest/gtest.h>

using namespace hocket::power;
using namespace hocket;

namespace {

soc::SocSpec spec() {
  soc::SocSpec spec;
  spec.types.push_back({"core", "generic", "", 1, {}, {}, 300, 100});
  spec.types[0].idleStates = {{"gate", 1, 2, 4, 50}};
  spec.clusters = {{"all"}};
  soc::FrequencyDomain &domain = spec.domains.emplace_back();
  domain.name = "clock";
  domain.points = {{1'000'000'000, 0.8}, {2'000'000'000, 1.0}};
  domain.transitionUs = 50;
  domain.transitionUj = 3;
  spec.cores = {{0, 0, 0, 0, false}};
  return spec;
}

TEST(ChipPower, OfASpec) {
  std::string missing;
  std::optional<ChipPower> chip = chipPower(spec(), {0}, missing);
  ASSERT_TRUE(chip);
  EXPECT_EQ(chip->domains[0].changeNs, 50'000);
  EXPECT_NEAR(chip->domains[0].changeJoules, 3e-6, 1e-15);
  // 300 pF * 0.64 V^2 * 1 GHz, and 80 % of 100 mW.
  EXPECT_NEAR(chip->cores[0].watts[0], 0.192 + 0.08, 1e-12);
  EXPECT_NEAR(chip->cores[0].watts[1], 0.6 + 0.1, 1e-12);
  EXPECT_EQ(chip->cores[0].states[0].leastNs(), 4000);
  EXPECT_NEAR(chip->cores[0].states[0].watts, 0.05, 1e-12);
  EXPECT_TRUE(chip->unknown.empty());
}

TEST(ChipPower, UnknownLeakageIsSaid) {
  soc::SocSpec without = spec();
  without.types[0].staticMw = 0;
  std::string missing;
  std::optional<ChipPower> chip = chipPower(without, {0, 0}, missing);
  ASSERT_TRUE(chip);
  EXPECT_EQ(chip->unknown, std::vector<std::string>{"leakage of 'core'"});
}

/// Two clocks of one core each, with one supply.
soc::SocSpec ofOneSupply() {
  soc::SocSpec two = spec();
  two.voltageDomains = {{"supply"}};
  two.domains[0].voltage = 0;
  two.domains.push_back(two.domains[0]);
  two.domains[1].points = {{500'000'000, 0.8}, {1'000'000'000, 0.9}};
  two.clusters.push_back({"other"});
  two.cores.push_back({1, 0, 1, 1, false});
  return two;
}

TEST(ChipPower, ASupplyOfTwoClocks) {
  std::string missing;
  std::optional<ChipPower> chip = chipPower(ofOneSupply(), {0, 1}, missing);
  ASSERT_TRUE(chip) << missing;
  ASSERT_EQ(chip->supplies.size(), 1u);
  EXPECT_EQ(chip->supplies[0].volts, (std::vector<double>{0.8, 0.9, 1.0}));
  EXPECT_EQ(chip->domains[0].needs, (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(chip->domains[1].needs, (std::vector<uint32_t>{0, 1}));
  const LevelWatts &watts = chip->cores[0].wattsAt;
  ASSERT_EQ(watts.size(), 3u);
  EXPECT_EQ(watts[0], chip->cores[0].watts);
  // 300 pF * 0.81 V^2 * 1 GHz and 90 % of 100 mW; what needs more has it.
  EXPECT_NEAR(watts[1][0], 0.243 + 0.09, 1e-12);
  EXPECT_NEAR(watts[1][1], 0.7, 1e-12);
  EXPECT_NEAR(watts[2][0], 0.3 + 0.1, 1e-12);
  EXPECT_TRUE(chip->unknown.empty());
}

TEST(ChipPower, WhatWasMeasuredAtALowerVoltage) {
  soc::SocSpec measured = ofOneSupply();
  for (soc::FrequencyDomain &domain : measured.domains)
    for (soc::OperatingPoint &point : domain.points) {
      point.coreMw = 200;
      point.clusterMw = 64;
    }
  std::string missing;
  std::optional<ChipPower> chip = chipPower(measured, {0, 1}, missing);
  ASSERT_TRUE(chip) << missing;
  EXPECT_NEAR(chip->cores[0].wattsAt[2][0], 0.2 / 0.64, 1e-12);
  EXPECT_NEAR(chip->domains[0].sharedWattsAt[2][0], 0.1, 1e-12);
  // Voltages that nobody says cannot be counted.
  for (soc::FrequencyDomain &domain : measured.domains)
    for (soc::OperatingPoint &point : domain.points)
      point.voltage.reset();
  chip = chipPower(measured, {0, 1}, missing);
  ASSERT_TRUE(chip) << missing;
  EXPECT_TRUE(chip->supplies.empty());
  EXPECT_EQ(chip->unknown, std::vector<std::string>{
                               "what one clock of 'supply' costs the others"});
}

TEST(ChipPower, AClusterThatIsOffNeedsNoVoltage) {
  soc::SocSpec exclusive = ofOneSupply();
  exclusive.clusters[0].isExclusive = exclusive.clusters[1].isExclusive = true;
  std::string missing;
  EXPECT_TRUE(chipPower(exclusive, {0}, missing)->supplies.empty());
  // One that is not the program's, but runs, does.
  EXPECT_EQ(chipPower(ofOneSupply(), {0}, missing)->supplies.size(), 1u);
}

TEST(ChipPower, WhatWasMeasured) {
  soc::SocSpec measured = spec();
  measured.types[0].capacitancePf = measured.types[0].staticMw = 0;
  for (soc::OperatingPoint &point : measured.domains[0].points)
    point.voltage.reset();
  measured.domains[0].points[0].coreMw = 150;
  measured.domains[0].points[1].coreMw = 700;
  std::string missing;
  std::optional<ChipPower> chip = chipPower(measured, {0}, missing);
  ASSERT_TRUE(chip) << missing;
  EXPECT_NEAR(chip->cores[0].watts[0], 0.15, 1e-12);
  EXPECT_NEAR(chip->cores[0].watts[1], 0.7, 1e-12);
  EXPECT_TRUE(chip->unknown.empty());
  // One point without: nothing is made up of the others.
  measured.domains[0].points[0].coreMw.reset();
  EXPECT_FALSE(chipPower(measured, {0}, missing));
}

TEST(ChipPower, NothingIsMadeUp) {
  std::string missing;
  soc::SocSpec noVolts = spec();
  for (soc::OperatingPoint &point : noVolts.domains[0].points)
    point.voltage.reset();
  EXPECT_FALSE(chipPower(noVolts, {0}, missing));
  EXPECT_EQ(missing,
            "the operating points of frequency domain 'clock' have no 'volts'");
  soc::SocSpec noCapacitance = spec();
  noCapacitance.types[0].capacitancePf = 0;
  EXPECT_FALSE(chipPower(noCapacitance, {0}, missing));
  EXPECT_EQ(missing, "core type 'core' has no 'capacitance-pf'");
}

} // namespace
