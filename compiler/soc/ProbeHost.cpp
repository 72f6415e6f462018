// SPDX-License-Identifier: Apache-2.0
//
// A spec from what Linux tells of the machine. Nothing has to be there: in
// containers, in virtual machines and on old kernels much is not. Of the
// threads of one physical core only the first counts: the plan takes cores for
// equal, and two threads that share one are not.
//
// Formats: Documentation/ABI/testing/sysfs-devices-system-cpu and
// Documentation/admin-guide/pm/{cpufreq,cpuidle}.rst in the Linux sources.
#include "soc/ProbeHost.h"

#include "soc/CpuList.h"
#include "soc/LoadSpec.h"
#include "soc/SysFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <map>
#include <set>

#ifdef __linux__
#include <sched.h>
#endif

namespace hocket::soc {
namespace {

constexpr uint64_t defaultHz = 2000000000;
constexpr double hostSyncNs = 400, hostRegionEntryNs = 2000;

class Probe {
public:
  explicit Probe(const HostFiles &files)
      : at_(files.sysRoot, files.procRoot), allowed_(files.allowed) {}

  SocSpec run() {
    spec_.name = "host";
    spec_.description = "this machine, as probed";
    spec_.costs.syncNs = hostSyncNs;
    spec_.costs.syncAcrossNs = 2 * hostSyncNs;
    spec_.costs.regionEntryNs = hostRegionEntryNs;
    std::vector<unsigned> cpus = wholeCores(onlineCpus());
    findTypes(cpus);
    for (unsigned cpu : cpus) {
      Core core;
      core.id = cpu;
      core.type = typeOf_.at(cpu);
      core.cluster = clusterOf(cpu);
      core.domain = domainOf(cpu);
      spec_.cores.push_back(core);
    }
    keepWithinQuota();
    return std::move(spec_);
  }

private:
  // Which cores there are.

  std::vector<unsigned> onlineCpus() const {
    std::vector<unsigned> online =
        SysFiles::cpuList(at_.sys() + "devices/system/cpu/online");
    if (online.empty())
      online = allowed_.value_or(std::vector<unsigned>());
    std::vector<unsigned> cpus;
    for (unsigned cpu : online)
      if (!allowed_ || std::count(allowed_->begin(), allowed_->end(), cpu))
        cpus.push_back(cpu);
    if (cpus.empty())
      cpus =
          allowed_ && !allowed_->empty() ? *allowed_ : std::vector<unsigned>{0};
    std::sort(cpus.begin(), cpus.end());
    return cpus;
  }

  /// The first of the threads of each physical core.
  std::vector<unsigned> wholeCores(const std::vector<unsigned> &cpus) const {
    std::vector<unsigned> cores;
    std::set<unsigned> taken;
    for (unsigned cpu : cpus) {
      if (taken.count(cpu))
        continue;
      cores.push_back(cpu);
      for (unsigned sibling : siblings(cpu))
        taken.insert(sibling);
    }
    return cores;
  }

  std::vector<unsigned> siblings(unsigned cpu) const {
    std::vector<unsigned> threads =
        SysFiles::cpuList(at_.cpu(cpu) + "topology/core_cpus_list");
    return threads.empty() ? SysFiles::cpuList(at_.cpu(cpu) +
                                               "topology/thread_siblings_list")
                           : threads;
  }

  /// A container may be given time of fewer processors than it sees; with more
  /// threads than that it would be stopped in each period.
  void keepWithinQuota() {
    unsigned quota = quotaOfProcessors();
    if (quota == 0 || quota >= spec_.cores.size())
      return;
    std::vector<uint32_t> kept = spec_.usableCores(quota);
    std::sort(kept.begin(), kept.end());
    std::vector<Core> cores;
    for (uint32_t position : kept)
      cores.push_back(spec_.cores[position]);
    spec_.cores = std::move(cores);
  }

  /// Whole processors that the control group may use; 0: no limit known.
  unsigned quotaOfProcessors() const {
    std::string group = at_.sys() + "fs/cgroup/";
    std::string both = SysFiles::text(group + "cpu.max").value_or("");
    if (both.empty())
      both = SysFiles::text(group + "cpu/cpu.cfs_quota_us").value_or("") + " " +
             SysFiles::text(group + "cpu/cpu.cfs_period_us").value_or("");
    auto [quota, period] = llvm::StringRef(both).split(' ');
    uint64_t share = 0, whole = 0;
    if (quota.getAsInteger(10, share) || period.getAsInteger(10, whole) ||
        whole == 0)
      return 0;
    return unsigned(std::max<uint64_t>(1, share / whole));
  }

  // What kinds of cores there are.

  void findTypes(const std::vector<unsigned> &cpus) {
    std::map<unsigned, double> speed;
    double fastest = 0;
    for (unsigned cpu : cpus)
      fastest = std::max(fastest, speed[cpu] = rawSpeed(cpu));
    std::map<std::pair<double, std::string>, uint32_t> known;
    for (unsigned cpu : cpus) {
      std::string model = modelOf(cpu);
      double capacity = speed[cpu] / fastest;
      auto [place, isNew] =
          known.try_emplace({capacity, model}, spec_.types.size());
      if (isNew)
        addType(cpu, capacity, model);
      typeOf_[cpu] = place->second;
    }
  }

  /// Speed on any scale. The kernel's capacities, or else the highest clocks
  /// where the machine has performance and efficiency cores.
  double rawSpeed(unsigned cpu) const {
    if (auto capacity = SysFiles::number(at_.cpu(cpu) + "cpu_capacity"))
      return std::max<double>(1, double(*capacity));
    std::vector<unsigned> efficient =
        SysFiles::cpuList(at_.sys() + "devices/cpu_atom/cpus");
    std::vector<unsigned> fast =
        SysFiles::cpuList(at_.sys() + "devices/cpu_core/cpus");
    if (efficient.empty() || fast.empty() ||
        !std::count(efficient.begin(), efficient.end(), cpu))
      return 1024;
    auto own = SysFiles::number(at_.cpu(cpu) + "cpufreq/cpuinfo_max_freq");
    auto best =
        SysFiles::number(at_.cpu(fast.front()) + "cpufreq/cpuinfo_max_freq");
    return own && best && *best > *own ? 1024.0 * double(*own) / double(*best)
                                       : 1024;
  }

  /// An ARM core's name from its identification register; else native.
  std::string modelOf(unsigned cpu) const {
    auto midr = SysFiles::number(at_.cpu(cpu) + "regs/identification/midr_el1");
    if (!midr)
      return "native";
    std::string text =
        "CPU implementer : 0x" + llvm::utohexstr(*midr >> 24 & 0xff, true) +
        "\nCPU part : 0x" + llvm::utohexstr(*midr >> 4 & 0xfff, true, 3) + "\n";
    llvm::StringRef name = llvm::sys::detail::getHostCPUNameForARM(text);
    return name.empty() || name == "generic" ? "native" : name.str();
  }

  void addType(unsigned cpu, double capacity, const std::string &model) {
    CoreType type;
    type.name = model == "native" ? "cpu" : model;
    auto isTaken = [&](const std::string &name) {
      return std::any_of(spec_.types.begin(), spec_.types.end(),
                         [&](const CoreType &t) { return t.name == name; });
    };
    if (isTaken(type.name))
      type.name += "-" + std::to_string(cpu);
    type.cpu = model;
    type.capacity = capacity;
    type.caches = caches(cpu);
    type.idleStates = idleStates(cpu);
    spec_.types.push_back(std::move(type));
  }

  std::vector<Cache> caches(unsigned cpu) const {
    std::map<unsigned, Cache> byLevel;
    for (unsigned index = 0;; ++index) {
      std::string dir =
          at_.cpu(cpu) + "cache/index" + std::to_string(index) + "/";
      auto level = SysFiles::number(dir + "level");
      if (!level)
        break;
      auto type = SysFiles::text(dir + "type");
      uint64_t size = sizeOf(SysFiles::text(dir + "size").value_or(""));
      if (type == "Instruction" || size == 0 || *level < 1 || *level > 4)
        continue;
      Cache cache;
      cache.level = unsigned(*level);
      cache.sizeBytes = size;
      cache.lineBytes =
          unsigned(SysFiles::number(dir + "coherency_line_size").value_or(64));
      if (cache.lineBytes == 0)
        cache.lineBytes = 64;
      cache.isShared =
          isSharedBeyond(cpu, SysFiles::cpuList(dir + "shared_cpu_list"));
      byLevel[cache.level] = cache;
    }
    std::vector<Cache> all;
    for (const auto &[level, cache] : byLevel)
      all.push_back(cache);
    return all;
  }

  /// "32K" or "8M" in bytes; 0 if it is neither.
  static uint64_t sizeOf(llvm::StringRef text) {
    uint64_t size = 0;
    uint64_t unit = text.consume_back("K")   ? 1024
                    : text.consume_back("M") ? 1024 * 1024
                                             : 1;
    return text.getAsInteger(10, size) ? 0 : size * unit;
  }

  /// Whether a list names more than the threads of one physical core.
  bool isSharedBeyond(unsigned cpu, const std::vector<unsigned> &list) const {
    std::vector<unsigned> own = siblings(cpu);
    return std::any_of(list.begin(), list.end(), [&](unsigned other) {
      return other != cpu && !std::count(own.begin(), own.end(), other);
    });
  }

  std::vector<IdleState> idleStates(unsigned cpu) const {
    std::vector<IdleState> states;
    for (unsigned index = 0;; ++index) {
      std::string dir =
          at_.cpu(cpu) + "cpuidle/state" + std::to_string(index) + "/";
      auto name = SysFiles::text(dir + "name");
      if (!name)
        break;
      auto exit = SysFiles::number(dir + "latency");
      auto residency = SysFiles::number(dir + "residency");
      bool isKnown =
          std::any_of(states.begin(), states.end(),
                      [&](const IdleState &s) { return s.name == *name; });
      if (*name == "POLL" || name->empty() || isKnown || !exit || !residency)
        continue;
      IdleState state;
      state.name = *name;
      state.exitUs = double(*exit);
      state.breakEvenUs = double(*residency);
      states.push_back(std::move(state));
    }
    return states;
  }

  // What they share.

  /// Clusters as the kernel knows them; where it knows none of more than one
  /// core, the cores of the last shared cache, of the die, of the package.
  uint32_t clusterOf(unsigned cpu) {
    std::vector<unsigned> members =
        SysFiles::cpuList(at_.cpu(cpu) + "topology/cluster_cpus_list");
    if (!isSharedBeyond(cpu, members)) {
      members.clear();
      for (unsigned index = 0; SysFiles::number(cacheLevel(cpu, index));
           ++index) {
        auto list =
            SysFiles::cpuList(at_.cpu(cpu) + "cache/index" +
                              std::to_string(index) + "/shared_cpu_list");
        if (isSharedBeyond(cpu, list) && list.size() > members.size())
          members = list;
      }
    }
    for (const char *list :
         {"topology/die_cpus_list", "topology/package_cpus_list",
          "topology/core_siblings_list"})
      if (members.empty())
        members = SysFiles::cpuList(at_.cpu(cpu) + list);
    auto [place, isNew] = clusters_.try_emplace(members, spec_.clusters.size());
    if (isNew)
      spec_.clusters.push_back(
          {"cluster" + std::to_string(spec_.clusters.size())});
    return place->second;
  }

  std::string cacheLevel(unsigned cpu, unsigned index) const {
    return at_.cpu(cpu) + "cache/index" + std::to_string(index) + "/level";
  }

  uint32_t domainOf(unsigned cpu) {
    std::string dir = at_.cpu(cpu) + "cpufreq/";
    std::vector<unsigned> members = frequencyMates(dir, cpu);
    auto [place, isNew] = domains_.try_emplace(members, spec_.domains.size());
    if (!isNew)
      return place->second;
    FrequencyDomain domain;
    domain.name = "domain" + std::to_string(spec_.domains.size());
    for (uint64_t khz : frequencies(dir))
      domain.points.push_back({khz * 1000, std::nullopt});
    if (domain.points.empty())
      domain.points.push_back({fixedHz(), std::nullopt});
    // The kernel writes this number for "not known".
    auto latency = SysFiles::number(dir + "cpuinfo_transition_latency");
    if (latency && *latency < 0xffffffff)
      domain.transitionUs = double(*latency) / 1000;
    spec_.domains.push_back(std::move(domain));
    return place->second;
  }

  /// Cores whose clock changes with this one's; none if clocks are fixed. The
  /// kernel separates these with blanks.
  std::vector<unsigned> frequencyMates(const std::string &dir,
                                       unsigned cpu) const {
    auto text = SysFiles::text(dir + "related_cpus");
    if (!text)
      return {};
    std::replace(text->begin(), text->end(), ' ', ',');
    return parseCpuList(*text).value_or(std::vector<unsigned>{cpu});
  }

  std::vector<uint64_t> frequencies(const std::string &dir) const {
    std::set<uint64_t> khz;
    for (const char *file :
         {"scaling_available_frequencies", "scaling_boost_frequencies"})
      for (uint64_t value : SysFiles::numbers(dir + file))
        if (value != 0)
          khz.insert(value);
    if (khz.empty())
      for (const char *file : {"cpuinfo_min_freq", "cpuinfo_max_freq"})
        if (auto value = SysFiles::number(dir + file); value && *value != 0)
          khz.insert(*value);
    return {khz.begin(), khz.end()};
  }

  /// The clock of a machine that does not change it, as far as it is told.
  uint64_t fixedHz() const {
    std::string text = SysFiles::text(at_.proc() + "cpuinfo").value_or("");
    llvm::SmallVector<llvm::StringRef, 64> lines;
    llvm::StringRef(text).split(lines, '\n');
    for (llvm::StringRef line : lines) {
      double mhz = 0;
      auto [key, value] = line.split(':');
      if (key.trim() == "cpu MHz" && !value.trim().getAsDouble(mhz) &&
          mhz >= 1 && mhz < 1e5)
        return uint64_t(mhz + 0.5) * 1000000;
    }
    return defaultHz;
  }

  SysFiles at_;
  const std::optional<std::vector<unsigned>> &allowed_;
  SocSpec spec_;
  std::map<unsigned, uint32_t> typeOf_;
  std::map<std::vector<unsigned>, uint32_t> clusters_, domains_;
};

/// The affinity mask of this process; empty where there is no such thing.
std::optional<std::vector<unsigned>> affinity() {
#ifdef __linux__
  // The kernel refuses masks shorter than its own.
  for (unsigned cpus = 1024; cpus <= 65536; cpus *= 2) {
    cpu_set_t *set = CPU_ALLOC(cpus);
    size_t size = CPU_ALLOC_SIZE(cpus);
    bool isKnown = sched_getaffinity(0, size, set) == 0;
    std::vector<unsigned> allowed;
    for (unsigned cpu = 0; isKnown && cpu < cpus; ++cpu)
      if (CPU_ISSET_S(cpu, size, set))
        allowed.push_back(cpu);
    CPU_FREE(set);
    if (isKnown)
      return allowed;
  }
#endif
  return std::nullopt;
}

} // namespace

SocSpec probe(const HostFiles &files) { return Probe(files).run(); }

SocSpec probeHost(const std::string &sysRoot) {
  HostFiles files{sysRoot, sysRoot + "/../proc", std::nullopt};
  if (sysRoot == "/sys") {
    files.procRoot = "/proc";
    files.allowed = affinity();
  }
  return probe(files);
}

} // namespace hocket::soc
