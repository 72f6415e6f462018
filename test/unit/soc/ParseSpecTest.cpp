// SPDX-License-Identifier: Apache-2.0
//
// The specs that ship, what comes back from YAML, and each kind of mistake with
// its place and what it says was expected.
#include "soc/LoadSpec.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::soc;

namespace {

const std::vector<std::string> shipped{HOCKET_SOURCE_DIR "/soc-specs"};

/// A spec without a mistake. Tests replace one line of it.
const std::string good = R"(name: chip
core-types:
  - name: big
    cpu: cortex-a15
    capacity: 1
    caches:
      - {level: 1, size-kib: 32}
      - {level: 2, size-kib: 2048, shared: true}
    idle-states:
      - {name: wfi, exit-us: 1, break-even-us: 2}
  - name: little
    cpu: cortex-a7
    capacity: 0.4
clusters:
  - {name: left}
  - {name: right}
frequency-domains:
  - name: fast
    transition-us: 140
    points:
      - {mhz: 500, volts: 0.9}
      - {mhz: 2000, volts: 1.25}
  - name: slow
    points:
      - {mhz: 1000}
cores:
  - {ids: 0-3, type: little, cluster: left, domain: slow, for-os: true}
  - {ids: 4-5, type: big, cluster: right, domain: fast}
costs:
  sync-ns: 50
)";

std::string replaced(const std::string &from, const std::string &to) {
  std::string text = good;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string contents(const std::string &path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Of all the specs that come with the compiler, in order.
std::vector<std::string> shippedNames() {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(shipped[0]))
    if (entry.path().extension() == ".yaml")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string show(const std::vector<SpecError> &errors) {
  std::string text;
  for (const SpecError &error : errors)
    text += error.location.file + ":" + std::to_string(error.location.line) +
            ":" + std::to_string(error.location.column) + ": " + error.message +
            "\n";
  return text;
}

/// Expects exactly one error, at this place and with these words in it.
void expectError(const std::string &text, const std::string &place,
                 const std::vector<std::string> &words) {
  std::vector<SpecError> errors;
  EXPECT_FALSE(parseSpec(text, "chip.yaml", errors));
  ASSERT_EQ(errors.size(), 1u) << show(errors);
  EXPECT_EQ(show(errors).rfind("chip.yaml:" + place + ": ", 0), 0u)
      << show(errors);
  for (const std::string &word : words)
    EXPECT_NE(errors[0].message.find(word), std::string::npos) << show(errors);
}

} // namespace

TEST(ParseSpec, ReadsEveryField) {
  std::vector<SpecError> errors;
  auto spec = parseSpec(good, "chip.yaml", errors);
  ASSERT_TRUE(spec) << show(errors);
  EXPECT_EQ(spec->name, "chip");
  ASSERT_EQ(spec->types.size(), 2u);
  EXPECT_EQ(spec->types[0].cpu, "cortex-a15");
  ASSERT_EQ(spec->types[0].caches.size(), 2u);
  EXPECT_EQ(spec->types[0].caches[1].sizeBytes, 2048u * 1024);
  EXPECT_TRUE(spec->types[0].caches[1].isShared);
  EXPECT_EQ(spec->types[0].caches[0].lineBytes, 64u);
  EXPECT_EQ(spec->types[0].idleStates[0].exitUs, 1);
  EXPECT_EQ(spec->types[1].capacity, 0.4);
  EXPECT_EQ(spec->domains[0].points[1].frequencyHz, 2000000000u);
  EXPECT_EQ(spec->domains[0].points[1].voltage, 1.25);
  EXPECT_FALSE(spec->domains[1].points[0].voltage);
  EXPECT_EQ(spec->domains[0].transitionUs, 140);
  ASSERT_EQ(spec->cores.size(), 6u);
  EXPECT_TRUE(spec->cores[3].isForOs);
  EXPECT_EQ(spec->cores[4].id, 4u);
  EXPECT_EQ(spec->cores[4].domain, 0u);
  EXPECT_EQ(spec->costs.syncNs, 50);
  EXPECT_EQ(spec->costs.regionEntryNs, Costs().regionEntryNs);
}

TEST(ParseSpec, NamesOfTheOnlyThingMayBeLeftOut) {
  std::vector<SpecError> errors;
  auto spec = parseSpec("name: chip\n"
                        "core-types:\n  - {name: t, cpu: generic}\n"
                        "clusters:\n  - {name: c}\n"
                        "frequency-domains:\n"
                        "  - {name: d, points: [{mhz: 1000}]}\n"
                        "cores:\n  - {ids: '0,2-3'}\n",
                        "chip.yaml", errors);
  ASSERT_TRUE(spec) << show(errors);
  ASSERT_EQ(spec->cores.size(), 3u);
  EXPECT_EQ(spec->cores[2].id, 3u);
}

TEST(ParseSpec, WhatIsWrittenReadsBackTheSame) {
  SocSpec spec;
  std::vector<SpecError> errors;
  spec = *parseSpec(good, "chip.yaml", errors);
  spec.description = "quotes \" and: {colons}\nand lines, \xc3\xa4";
  spec.types[0].capacitancePf = 0.1;
  spec.types[0].staticMw = 1.0 / 3;
  spec.types[1].triple = "arm-linux-gnueabihf";
  spec.types[0].caches[0].sizeBytes = 48 * 1024 + 512;
  spec.domains[0].points[0].frequencyHz = 333333333;
  spec.domains[0].transitionUj = 2.5;
  std::string text = toYaml(spec);
  auto again = parseSpec(text, "again.yaml", errors);
  ASSERT_TRUE(again) << show(errors) << text;
  EXPECT_EQ(toYaml(*again), text);
  EXPECT_EQ(again->description, spec.description);
  EXPECT_EQ(again->types[0].staticMw, spec.types[0].staticMw);
  EXPECT_EQ(again->types[0].caches[0].sizeBytes, 48u * 1024 + 512);
  EXPECT_EQ(again->domains[0].points[0].frequencyHz, 333333333u);
  EXPECT_EQ(again->domains[0].transitionUj, 2.5);
}

TEST(ParseSpec, WhatAMachineTellsOfItself) {
  std::vector<SpecError> errors;
  auto spec = parseSpec(good, "chip.yaml", errors);
  ASSERT_TRUE(spec) << show(errors);
  EXPECT_TRUE(spec->compatible.empty());
  EXPECT_FALSE(spec->types[0].model);
  std::string text =
      "compatible: [\"maker,board\", plain]\n" +
      replaced("cpu: cortex-a15",
               "cpu: cortex-a15\n    midr: {implementer: 0x41, part: 3087}");
  spec = parseSpec(text, "chip.yaml", errors);
  ASSERT_TRUE(spec) << show(errors);
  EXPECT_EQ(spec->compatible,
            (std::vector<std::string>{"maker,board", "plain"}));
  ASSERT_TRUE(spec->types[0].model);
  EXPECT_EQ(spec->types[0].model->implementer, 0x41u);
  EXPECT_EQ(spec->types[0].model->part, 0xc0fu);
  EXPECT_FALSE(spec->types[1].model);
  auto again = parseSpec(toYaml(*spec), "again.yaml", errors);
  ASSERT_TRUE(again) << show(errors);
  EXPECT_EQ(again->compatible, spec->compatible);
  EXPECT_EQ(again->types[0].model->part, 0xc0fu);
  EXPECT_EQ(toYaml(*again), toYaml(*spec));
}

TEST(UsableCores, CoresThatThreadsShareAreNoneOfTheChip) {
  std::vector<SpecError> errors;
  auto spec = parseSpec(good, "chip.yaml", errors);
  ASSERT_TRUE(spec) << show(errors);
  SocSpec more = withCores(*spec, 4);
  std::vector<uint32_t> usable = more.usableCores(0);
  ASSERT_EQ(usable.size(), 4u);
  std::vector<bool> copies;
  for (uint32_t core : usable)
    copies.push_back(more.cores[core].isCopy);
  EXPECT_EQ(copies, (std::vector<bool>{false, false, true, true}));
}

TEST(UsableCores, FastestFirstWithoutThoseOfTheOs) {
  std::vector<SpecError> errors;
  auto spec = parseSpec(replaced(", for-os: true", ""), "chip.yaml", errors);
  ASSERT_TRUE(spec) << show(errors);
  EXPECT_EQ(spec->usableCores(0), (std::vector<uint32_t>{4, 5, 0, 1, 2, 3}));
  EXPECT_EQ(spec->usableCores(3), (std::vector<uint32_t>{4, 5, 0}));
  spec = parseSpec(good, "chip.yaml", errors);
  EXPECT_EQ(spec->usableCores(0), (std::vector<uint32_t>{4, 5}));
}

TEST(ShippedSpecs, AreValid) {
  std::vector<std::string> names = shippedNames();
  EXPECT_GE(names.size(), 15u);
  for (const std::string &name : names) {
    std::vector<SpecError> errors;
    auto spec = loadSpec(name, shipped, errors);
    ASSERT_TRUE(spec) << show(errors);
    EXPECT_EQ(spec->name, name);
    auto again = parseSpec(toYaml(*spec), "again.yaml", errors);
    ASSERT_TRUE(again) << show(errors);
    EXPECT_EQ(toYaml(*again), toYaml(*spec));
  }
}

TEST(ShippedSpecs, AreListedForPeople) {
  std::string list = contents(shipped[0] + "/README.md");
  for (const std::string &name : shippedNames())
    EXPECT_NE(list.find("| `" + name + ".yaml` | "), std::string::npos) << name;
}

TEST(ShippedSpecs, HaveTheirLicence) {
  for (const std::string &name : shippedNames())
    EXPECT_EQ(contents(shipped[0] + "/" + name + ".yaml")
                  .rfind("# SPDX-License-Identifier: Apache-2.0\n#\n", 0),
              0u)
        << name;
}

TEST(ShippedSpecs, ProgramsGetTheCoresThatCanWorkTogether) {
  std::vector<SpecError> errors;
  auto rpx = loadSpec("rpx", shipped, errors);
  ASSERT_TRUE(rpx) << show(errors);
  EXPECT_EQ(rpx->cores.size(), 8u);
  EXPECT_EQ(rpx->usableCores(0), (std::vector<uint32_t>{0, 1, 2, 3}));
  auto s4 = loadSpec("galaxy-s4", shipped, errors);
  ASSERT_TRUE(s4) << show(errors);
  EXPECT_EQ(s4->cores.size(), 8u);
  ASSERT_EQ(s4->usableCores(0).size(), 4u);
  EXPECT_EQ(s4->types[s4->cores[s4->usableCores(0)[3]].type].name,
            "cortex-a15");
}

TEST(ShippedSpecs, TheExampleOfTheDocumentationIsValid) {
  std::string text = contents(HOCKET_SOURCE_DIR "/docs/soc-spec.md");
  size_t begin = text.find("```yaml\n");
  ASSERT_NE(begin, std::string::npos);
  begin += 8;
  std::vector<SpecError> errors;
  auto spec = parseSpec(text.substr(begin, text.find("```", begin) - begin),
                        "soc-spec.md", errors);
  ASSERT_TRUE(spec) << show(errors);
  EXPECT_EQ(spec->usableCores(0).size(), 5u);
}

TEST(LoadSpec, MissingFile) {
  std::vector<SpecError> errors;
  EXPECT_FALSE(loadSpec("./absent.yaml", shipped, errors));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].location.file, "./absent.yaml");
  EXPECT_NE(errors[0].message.find("cannot read"), std::string::npos);
}

TEST(LoadSpec, UnknownNameSaysWhichThereAre) {
  std::vector<SpecError> errors;
  EXPECT_FALSE(loadSpec("odroid-ux4", shipped, errors));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].message.find("perhaps 'odroid-xu4'"), std::string::npos);
  EXPECT_NE(errors[0].message.find("generic-4, hikey960, host"),
            std::string::npos);
}

TEST(LoadSpec, EarlierDirectoriesWin) {
  std::string dir = testing::TempDir();
  std::ofstream(dir + "/rpi4.yaml") << replaced("name: chip", "name: mine");
  std::vector<SpecError> errors;
  auto spec = loadSpec("rpi4", {"/absent", dir, shipped[0]}, errors);
  ASSERT_TRUE(spec) << show(errors);
  EXPECT_EQ(spec->name, "mine");
}

// One test for each kind of mistake.

TEST(SpecMistakes, Syntax) {
  expectError("name: [chip\n", "1:12", {"not valid YAML"});
  expectError(replaced("cpu: cortex-a15", "cpu: \"cortex"), "30:14",
              {"not valid YAML"});
}

TEST(SpecMistakes, NothingAtAll) {
  expectError("", "1:1", {"expected a SoC spec as a map", "nothing"});
  expectError("- a\n", "1:1", {"expected a SoC spec as a map", "a list"});
}

TEST(SpecMistakes, SecondDocument) {
  expectError(good + "---\nname: more\n", "1:1", {"one document"});
}

TEST(SpecMistakes, Alias) {
  expectError(replaced("cpu: cortex-a15", "cpu: *x"), "4:5", {"aliases"});
}

TEST(SpecMistakes, NestedTooDeeply) {
  for (const char *open : {"[", "{", "- ", "a: {", "? "}) {
    std::string text = "a: ";
    while (text.size() < 1000000)
      text += open;
    std::vector<SpecError> errors;
    EXPECT_FALSE(parseSpec(text, "chip.yaml", errors)) << open;
    EXPECT_FALSE(errors.empty()) << open;
  }
}

TEST(SpecMistakes, TooLong) {
  expectError(std::string(2 << 20, '#'), "1:1", {"1 MiB"});
}

TEST(SpecMistakes, UnknownKey) {
  expectError(replaced("capacity: 1\n", "capcity: 1\n"), "5:5",
              {"unknown key 'capcity' in a core type", "'capacity'"});
  expectError(replaced("sync-ns", "latency"), "30:3",
              {"unknown key 'latency' in the costs", "one of sync-ns"});
}

TEST(SpecMistakes, KeyTwice) {
  expectError(replaced("capacity: 1\n", "cpu: again\n"), "5:5",
              {"'cpu' stands twice"});
}

TEST(SpecMistakes, MissingKey) {
  expectError(replaced("    cpu: cortex-a15\n", ""), "3:5",
              {"a core type needs 'cpu'", "LLVM"});
  expectError(replaced("{mhz: 1000}", "{volts: 1}"), "25:9",
              {"an operating point needs 'mhz'", "MHz"});
  expectError(replaced(", type: big", ""), "28:5", {"needs 'type'"});
}

TEST(SpecMistakes, WrongType) {
  expectError(replaced("transition-us: 140", "transition-us: soon"), "19:20",
              {"'transition-us' is 'soon'", "a number from 0", "(us)"});
  expectError(replaced("transition-us: 140", "transition-uj: -1"), "19:20",
              {"'transition-uj' is '-1'", "a number from 0", "(uJ)"});
  expectError(replaced("cpu: cortex-a15", "cpu: [a]"), "4:10",
              {"'cpu' is a list", "expected text"});
  expectError(replaced("shared: true", "shared: yes"), "8:44",
              {"'shared' is 'yes'", "true or false"});
  expectError(replaced("points:\n      - {mhz: 1000}", "points: 1000"), "24:13",
              {"'points' is '1000'", "a list of operating points"});
  expectError(replaced("level: 1", "level: 1.5"), "7:17", {"whole number"});
  expectError(replaced("  sync-ns: 50", "  - 50"), "30:3",
              {"expected the costs as a map", "a list"});
  expectError(replaced("{mhz: 1000}", "1000"), "25:9",
              {"expected an operating point as a map"});
}

TEST(SpecMistakes, OutOfRange) {
  expectError(replaced("capacity: 0.4", "capacity: 1.4"), "13:15",
              {"'capacity' is '1.4'", "to 1"});
  expectError(replaced("mhz: 1000", "mhz: -5"), "25:15", {"'mhz' is '-5'"});
  expectError(replaced("volts: 0.9", "volts: 900"), "21:27", {"(V)"});
  expectError(replaced("sync-ns: 50", "sync-ns: nan"), "30:12", {"'nan'"});
}

TEST(SpecMistakes, OfWhatAMachineTells) {
  expectError("compatible: board\n" + good, "1:13",
              {"'compatible' is 'board'", "a list of strings of device trees"});
  expectError("compatible: [a, [b]]\n" + good, "1:17",
              {"'compatible' has a list", "strings of device trees"});
  expectError("compatible: [a, '']\n" + good, "1:17", {"'compatible' has"});
  auto with = [](const std::string &midr) {
    return replaced("cpu: cortex-a15", "cpu: cortex-a15\n    midr: " + midr);
  };
  expectError(with("0x410fc0f0"), "5:11",
              {"expected an identification register as a map"});
  expectError(with("{implementer: 0x41}"), "5:11",
              {"an identification register needs 'part'"});
  expectError(with("{implementer: 0x141, part: 0xc0f}"), "5:25",
              {"'implementer' is '0x141'", "8 bits"});
  expectError(with("{implementer: 0x41, part: 0x1000}"), "5:37",
              {"'part' is '0x1000'", "12 bits"});
  expectError(with("{implementer: arm, part: 0xc0f}"), "5:25",
              {"'implementer' is 'arm'"});
  expectError(with("{implementer: 0x41, part: 0xc0f, variant: 2}"), "5:44",
              {"unknown key 'variant'"});
}

TEST(SpecMistakes, EmptyText) {
  expectError(replaced("cpu: cortex-a15", "cpu: ''"), "4:10",
              {"'cpu' is empty"});
  expectError(replaced("name: chip", "name:"), "1:1",
              {"'name' is nothing", "expected text"});
}

TEST(SpecMistakes, UndefinedReference) {
  expectError(replaced("type: big", "type: huge"), "28:22",
              {"no core type 'huge'", "one of big, little"});
  expectError(replaced("cluster: left", "cluster: up"), "27:39",
              {"no cluster 'up'", "left, right"});
  expectError(replaced("domain: slow", "domain: x"), "27:53",
              {"no frequency domain 'x'", "fast, slow"});
}

TEST(SpecMistakes, DefinedTwice) {
  expectError(replaced("ids: 4-5", "ids: 3-5"), "28:11",
              {"core 3 is defined twice"});
  expectError(replaced("{name: right}", "{name: right}\n  - {name: left}"),
              "17:12", {"cluster 'left' is defined twice"});
  expectError(replaced("level: 2", "level: 1"), "8:17", {"ascending"});
}

TEST(SpecMistakes, FrequenciesNotAscending) {
  expectError(replaced("mhz: 2000", "mhz: 400"), "22:15",
              {"ascending order of 'mhz'"});
  expectError(replaced("mhz: 2000", "mhz: 500"), "22:15",
              {"each frequency once"});
}

TEST(SpecMistakes, VoltageInSomePointsOnly) {
  expectError(replaced(", volts: 1.25", ""), "22:9",
              {"'volts' in all operating points", "or in none"});
}

TEST(SpecMistakes, LineNotAPowerOfTwo) {
  expectError(replaced("size-kib: 32", "size-kib: 32, line-bytes: 48"), "7:46",
              {"power of two"});
}

TEST(SpecMistakes, BadCoreNumbers) {
  for (const char *ids : {"4-x", "5-4", "a", "-1", "4,,5", "0-99999"})
    expectError(replaced("ids: 4-5", std::string("ids: '") + ids + "'"),
                "28:11", {ids, "as in 0-3,6"});
}

TEST(SpecMistakes, NoUsableCore) {
  expectError(replaced("domain: fast", "domain: fast, for-os: true"), "27:3",
              {"all cores are kept", "at least one"});
}

TEST(SpecMistakes, NoCores) {
  std::string text = good.substr(0, good.find("cores:\n"));
  text = good.substr(0, good.find("\ncores:\n") + 1);
  expectError(text, "1:1", {"needs 'cores'"});
  expectError(text + "cores: []\n", "26:8", {"'cores' is empty"});
}

TEST(SpecMistakes, NoFastestType) {
  expectError(replaced("capacity: 1\n", "capacity: 0.9\n"), "3:3",
              {"capacity 1"});
}

/// Long files are mostly no specs; that is said in few words.
TEST(SpecMistakes, OfLongFilesStayShort) {
  std::string text = good;
  auto add = [&](size_t at, unsigned count, const std::string &line) {
    std::string lines;
    for (unsigned i = 0; i < count; ++i)
      lines += line;
    text.insert(at, lines);
  };
  add(text.find("clusters:"), 5000, "  - {name: same, cpu: generic}\n");
  for (unsigned i = 0; i < 3000; ++i)
    add(text.find("clusters:"), 1,
        "  - {name: type" + std::to_string(i) + ", cpu: generic}\n");
  add(text.find("costs:"), 3000, "  - {ids: 9, type: none}\n");
  std::string often = "0-4095";
  for (unsigned i = 0; i < 9999; ++i)
    often += ",0-4095";
  add(text.find("costs:"), 1, "  - {ids: '" + often + "'}\n");
  add(text.find("costs:"), 100, "  - {ids: 0-4095, type: little}\n");
  std::vector<SpecError> errors;
  EXPECT_FALSE(parseSpec(text, "chip.yaml", errors));
  size_t length = 0;
  for (const SpecError &error : errors)
    length += error.message.size();
  EXPECT_LT(errors.size(), 20000u);
  EXPECT_LT(length, 10u << 20);
}

TEST(SpecMistakes, AllAreFoundInOneRun) {
  std::string text = replaced("type: big", "type: huge");
  text.replace(text.find("mhz: 1000"), 9, "mhz: none");
  text.replace(text.find("cpu: cortex-a15"), 15, "cpx: cortex-a15");
  std::vector<SpecError> errors;
  EXPECT_FALSE(parseSpec(text, "chip.yaml", errors));
  EXPECT_EQ(errors.size(), 4u) << show(errors);
  EXPECT_TRUE(std::is_sorted(errors.begin(), errors.end(),
                             [](const SpecError &a, const SpecError &b) {
                               return a.location < b.location;
                             }));
}
