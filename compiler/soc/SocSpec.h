// SPDX-License-Identifier: Apache-2.0
//
// A chip as the compiler sees it. Read from YAML (see docs/soc-spec.md) or
// probed from this machine. Plain values; every physical figure has its unit in
// its name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::soc {

struct Cache {
  unsigned level = 1;
  uint64_t sizeBytes = 0;
  unsigned lineBytes = 64;
  bool isShared = false; ///< by the cores of the cluster
};

struct IdleState {
  std::string name;
  double entryUs = 0, exitUs = 0, breakEvenUs = 0;
  double powerMw = 0;
  double entryUj = 0, exitUj = 0; ///< beside what the core draws awake
  bool isOfCluster = false;       ///< takes all its cores, as deep at least
};

struct OperatingPoint {
  uint64_t frequencyHz = 0;
  std::optional<double> voltage; ///< volts
  /// What one core that runs draws, leakage included.
  std::optional<double> coreMw = std::nullopt;
  /// What its cores share draws, while one of them runs.
  std::optional<double> clusterMw = std::nullopt;
};

/// Bits of a 32-bit register that set a clock or its voltage.
struct PowerRegister {
  bool isVoltage = false;
  uint32_t offset = 0;          ///< in bytes, in the mapping
  uint32_t mask = 0xffffffff;   ///< the bits
  std::vector<uint32_t> values; ///< for each operating point, in place
  double settleUs = 0;          ///< to wait after a write
};

/// How programs set the clock; see runtime/include/hocket/power.h.
struct PowerControl {
  enum class Backend { Auto, Cpufreq, Limits, Mmio, Sim, None };
  Backend backend = Backend::Auto; ///< to be tried first
  std::string uio;                 ///< the device with the registers
  std::vector<PowerRegister> registers;
  /// What a change takes by each back end of which that is known.
  std::map<Backend, double> transitionUs;

  /// The back end that is tried first, Auto resolved.
  Backend first() const;
};

/// "cpufreq" for PowerControl::Backend::Cpufreq.
const char *toString(PowerControl::Backend backend);

/// Clocks that share a supply: its voltage is the highest that one of them
/// needs.
struct VoltageDomain {
  std::string name;
};

/// Cores that share a clock.
struct FrequencyDomain {
  std::string name;
  std::vector<OperatingPoint> points; ///< ascending by frequency, at least one
  double transitionUs = 0;            ///< a change of the point
  double transitionUj = 0; ///< its energy beside what cores draw meanwhile
  PowerControl power;
  /// Into SocSpec::voltageDomains; none: a supply of its own.
  std::optional<uint32_t> voltage;
};

/// What an ARM core says of itself in its identification register (MIDR).
struct CoreModel {
  unsigned implementer = 0; ///< 0x41: Arm
  unsigned part = 0;        ///< 0xd08: Cortex-A72
};

struct CoreType {
  std::string name;      ///< "cortex-a15"
  std::string cpu;       ///< as LLVM names it, for -mcpu and the machine model
  std::string triple;    ///< target triple; empty: the host's
  double capacity = 1.0; ///< relative speed, the fastest type has 1.0
  std::vector<Cache> caches;
  std::vector<IdleState> idleStates;
  double capacitancePf = 0;       ///< effective switched capacitance; 0 unknown
  double staticMw = 0;            ///< leakage at the highest point; 0 unknown
  std::optional<CoreModel> model; ///< that such a core tells; none: not known
  std::string compiler;           ///< for such cores; empty: by the triple
  std::vector<std::string> flags; ///< that it needs for them
};

struct Core {
  unsigned id = 0;      ///< as the OS numbers it
  uint32_t type = 0;    ///< into SocSpec::types
  uint32_t cluster = 0; ///< into SocSpec::clusters
  uint32_t domain = 0;  ///< into SocSpec::domains
  bool isForOs = false; ///< kept for the operating system
  bool isCopy = false;  ///< there is none: threads share one (withCores)
  /// Of what its model can do, what it has to give; in its type's capacity, too
  /// (withSpeeds).
  double speed = 1;
};

struct Cluster {
  std::string name;
  bool isCoherent = true;   ///< its caches, with those of other such clusters
  bool isExclusive = false; ///< of such clusters one runs at a time
};

/// What moves data while cores do other work.
struct Dma {
  double startNs = 0; ///< what the core that starts it takes
  double bytesPerNs = 1;
  unsigned channels = 1; ///< transfers at a time, of each cluster
};

/// Costs between two clusters that differ from those between others.
struct Link {
  uint32_t from = 0, to = 0; ///< into SocSpec::clusters; both ways
  double syncNs = 0;
  double bytesPerNs = 0;
};

/// Costs of working together, for the scheduler.
struct Costs {
  double syncNs = 100;         ///< a wait that crosses cores of one cluster
  double syncAcrossNs = 200;   ///< across clusters
  double regionEntryNs = 2000; ///< waking the team and joining it
  double cacheCallNs = 100;    ///< of a call that writes back or drops lines
  double cacheLineNs = 20;     ///< and for each line that it does that to
  double bytesPerNs = 10;      ///< between cores of one cluster
  double bytesPerNsAcross = 5;
  double migrationUs = 0;     ///< of a thread to another core; 0 unknown
  double clusterSwitchUs = 0; ///< from an exclusive cluster to the next
  std::optional<Dma> dma;
  std::vector<Link> links;
};

/// A unit that is no core and runs some tasks faster than one.
struct Accelerator {
  std::string name;
  unsigned count = 1;              ///< of equal ones
  std::optional<uint32_t> cluster; ///< whose cores start it; none: all
  std::vector<std::string> runs;   ///< for people and for tasks that ask for it
  uint64_t frequencyHz = 0;        ///< 0 unknown
  double startNs = 0;              ///< from the call until it works
  double bytesPerNs = 0;           ///< to and from it; 0 unknown
  double powerMw = 0, idleMw = 0;  ///< working, waiting; 0 unknown
  std::string startCall, waitCall; ///< C functions; empty: none
};

struct SocSpec {
  std::string name;
  std::string description;
  /// Of the machines that have this chip, in their device trees: a machine with
  /// one of these strings is it. Empty: not known.
  std::vector<std::string> compatible;
  std::vector<CoreType> types;
  std::vector<Cluster> clusters;
  std::vector<VoltageDomain> voltageDomains;
  std::vector<FrequencyDomain> domains;
  std::vector<Core> cores;
  std::vector<Accelerator> accelerators;
  Costs costs;
  /// Not of the file: programs keep clusters coherent themselves, so that they
  /// may have cores of several (--incoherent-clusters).
  bool spansClusters = false;

  /// Cores that a program may use, fastest type first, then by id; at most
  /// `most` (0: no limit). Positions in `cores`. Those that cannot work
  /// together with a faster one of them are left out: programs rely on caches
  /// that are coherent, and on all their cores running. With `spansClusters`
  /// those that are not coherent with the first one stand behind the others.
  std::vector<uint32_t> usableCores(unsigned most) const;

  /// Whether cores of both clusters may be a program's.
  bool canWorkTogether(uint32_t cluster, uint32_t other) const;

  /// The hardware keeps the caches of both clusters in step.
  bool areCoherent(uint32_t cluster, uint32_t other) const;

  /// Of the longest cache line of any core, in bytes.
  unsigned lineBytes() const;
};

/// A spec of at least `cores` usable cores: where a user asks for more than the
/// chip has, its last usable core stands for several, and threads share it.
SocSpec withCores(SocSpec spec, unsigned cores);

/// A spec whose cores are as fast as was measured: those that differ from
/// others of their type get a type of their own, with a capacity that says so.
/// \param speeds of cores, by their ids: what each has to give, of what it is
///   taken for; positive. Where one of a usable core is missing, none counts.
/// \param equalWithin cores of a type that differ by no more, as a share of
///   their speed, stay equal
SocSpec withSpeeds(SocSpec spec, const std::map<unsigned, double> &speeds,
                   double equalWithin);

} // namespace hocket::soc
