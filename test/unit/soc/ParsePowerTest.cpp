// SPDX-License-Identifier: Apache-2.0
//
// How programs set clocks, as a spec says it: every field, back from YAML, and
// each kind of mistake with its place and what it says was expected.
#include "soc/LoadSpec.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::soc;

namespace {

using Backend = PowerControl::Backend;

/// Two frequency domains without a mistake. Tests replace a part of it.
const std::string good = R"(name: chip
core-types:
  - {name: core, cpu: generic}
clusters:
  - {name: all}
frequency-domains:
  - name: fast
    points:
      - {mhz: 500, volts: 0.9}
      - {mhz: 2000, volts: 1.25}
    power:
      backend: mmio
      uio: clocks
      registers:
        - {sets: voltage, offset: 0x10, mask: 0xff, values: [0x20, 48], settle-us: 30}
        - {sets: clock, offset: 64, values: [3, 0xffffffff]}
  - name: slow
    points:
      - {mhz: 1000}
cores:
  - {ids: 0-3, domain: fast}
  - {ids: 4-5, domain: slow}
)";

std::string replaced(const std::string &from, const std::string &to) {
  std::string text = good;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::optional<SocSpec> parsed(const std::string &text) {
  std::vector<SpecError> errors;
  auto spec = parseSpec(text, "chip.yaml", errors);
  for (const SpecError &error : errors)
    ADD_FAILURE() << error.location.line << ": " << error.message;
  return spec;
}

/// Expects exactly one error, at this line and with these words in it.
void expectError(const std::string &text, unsigned line,
                 const std::vector<std::string> &words) {
  std::vector<SpecError> errors;
  EXPECT_FALSE(parseSpec(text, "chip.yaml", errors));
  ASSERT_EQ(errors.size(), 1u) << text;
  EXPECT_EQ(errors[0].location.line, line) << errors[0].message;
  for (const std::string &word : words)
    EXPECT_NE(errors[0].message.find(word), std::string::npos)
        << errors[0].message;
}

} // namespace

TEST(ParsePower, ReadsEveryField) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  const PowerControl &power = spec->domains[0].power;
  EXPECT_EQ(power.backend, Backend::Mmio);
  EXPECT_EQ(power.uio, "clocks");
  ASSERT_EQ(power.registers.size(), 2u);
  EXPECT_TRUE(power.registers[0].isVoltage);
  EXPECT_EQ(power.registers[0].offset, 0x10u);
  EXPECT_EQ(power.registers[0].mask, 0xffu);
  EXPECT_EQ(power.registers[0].values, (std::vector<uint32_t>{0x20, 48}));
  EXPECT_EQ(power.registers[0].settleUs, 30);
  EXPECT_FALSE(power.registers[1].isVoltage);
  EXPECT_EQ(power.registers[1].offset, 64u);
  EXPECT_EQ(power.registers[1].mask, 0xffffffffu);
  EXPECT_EQ(spec->domains[1].power.backend, Backend::Auto);
  EXPECT_TRUE(spec->domains[1].power.registers.empty());
}

TEST(ParsePower, WhatIsWrittenReadsBackTheSame) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  std::string text = toYaml(*spec);
  auto again = parsed(text);
  ASSERT_TRUE(again) << text;
  EXPECT_EQ(toYaml(*again), text);
  const PowerControl &power = again->domains[0].power;
  EXPECT_EQ(power.backend, Backend::Mmio);
  EXPECT_EQ(power.uio, "clocks");
  ASSERT_EQ(power.registers.size(), 2u);
  EXPECT_EQ(power.registers[0].values, (std::vector<uint32_t>{0x20, 48}));
  EXPECT_EQ(power.registers[0].settleUs, 30);
  EXPECT_EQ(power.registers[1].offset, 64u);
  EXPECT_EQ(text.find("power:"), text.rfind("power:")); // of one domain alone
}

TEST(ParsePower, EachBackEndHasItsName) {
  for (const char *name : {"auto", "cpufreq", "limits", "sim", "none"}) {
    auto spec = parsed(
        replaced("      - {mhz: 1000}\n", "      - {mhz: 1000}\n    power:\n"
                                          "      backend: " +
                                              std::string(name) + "\n"));
    ASSERT_TRUE(spec);
    EXPECT_STREQ(toString(spec->domains[1].power.backend), name);
    EXPECT_EQ(toYaml(*parsed(toYaml(*spec))), toYaml(*spec));
  }
}

TEST(PowerMistakes, BackEnd) {
  expectError(replaced("backend: mmio", "backend: magic"), 12,
              {"no back end 'magic'", "auto, cpufreq, limits, mmio"});
}

TEST(PowerMistakes, UnknownKey) {
  expectError(replaced("uio: clocks", "device: clocks"), 13,
              {"unknown key 'device' in the power control", "uio"});
  expectError(replaced("settle-us", "settles"), 15,
              {"unknown key 'settles' in a register", "'settle-us'"});
}

TEST(PowerMistakes, Device) {
  expectError(replaced("      uio: clocks\n", ""), 12, {"needs 'uio'", "uio0"});
}

TEST(PowerMistakes, Registers) {
  expectError(replaced("sets: clock", "sets: voltage"), 15,
              {"no register sets the clock"});
  expectError(replaced("sets: clock", "sets: speed"), 16,
              {"'sets' is 'speed'", "clock or voltage"});
  expectError(replaced("offset: 64", "offset: 66"), 16, {"multiple of 4"});
  expectError(replaced("offset: 64", "offset: 0x2000000"), 16,
              {"multiple of 4"});
  expectError(replaced("mask: 0xff", "mask: 0"), 15, {"'mask' is 0"});
}

TEST(PowerMistakes, Numbers) {
  for (const char *word : {"ff", "-1", "0x", "4294967296", "1.5", "''"})
    expectError(replaced("offset: 64", std::string("offset: ") + word), 16,
                {"'offset' is '", "32 bits"});
  expectError(replaced("values: [3, 0xffffffff]", "values: 3"), 16,
              {"'values' is '3'", "a list"});
  expectError(replaced("values: [3, 0xffffffff]", "values: []"), 16,
              {"'values' is empty"});
  expectError(replaced("values: [3, 0xffffffff]", "values: [3, [4]]"), 16,
              {"'values' is a list", "32 bits"});
}

TEST(PowerMistakes, Values) {
  expectError(replaced("values: [3, 0xffffffff]", "values: [3]"), 16,
              {"'values' has 1", "each of the 2 operating points"});
  expectError(replaced("0x20, 48", "0x20, 0x100"), 15,
              {"the value 256", "outside 'mask'"});
}
