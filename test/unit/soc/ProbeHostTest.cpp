// SPDX-License-Identifier: Apache-2.0
//
// The probe on machines that exist only as a tree of files.
#include "soc/probe/ProbeHost.h"
#include "soc/LoadSpec.h"
#include "soc/probe/MeasureCosts.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace hocket::soc;
namespace fs = std::filesystem;

namespace {

class ProbeHost : public testing::Test {
protected:
  void SetUp() override {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / "hocket-probe" / test->name();
    fs::remove_all(root_);
    fs::create_directories(root_ / "sys");
  }
  void TearDown() override { fs::remove_all(root_); }

  void file(const std::string &path, const std::string &text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << "\n";
  }
  void cpu(unsigned id, const std::string &path, const std::string &text) {
    file("sys/devices/system/cpu/cpu" + std::to_string(id) + "/" + path, text);
  }
  /// A property in the device tree: cells of 32 bits, the highest byte first.
  void cells(const std::string &path, const std::vector<uint32_t> &values) {
    std::string bytes;
    for (uint32_t value : values)
      for (int shift : {24, 16, 8, 0})
        bytes += char(value >> shift & 0xff);
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << bytes;
  }
  void energy(const std::string &domain, const std::string &khz,
              const std::string &power) {
    std::string dir =
        "sys/kernel/debug/energy_model/" + domain + "/ps:" + khz + "/";
    file(dir + "frequency", khz);
    file(dir + "power", power);
  }
  void online(const std::string &list) {
    file("sys/devices/system/cpu/online", list);
  }
  void cache(unsigned id, unsigned index, const std::string &level,
             const std::string &type, const std::string &size,
             const std::string &shared) {
    std::string dir = "cache/index" + std::to_string(index) + "/";
    cpu(id, dir + "level", level);
    cpu(id, dir + "type", type);
    cpu(id, dir + "size", size);
    cpu(id, dir + "coherency_line_size", "64");
    cpu(id, dir + "shared_cpu_list", shared);
  }
  SocSpec run(std::optional<std::vector<unsigned>> allowed = std::nullopt) {
    return probe({(root_ / "sys").string(), (root_ / "proc").string(),
                  std::move(allowed)});
  }

  /// The probe's result must itself be a valid spec.
  static void expectValid(const SocSpec &spec) {
    std::vector<SpecError> errors;
    auto again = parseSpec(toYaml(spec), "host.yaml", errors);
    ASSERT_TRUE(again) << errors[0].message << "\n" << toYaml(spec);
    EXPECT_EQ(toYaml(*again), toYaml(spec));
  }

  fs::path root_;
};

} // namespace

TEST_F(ProbeHost, BigLittleBoard) {
  online("0-5");
  file("proc/device-tree/compatible",
       std::string("maker,board\0maker,chip", 22) + '\0');
  for (unsigned id = 0; id < 6; ++id) {
    bool isBig = id >= 4;
    std::string mates = isBig ? "4-5" : "0-3";
    cpu(id, "cpu_capacity", isBig ? "1024" : "485");
    cpu(id, "regs/identification/midr_el1",
        isBig ? "0x00000000410fd082" : "0x00000000410fd034");
    cpu(id, "topology/core_cpus_list", std::to_string(id));
    cpu(id, "topology/cluster_cpus_list", mates);
    cpu(id, "cpufreq/related_cpus", isBig ? "4 5" : "0 1 2 3");
    cpu(id, "cpufreq/scaling_available_frequencies",
        isBig ? "408000 1200000 1800000 " : "408000 1416000 ");
    cpu(id, "cpufreq/cpuinfo_transition_latency", "40000");
    cpu(id, "cpuidle/state0/name", "WFI");
    cpu(id, "cpuidle/state0/latency", "1");
    cpu(id, "cpuidle/state0/residency", "1");
    cpu(id, "cpuidle/state1/name", "cpu-sleep");
    cpu(id, "cpuidle/state1/latency", "370");
    cpu(id, "cpuidle/state1/residency", "900");
    cache(id, 0, "1", "Data", "32K", std::to_string(id));
    cache(id, 1, "1", "Instruction", "48K", std::to_string(id));
    cache(id, 2, "2", "Unified", isBig ? "1024K" : "512K", mates);
  }
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.types.size(), 2u);
  EXPECT_EQ(spec.types[0].cpu, "cortex-a53");
  EXPECT_EQ(spec.types[1].cpu, "cortex-a72");
  EXPECT_EQ(spec.compatible, std::vector<std::string>{"maker,board"});
  ASSERT_TRUE(spec.types[0].model && spec.types[1].model);
  EXPECT_EQ(spec.types[0].model->implementer, 0x41u);
  EXPECT_EQ(spec.types[0].model->part, 0xd03u);
  EXPECT_EQ(spec.types[1].model->part, 0xd08u);
  EXPECT_DOUBLE_EQ(spec.types[0].capacity, 485.0 / 1024);
  EXPECT_EQ(spec.types[1].capacity, 1);
  ASSERT_EQ(spec.types[1].caches.size(), 2u);
  EXPECT_EQ(spec.types[1].caches[0].sizeBytes, 32u * 1024);
  EXPECT_FALSE(spec.types[1].caches[0].isShared);
  EXPECT_TRUE(spec.types[1].caches[1].isShared);
  ASSERT_EQ(spec.types[0].idleStates.size(), 2u);
  EXPECT_EQ(spec.types[0].idleStates[1].breakEvenUs, 900);
  EXPECT_EQ(spec.clusters.size(), 2u);
  ASSERT_EQ(spec.domains.size(), 2u);
  EXPECT_EQ(spec.domains[1].points.size(), 3u);
  EXPECT_EQ(spec.domains[1].points[2].frequencyHz, 1800000000u);
  EXPECT_EQ(spec.domains[1].transitionUs, 40);
  EXPECT_EQ(spec.usableCores(2), (std::vector<uint32_t>{4, 5}));
}

TEST_F(ProbeHost, ServerWithThreadsAndTwoCaches) {
  online("0-7");
  for (unsigned id = 0; id < 8; ++id) {
    std::string threads =
        std::to_string(id % 4) + "," + std::to_string(id % 4 + 4);
    cpu(id, "topology/core_cpus_list", threads);
    cpu(id, "topology/cluster_cpus_list", threads);
    cpu(id, "topology/die_cpus_list", "0-7");
    cpu(id, "cpufreq/related_cpus", std::to_string(id));
    cpu(id, "cpufreq/cpuinfo_min_freq", "800000");
    cpu(id, "cpufreq/cpuinfo_max_freq", "3500000");
    cpu(id, "cpufreq/cpuinfo_transition_latency", "4294967295");
    cache(id, 0, "1", "Data", "48K", threads);
    cache(id, 1, "3", "Unified", "16M", id % 4 < 2 ? "0-1,4-5" : "2-3,6-7");
  }
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.cores.size(), 4u); // one thread of each core
  EXPECT_EQ(spec.cores[3].id, 3u);
  EXPECT_EQ(spec.clusters.size(), 2u); // by last cache: threads are no cluster
  EXPECT_EQ(spec.cores[1].cluster, 0u);
  EXPECT_EQ(spec.cores[2].cluster, 1u);
  EXPECT_EQ(spec.types.size(), 1u);
  EXPECT_EQ(spec.types[0].cpu, "native");
  EXPECT_FALSE(spec.types[0].caches[0].isShared);
  EXPECT_EQ(spec.types[0].caches[1].sizeBytes, 16u << 20);
  EXPECT_EQ(spec.domains.size(), 4u);
  EXPECT_EQ(spec.domains[0].points.size(), 2u);
  EXPECT_EQ(spec.domains[0].transitionUs, 0);
}

TEST_F(ProbeHost, PerformanceAndEfficiencyCores) {
  online("0-3");
  file("sys/devices/cpu_core/cpus", "0-1");
  file("sys/devices/cpu_atom/cpus", "2-3");
  for (unsigned id = 0; id < 4; ++id)
    cpu(id, "cpufreq/cpuinfo_max_freq", id < 2 ? "5000000" : "4000000");
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.types.size(), 2u);
  EXPECT_DOUBLE_EQ(spec.types[1].capacity, 0.8);
}

TEST_F(ProbeHost, OnlyCoresThatAreOnlineAndAllowed) {
  online("0,2-5");
  SocSpec spec = run({{1, 2, 3, 9}});
  ASSERT_EQ(spec.cores.size(), 2u);
  EXPECT_EQ(spec.cores[0].id, 2u);
  EXPECT_EQ(spec.cores[1].id, 3u);
}

TEST_F(ProbeHost, ContainersGetTheFastestWithinTheirQuota) {
  online("0-7");
  for (unsigned id = 0; id < 8; ++id)
    cpu(id, "cpu_capacity", id < 6 ? "500" : "1000");
  file("sys/fs/cgroup/cpu.max", "350000 100000");
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.cores.size(), 3u);
  EXPECT_EQ(spec.cores[0].id, 0u);
  EXPECT_EQ(spec.cores[1].id, 6u);
  file("sys/fs/cgroup/cpu.max", "max 100000");
  EXPECT_EQ(run().cores.size(), 8u);
  file("sys/fs/cgroup/cpu.max", "5000 100000");
  EXPECT_EQ(run().cores.size(), 1u);
}

TEST_F(ProbeHost, ContainersOfTheFirstKind) {
  online("0-7");
  file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000");
  file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");
  EXPECT_EQ(run().cores.size(), 2u);
  file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
  EXPECT_EQ(run().cores.size(), 8u);
}

/// A board with two clocks whose device tree has a table for the first.
class ProbeTree : public ProbeHost {
protected:
  void SetUp() override {
    ProbeHost::SetUp();
    online("0-1");
    for (unsigned id : {0, 1}) {
      cpu(id, "cpufreq/related_cpus", std::to_string(id));
      cpu(id, "cpufreq/scaling_available_frequencies", "408000 1800000");
    }
    const std::string of = "sys/devices/system/cpu/cpu0/of_node/";
    cells(of + "dynamic-power-coefficient", {436});
    cells(of + "operating-points-v2", {0x1234});
    cells(table_ + "phandle", {0x1234});
    point("opp-408000000", 408000000, {825000, 825000, 1250000});
    point("opp-1800000000", 1800000000, {1200000});
  }
  void point(const std::string &name, uint32_t hertz,
             const std::vector<uint32_t> &microvolts) {
    cells(table_ + name + "/opp-hz", {0, hertz});
    cells(table_ + name + "/opp-microvolt", microvolts);
  }
  std::vector<std::optional<double>> voltages(unsigned domain) {
    SocSpec spec = run();
    expectValid(spec);
    std::vector<std::optional<double>> volts;
    for (const OperatingPoint &point : spec.domains[domain].points)
      volts.push_back(point.voltage);
    return volts;
  }
  using Volts = std::vector<std::optional<double>>;
  const Volts none_{std::nullopt, std::nullopt};
  const std::string table_ = "proc/device-tree/opp-table-1/";
};

TEST_F(ProbeTree, Voltages) {
  EXPECT_EQ(voltages(0), (Volts{0.825, 1.2}));
  EXPECT_EQ(voltages(1), none_); // without a table
}

TEST_F(ProbeTree, ATableInANode) {
  fs::create_directories(root_ / "proc/device-tree/soc");
  fs::rename(root_ / table_, root_ / "proc/device-tree/soc/opp-table");
  EXPECT_EQ(voltages(0), (Volts{0.825, 1.2}));
}

TEST_F(ProbeTree, NoVoltageIsMadeUp) {
  // For one of the points there is none.
  point("opp-408000000", 400000000, {825000});
  EXPECT_EQ(voltages(0), none_);
  // Of several supplies.
  point("opp-408000000", 408000000, {825000, 900000});
  EXPECT_EQ(voltages(0), none_);
  // For chips of several grades.
  point("opp-408000000", 408000000, {825000});
  point("opp-408000000-1", 408000000, {850000});
  EXPECT_EQ(voltages(0), none_);
  point("opp-408000000-1", 408000000, {825000});
  EXPECT_EQ(voltages(0), (Volts{0.825, 1.2}));
  // Out of all bounds.
  point("opp-1800000000", 1800000000, {12000000});
  EXPECT_EQ(voltages(0), none_);
  // The table is gone.
  fs::remove(root_ / table_ / "phandle");
  EXPECT_EQ(voltages(0), none_);
}

TEST_F(ProbeTree, SwitchedCapacitance) {
  SocSpec spec = run();
  EXPECT_EQ(spec.types[spec.cores[0].type].capacitancePf, 436);
  cells("sys/devices/system/cpu/cpu0/of_node/dynamic-power-coefficient",
        {0xffffffff});
  spec = run();
  expectValid(spec);
  EXPECT_EQ(spec.types[0].capacitancePf, 0);
}

TEST_F(ProbeTree, TimesOfIdleStates) {
  cpu(0, "cpuidle/state0/name", "cpu-sleep");
  cpu(0, "cpuidle/state0/latency", "370");
  cpu(0, "cpuidle/state0/residency", "900");
  cpu(0, "cpuidle/state1/name", "cluster-sleep");
  cpu(0, "cpuidle/state1/latency", "1000");
  cpu(0, "cpuidle/state1/residency", "2000");
  const std::string states = "proc/device-tree/cpus/idle-states/";
  cells(states + "cpu-sleep/entry-latency-us", {120});
  cells(states + "cpu-sleep/exit-latency-us", {250});
  cells(states + "cluster-sleep/entry-latency-us", {400}); // of another sum
  cells(states + "cluster-sleep/exit-latency-us", {500});
  SocSpec spec = run();
  expectValid(spec);
  const std::vector<IdleState> &idle = spec.types[0].idleStates;
  ASSERT_EQ(idle.size(), 2u);
  EXPECT_EQ(idle[0].entryUs, 120);
  EXPECT_EQ(idle[0].exitUs, 250);
  EXPECT_EQ(idle[1].entryUs, 0);
  EXPECT_EQ(idle[1].exitUs, 1000);
}

TEST_F(ProbeTree, PowerByTheEnergyModel) {
  const std::string dir = "sys/kernel/debug/energy_model/cpu0/";
  file(dir + "cpus", "0");
  file(dir + "flags", "0x1"); // microwatts
  energy("cpu0", "408000", "121500");
  energy("cpu0", "1800000", "1130000");
  auto powers = [&](unsigned domain) {
    SocSpec spec = run();
    expectValid(spec);
    std::vector<std::optional<double>> mw;
    for (const OperatingPoint &point : spec.domains[domain].points)
      mw.push_back(point.coreMw);
    return mw;
  };
  EXPECT_EQ(powers(0), (Volts{121.5, 1130}));
  EXPECT_EQ(powers(1), none_); // another clock's
  file(dir + "flags", "0x5");  // artificial
  EXPECT_EQ(powers(0), none_);
  file(dir + "flags", "0x2"); // a scale of its own
  EXPECT_EQ(powers(0), none_);
  fs::remove(root_ / dir / "flags"); // as kernels before 5.19
  file(dir + "units", "bogoWatts");
  EXPECT_EQ(powers(0), none_);
  file(dir + "units", "milliWatts");
  energy("cpu0", "408000", "121");
  energy("cpu0", "1800000", "1130");
  EXPECT_EQ(powers(0), (Volts{121, 1130}));
  fs::remove_all(root_ / dir / "ps:408000"); // not of each point
  EXPECT_EQ(powers(0), none_);
}

TEST_F(ProbeTree, PowerOfUnlikeCoresAtOneClock) {
  cpu(0, "cpu_capacity", "1024");
  cpu(1, "cpu_capacity", "512");
  for (unsigned id : {0, 1})
    cpu(id, "cpufreq/related_cpus", "0 1");
  const std::string dir = "sys/kernel/debug/energy_model/cpu0/";
  file(dir + "cpus", "0-1");
  file(dir + "flags", "0x1");
  energy("cpu0", "408000", "121500");
  energy("cpu0", "1800000", "1130000");
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.domains.size(), 1u);
  EXPECT_FALSE(spec.domains[0].points[0].coreMw);
}

TEST_F(ProbeHost, ArmOf32Bits) {
  online("0-1");
  file("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\n"
                       "CPU part\t: 0xc07\n\nprocessor\t: 1\n"
                       "CPU implementer\t: 0x41\nCPU part\t: 0xc0f\n");
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.types.size(), 2u);
  EXPECT_EQ(spec.types[0].cpu, "cortex-a7");
  EXPECT_EQ(spec.types[1].cpu, "cortex-a15");
  ASSERT_TRUE(spec.types[1].model);
  EXPECT_EQ(spec.types[1].model->part, 0xc0fu);
}

TEST_F(ProbeHost, SpeedsAndClocksOfTheFirmware) {
  online("0-3");
  file("sys/devices/cpu_core/cpus", "0-1");
  file("sys/devices/cpu_atom/cpus", "2-3");
  for (unsigned id = 0; id < 4; ++id) {
    cpu(id, "acpi_cppc/highest_perf", id < 2 ? "64" : "40");
    cpu(id, "acpi_cppc/nominal_freq", id < 2 ? "2100" : "1600");
  }
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.types.size(), 2u);
  EXPECT_DOUBLE_EQ(spec.types[1].capacity, 40.0 / 64);
  EXPECT_EQ(spec.domains[0].points[0].frequencyHz, 2100000000u);
  cpu(3, "acpi_cppc/nominal_freq", "0");
  cpu(3, "acpi_cppc/highest_perf", "0");
  expectValid(run());
}

TEST_F(ProbeHost, EmptyTree) {
  SocSpec spec = run();
  expectValid(spec);
  ASSERT_EQ(spec.cores.size(), 1u);
  EXPECT_EQ(spec.domains[0].points[0].frequencyHz, 2000000000u);
  SocSpec three = run({{0, 1, 5}});
  expectValid(three);
  EXPECT_EQ(three.cores.size(), 3u);
  EXPECT_EQ(three.costs.syncNs, 400);
  EXPECT_EQ(three.costs.regionEntryNs, 2000);
}

TEST_F(ProbeHost, ClockOfAVirtualMachine) {
  online("0-1");
  file("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2599.998\n");
  EXPECT_EQ(run().domains[0].points[0].frequencyHz, 2600000000u);
}

TEST_F(ProbeHost, NonsenseInFiles) {
  online("zero to three");
  cpu(0, "cpu_capacity", "-3");
  cpu(0, "topology/core_cpus_list", "?");
  cpu(0, "cpufreq/related_cpus", "x y");
  cpu(0, "cpufreq/scaling_available_frequencies", "fast <unknown> 0");
  cpu(0, "cpufreq/cpuinfo_max_freq", "0");
  cpu(0, "cpuidle/state0/name", "");
  cache(0, 0, "9", "Data", "32K", "0");
  cache(0, 1, "2", "Unified", "lots", "0-");
  SocSpec spec = run();
  expectValid(spec);
  EXPECT_EQ(spec.cores.size(), 1u);
  EXPECT_TRUE(spec.types[0].caches.empty());
}

TEST(ProbeThisMachine, MeasuresWhatItCan) {
  SocSpec spec = probeHost();
  const Costs before = spec.costs;
  measureCosts(spec);
  std::vector<SpecError> errors;
  auto again = parseSpec(toYaml(spec), "host.yaml", errors);
  ASSERT_TRUE(again) << errors[0].message << toYaml(spec);
  EXPECT_EQ(toYaml(*again), toYaml(spec)); // with few digits
  EXPECT_EQ(spec.costs.regionEntryNs, before.regionEntryNs);
  if (spec.usableCores(0).size() < 2)
    EXPECT_EQ(spec.costs.syncNs, before.syncNs);
  else // a signal takes some cycles
    EXPECT_TRUE(spec.costs.syncNs > 1 || spec.costs.syncAcrossNs > 1);
  EXPECT_LT(spec.costs.syncNs, 1e8);
}

TEST(ProbeThisMachine, MeasuresNothingOfCoresThatItDoesNotHave) {
  SocSpec spec = probeHost();
  for (Core &core : spec.cores)
    core.id += 3000;
  const std::string before = toYaml(spec);
  measureCosts(spec);
  EXPECT_EQ(toYaml(spec), before);
}

TEST(ProbeThisMachine, IsAValidSpec) {
  SocSpec spec = probeHost();
  std::vector<SpecError> errors;
  auto again = parseSpec(toYaml(spec), "host.yaml", errors);
  ASSERT_TRUE(again) << errors[0].message;
  EXPECT_FALSE(again->usableCores(0).empty());
  EXPECT_EQ(toYaml(probeHost()), toYaml(spec));
}
