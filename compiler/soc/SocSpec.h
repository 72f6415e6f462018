// SPDX-License-Identifier: Apache-2.0
//
// A chip as the compiler sees it. Read from YAML (see docs/soc-spec.md) or
// probed from this machine. Plain values; every physical figure has its unit in
// its name.
#pragma once

#include <cstdint>
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
};

struct OperatingPoint {
  uint64_t frequencyHz = 0;
  std::optional<double> voltage; ///< volts
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
};

/// "cpufreq" for PowerControl::Backend::Cpufreq.
const char *toString(PowerControl::Backend backend);

/// Cores that share a clock.
struct FrequencyDomain {
  std::string name;
  std::vector<OperatingPoint> points; ///< ascending by frequency, at least one
  double transitionUs = 0;            ///< a change of the point
  double transitionUj = 0; ///< its energy beside what cores draw meanwhile
  PowerControl power;
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
};

struct Core {
  unsigned id = 0;      ///< as the OS numbers it
  uint32_t type = 0;    ///< into SocSpec::types
  uint32_t cluster = 0; ///< into SocSpec::clusters
  uint32_t domain = 0;  ///< into SocSpec::domains
  bool isForOs = false; ///< kept for the operating system
  bool isCopy = false;  ///< there is none: threads share one (withCores)
};

struct Cluster {
  std::string name;
};

/// Costs of working together, for the scheduler.
struct Costs {
  double syncNs = 100;         ///< a wait that crosses cores of one cluster
  double syncAcrossNs = 200;   ///< across clusters
  double regionEntryNs = 2000; ///< waking the team and joining it
  double bytesPerNs = 10;      ///< between cores of one cluster
  double bytesPerNsAcross = 5;
};

struct SocSpec {
  std::string name;
  std::string description;
  /// Of the machines that have this chip, in their device trees: a machine with
  /// one of these strings is it. Empty: not known.
  std::vector<std::string> compatible;
  std::vector<CoreType> types;
  std::vector<Cluster> clusters;
  std::vector<FrequencyDomain> domains;
  std::vector<Core> cores;
  Costs costs;

  /// Cores that a program may use, fastest type first, then by id; at most
  /// `most` (0: no limit). Positions in `cores`.
  std::vector<uint32_t> usableCores(unsigned most) const;
};

/// A spec of at least `cores` usable cores: where a user asks for more than the
/// chip has, its last usable core stands for several, and threads share it.
SocSpec withCores(SocSpec spec, unsigned cores);

} // namespace hocket::soc
