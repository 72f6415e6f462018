// SPDX-License-Identifier: Apache-2.0
//
// What makes chips unlike each other - supplies, clusters that are not coherent
// or run one at a time, power by point, accelerators - read, written and read
// again, and each kind of mistake with its place.
#include "soc/LoadSpec.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::soc;

namespace {

/// A chip with everything and without a mistake. Tests replace a part of it.
const std::string good = R"(name: chip
core-types:
  - name: big
    cpu: cortex-a15
    compiler: arm-gcc
    flags: [-mthumb, -mfpu=neon]
    idle-states:
      - {name: wfi, exit-us: 1, entry-uj: 0.5, exit-uj: 0.25}
      - {name: off, exit-us: 9, scope: cluster}
  - name: little
    cpu: cortex-a7
    capacity: 0.5
clusters:
  - {name: left, coherent: false}
  - {name: right, exclusive: true}
  - {name: other, exclusive: true}
voltage-domains:
  - {name: supply}
frequency-domains:
  - name: fast
    voltage-domain: supply
    points:
      - {mhz: 500, volts: 0.9, core-mw: 100, cluster-mw: 20}
      - {mhz: 2000, volts: 1.25, core-mw: 900, cluster-mw: 60}
    power:
      backend: limits
      transition-us:
        cpufreq: 1700
        limits: 40
        mmio: 6
  - name: slow
    voltage-domain: supply
    points:
      - {mhz: 1000, volts: 1}
cores:
  - {ids: 0-1, type: big, cluster: right, domain: fast}
  - {ids: 0-1, type: little, cluster: other, domain: slow}
  - {ids: 2-3, type: little, cluster: left, domain: slow}
accelerators:
  - name: array
    count: 4
    cluster: left
    runs: [fft, filter]
    mhz: 324
    start-ns: 5000
    bytes-per-ns: 2
    power-mw: 300
    idle-mw: 20
    start-call: array_start
    wait-call: array_wait
  - {name: codec}
costs:
  sync-across-ns: 400
  cache-call-ns: 70
  cache-line-ns: 9
  migration-us: 60
  cluster-switch-us: 1600
  dma: {start-ns: 800, bytes-per-ns: 3, channels: 2}
  links:
    - {from: left, to: right, sync-ns: 900, bytes-per-ns: 0.5}
    - {from: right, to: other}
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

/// The line and column of `word`, from 1.
std::string placeOf(const std::string &text, const std::string &word) {
  size_t at = text.find(word);
  EXPECT_NE(at, std::string::npos) << word;
  size_t line = std::count(text.begin(), text.begin() + at, '\n') + 1;
  size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return std::to_string(line) + ":" + std::to_string(at - begin + 1);
}

/// Expects exactly one error, where `mark` stands in the text that has `to` for
/// `from`, with these words in it.
void expectError(const std::string &from, const std::string &to,
                 const std::string &mark,
                 const std::vector<std::string> &words) {
  std::string text = replaced(from, to);
  std::vector<SpecError> errors;
  EXPECT_FALSE(parseSpec(text, "chip.yaml", errors)) << to;
  ASSERT_EQ(errors.size(), 1u) << to;
  const SourceLocation &at = errors[0].location;
  EXPECT_EQ(std::to_string(at.line) + ":" + std::to_string(at.column),
            placeOf(text, mark))
      << errors[0].message;
  for (const std::string &word : words)
    EXPECT_NE(errors[0].message.find(word), std::string::npos)
        << errors[0].message;
}

} // namespace

TEST(ParseChip, ReadsEveryField) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->types[0].compiler, "arm-gcc");
  EXPECT_EQ(spec->costs.cacheCallNs, 70);
  EXPECT_EQ(spec->costs.cacheLineNs, 9);
  EXPECT_EQ(spec->types[0].flags,
            (std::vector<std::string>{"-mthumb", "-mfpu=neon"}));
  EXPECT_EQ(spec->types[0].idleStates[0].entryUj, 0.5);
  EXPECT_EQ(spec->types[0].idleStates[0].exitUj, 0.25);
  EXPECT_FALSE(spec->types[0].idleStates[0].isOfCluster);
  EXPECT_TRUE(spec->types[0].idleStates[1].isOfCluster);
  EXPECT_FALSE(spec->clusters[0].isCoherent);
  EXPECT_FALSE(spec->clusters[0].isExclusive);
  EXPECT_TRUE(spec->clusters[1].isCoherent);
  EXPECT_TRUE(spec->clusters[1].isExclusive);
  ASSERT_EQ(spec->voltageDomains.size(), 1u);
  EXPECT_EQ(spec->voltageDomains[0].name, "supply");
  EXPECT_EQ(spec->domains[0].voltage, 0u);
  EXPECT_EQ(spec->domains[1].voltage, 0u);
  EXPECT_EQ(spec->domains[0].points[1].coreMw, 900);
  EXPECT_EQ(spec->domains[0].points[1].clusterMw, 60);
  EXPECT_FALSE(spec->domains[1].points[0].coreMw);
}

TEST(ParseChip, ReadsAcceleratorsAndCosts) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  ASSERT_EQ(spec->accelerators.size(), 2u);
  const Accelerator &array = spec->accelerators[0];
  EXPECT_EQ(array.count, 4u);
  EXPECT_EQ(array.cluster, 0u);
  EXPECT_EQ(array.runs, (std::vector<std::string>{"fft", "filter"}));
  EXPECT_EQ(array.frequencyHz, 324000000u);
  EXPECT_EQ(array.startNs, 5000);
  EXPECT_EQ(array.bytesPerNs, 2);
  EXPECT_EQ(array.powerMw, 300);
  EXPECT_EQ(array.idleMw, 20);
  EXPECT_EQ(array.startCall, "array_start");
  EXPECT_EQ(array.waitCall, "array_wait");
  EXPECT_EQ(spec->accelerators[1].count, 1u);
  EXPECT_FALSE(spec->accelerators[1].cluster);
  const Costs &costs = spec->costs;
  EXPECT_EQ(costs.migrationUs, 60);
  EXPECT_EQ(costs.clusterSwitchUs, 1600);
  ASSERT_TRUE(costs.dma);
  EXPECT_EQ(costs.dma->startNs, 800);
  EXPECT_EQ(costs.dma->bytesPerNs, 3);
  EXPECT_EQ(costs.dma->channels, 2u);
  ASSERT_EQ(costs.links.size(), 2u);
  EXPECT_EQ(costs.links[0].to, 1u);
  EXPECT_EQ(costs.links[0].syncNs, 900);
  EXPECT_EQ(costs.links[0].bytesPerNs, 0.5);
  EXPECT_EQ(costs.links[1].from, 1u);
  EXPECT_EQ(costs.links[1].syncNs, 400); // what it is between others
  EXPECT_EQ(costs.links[1].bytesPerNs, 5);
}

TEST(ParseChip, WhatIsWrittenReadsBackTheSame) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  std::string text = toYaml(*spec);
  auto again = parsed(text);
  ASSERT_TRUE(again) << text;
  EXPECT_EQ(toYaml(*again), text);
  // Each key of the spec is in the text: nothing is lost on the way.
  for (
      const char *key :
      {"compiler",       "flags",        "entry-uj",          "exit-uj",
       "scope",          "coherent",     "exclusive",         "voltage-domains",
       "voltage-domain", "core-mw",      "cluster-mw",        "cpufreq",
       "limits",         "mmio",         "accelerators",      "count",
       "runs",           "start-ns",     "idle-mw",           "start-call",
       "wait-call",      "migration-us", "cluster-switch-us", "dma",
       "channels",       "links"})
    EXPECT_NE(text.find(key + std::string(":")), std::string::npos) << key;
  EXPECT_EQ(again->domains[0].power.transitionUs,
            spec->domains[0].power.transitionUs);
  EXPECT_EQ(again->costs.links[1].syncNs, 400);
}

TEST(ParseChip, ATransitionTakesWhatItsBackEndDoes) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->domains[0].transitionUs, 40);
  EXPECT_EQ(spec->domains[1].transitionUs, 0);
  spec = parsed(replaced("      backend: limits\n", ""));
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->domains[0].transitionUs, 1700); // without registers
  spec = parsed(replaced("      backend: limits\n",
                         "      uio: clocks\n      registers:\n"
                         "        - {sets: clock, values: [1, 0]}\n"));
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->domains[0].transitionUs, 6);
  spec = parsed(replaced("    points:", "    transition-us: 9\n    points:"));
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->domains[0].transitionUs, 9); // said of all
  EXPECT_EQ(parsed(toYaml(*spec))->domains[0].transitionUs, 9);
}

TEST(UsableCores, OneOfTheExclusiveClustersAndItsCoherentOnes) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  EXPECT_FALSE(spec->canWorkTogether(0, 1)); // not coherent
  EXPECT_FALSE(spec->canWorkTogether(1, 2)); // one at a time
  EXPECT_TRUE(spec->canWorkTogether(0, 0));
  EXPECT_EQ(spec->usableCores(0), (std::vector<uint32_t>{0, 1}));
  spec = parsed(replaced("left, coherent: false", "left"));
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->usableCores(0), (std::vector<uint32_t>{0, 1, 4, 5}));
  // The fastest cluster is the OS's: then another one is the program's.
  spec = parsed(
      replaced("right, domain: fast", "right, for-os: true, domain: fast"));
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->usableCores(0), (std::vector<uint32_t>{2, 3}));
}

TEST(UsableCores, OfClustersThatAreNotCoherent) {
  auto spec = parsed(good);
  ASSERT_TRUE(spec);
  EXPECT_FALSE(spec->areCoherent(0, 1));
  spec->spansClusters = true;
  EXPECT_TRUE(spec->canWorkTogether(0, 1));
  EXPECT_FALSE(spec->canWorkTogether(1, 2)); // one at a time
  // Behind those that are coherent with the first one.
  EXPECT_EQ(spec->usableCores(0).front(), 0u);
  EXPECT_GT(spec->usableCores(0).size(), 2u);
  EXPECT_EQ(spec->usableCores(0)[1], 1u);
}

TEST(ChipMistakes, IdleStates) {
  expectError("scope: cluster", "scope: chip", "chip}",
              {"'scope' is 'chip'", "core or cluster"});
  expectError("entry-uj: 0.5", "entry-uj: -1", "-1,",
              {"'entry-uj' is '-1'", "uJ"});
  expectError("off, exit-us: 9, scope: cluster}\n",
              "off, exit-us: 9, scope: cluster}\n"
              "      - {name: nap, exit-us: 99}\n",
              "{name: nap", {"after one of its cluster", "lightest first"});
}

TEST(ChipMistakes, CoreTypes) {
  expectError("compiler: arm-gcc", "compiler: ''", "''",
              {"'compiler' is empty"});
  expectError("flags: [-mthumb, -mfpu=neon]", "flags: -mthumb", "-mthumb",
              {"'flags' is '-mthumb'", "a list of options"});
  expectError("-mfpu=neon", "{a: b}", "{a: b}",
              {"'flags' has a map", "options"});
  expectError("-mfpu=neon", "-O2", "-O2",
              {"'flags' has '-O2'", "does not choose instructions"});
  expectError("-mfpu=neon", "-mfloat-abi=hard", "-mfloat-abi=hard",
              {"'-mfloat-abi=hard'", "changes how functions are called"});
}

TEST(ChipMistakes, Clusters) {
  expectError("coherent: false", "coherent: no", "no}",
              {"'coherent' is 'no'", "true or false"});
  expectError("coherent: false", "exclusive: 1", "1}",
              {"'exclusive' is '1'", "true or false"});
}

TEST(ChipMistakes, OneExclusiveClusterAlone) {
  std::string text = replaced("right, exclusive: true", "right");
  text.replace(text.find("  - {ids: 0-1, type: little"), 14, "  - {ids: 8-9,");
  std::vector<SpecError> errors;
  EXPECT_FALSE(parseSpec(text, "chip.yaml", errors));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].location.line, 14u);
  EXPECT_NE(errors[0].message.find("one cluster alone is exclusive"),
            std::string::npos);
}

TEST(ChipMistakes, NumbersOfCoresOfExclusiveClusters) {
  expectError("ids: 2-3", "ids: 1-3", "1-3", {"core 1 is defined twice"});
  expectError("cluster: other", "cluster: right", "0-1, type: little",
              {"core 0 is defined twice"});
}

TEST(ChipMistakes, Supplies) {
  expectError("voltage-domain: supply", "voltage-domain: rail", "rail",
              {"no voltage domain 'rail'", "expected one of supply"});
  expectError("  - {name: supply}\n", "  - {name: supply}\n  - {name: idle}\n",
              "- {name: supply}",
              {"no frequency domain has the voltage domain 'idle'"});
  expectError("- {name: supply}", "- {name: supply, ohms: 1}", "ohms",
              {"unknown key 'ohms' in a voltage domain"});
  expectError("{mhz: 1000, volts: 1}", "{mhz: 1000}",
              "supply\n    points:\n      - {mhz: 1000}",
              {"'slow' shares a supply with 'fast'", "'volts'"});
}

TEST(ChipMistakes, NoSuppliesAtAll) {
  std::string text = replaced("voltage-domains:\n  - {name: supply}\n", "");
  std::vector<SpecError> errors;
  EXPECT_FALSE(parseSpec(text, "chip.yaml", errors));
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_NE(errors[0].message.find("'supply', nor any other"),
            std::string::npos);
}

TEST(ChipMistakes, PowerByPoint) {
  expectError(", core-mw: 900", "", "{mhz: 2000",
              {"expected 'core-mw' in all operating points"});
  expectError(", cluster-mw: 20", "", "{mhz: 2000",
              {"expected 'cluster-mw' in all operating points"});
  expectError("core-mw: 100", "core-mw: much", "much",
              {"'core-mw' is 'much'", "mW"});
  expectError("cluster: left, domain: slow", "cluster: left, domain: fast",
              "- name: fast", {"'fast' has 'core-mw' and cores of two types"});
}

TEST(ChipMistakes, TransitionsByBackEnd) {
  expectError("        mmio: 6", "        auto: 6", "auto",
              {"unknown key 'auto' in the transitions", "cpufreq"});
  expectError("mmio: 6", "mmio: fast", "fast\n  - name: slow",
              {"'mmio' is 'fast'", "us"});
}

TEST(ChipMistakes, Accelerators) {
  expectError("count: 4", "count: 0", "0\n    cluster: left",
              {"'count' is '0'", "from 1 to 4096"});
  expectError("count: 4", "count: 1.5", "1.5", {"'1.5'", "whole number"});
  expectError("    cluster: left\n", "    cluster: middle\n", "middle",
              {"no cluster 'middle'", "left, right, other"});
  expectError("runs: [fft, filter]", "runs: fft", "fft",
              {"'runs' is 'fft'", "a list"});
  expectError("array_wait", "array-wait", "array-wait",
              {"'wait-call' is 'array-wait'", "function in C"});
  expectError("array_wait", "2wait", "2wait", {"function in C"});
  expectError("    wait-call: array_wait\n", "", "name: array",
              {"'start-call'", "both or neither"});
  expectError("{name: codec}", "{name: array}", "array}",
              {"accelerator 'array' is defined twice"});
  expectError("{name: codec}", "{name: codec, size: 1}", "size",
              {"unknown key 'size' in an accelerator"});
}

TEST(ChipMistakes, Costs) {
  expectError("migration-us: 60", "migration-us: -60", "-60",
              {"'migration-us' is '-60'"});
  expectError("start-ns: 800, ", "", "{bytes-per-ns: 3",
              {"the DMA needs 'start-ns'"});
  expectError("channels: 2", "channels: 0", "0}\n  links",
              {"'channels' is '0'"});
  expectError("to: right, sync", "to: left, sync", "left, sync-ns",
              {"a link from a cluster to itself"});
  expectError("{from: right, to: other}", "{from: right, to: left}",
              "{from: right", {"a second link between these clusters"});
  expectError("{from: right, to: other}", "{from: right}", "{from: right}",
              {"a link needs 'to'"});
  expectError("to: other", "to: nowhere", "nowhere",
              {"no cluster 'nowhere'", "left, right, other"});
}
