// SPDX-License-Identifier: Apache-2.0
//
// A spec from what Linux tells of the machine. Nothing has to be there: in
// containers, in virtual machines and on old kernels much is not. Of the
// threads of one physical core only the first counts: the plan takes cores for
// equal, and two threads that share one are not.
//
// Formats: Documentation/ABI/testing/sysfs-devices-system-cpu and
// Documentation/admin-guide/pm/{cpufreq,cpuidle}.rst in the Linux sources.
#include "soc/probe/ProbeHost.h"

#include "soc/CpuList.h"
#include "soc/LoadSpec.h"
#include "soc/probe/DeviceTree.h"
#include "soc/probe/EnergyModel.h"
#include "soc/probe/ProcessorFacts.h"
#include "soc/probe/SysFiles.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>
#include <set>

#ifdef __linux__
#include <sched.h>
#endif

namespace hocket::soc {
namespace {

constexpr double hostSyncNs = 400, hostRegionEntryNs = 2000;

class Probe {
public:
  explicit Probe(const HostFiles &files)
      : at_(files.sysRoot, files.procRoot), allowed_(files.allowed) {}

  SocSpec run() {
    spec_.name = "host";
    spec_.description = "this machine, as probed";
    if (std::string board = boardOf(at_); !board.empty())
      spec_.compatible.push_back(std::move(board));
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
    dropMixedPowers();
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
      for (unsigned sibling : siblings(at_, cpu))
        taken.insert(sibling);
    }
    return cores;
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
      fastest = std::max(fastest, speed[cpu] = rawSpeed(at_, cpu));
    std::map<std::pair<double, std::string>, uint32_t> known;
    for (unsigned cpu : cpus) {
      std::string model = modelOf(at_, cpu);
      double capacity = speed[cpu] / fastest;
      auto [place, isNew] =
          known.try_emplace({capacity, model}, spec_.types.size());
      if (isNew)
        addType(cpu, capacity, model);
      typeOf_[cpu] = place->second;
    }
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
    type.model = identificationOf(at_, cpu);
    type.caches = caches(at_, cpu);
    type.idleStates = idleStates(at_, cpu);
    type.capacitancePf = capacitancePf(at_, cpu);
    spec_.types.push_back(std::move(type));
  }

  // What they share.

  /// Clusters as the kernel knows them; where it knows none of more than one
  /// core, the cores of the last shared cache, of the die, of the package.
  uint32_t clusterOf(unsigned cpu) {
    std::vector<unsigned> members =
        SysFiles::cpuList(at_.cpu(cpu) + "topology/cluster_cpus_list");
    if (!isSharedBeyond(at_, cpu, members)) {
      members.clear();
      for (unsigned index = 0; SysFiles::number(cacheLevel(cpu, index));
           ++index) {
        auto list =
            SysFiles::cpuList(at_.cpu(cpu) + "cache/index" +
                              std::to_string(index) + "/shared_cpu_list");
        if (isSharedBeyond(at_, cpu, list) && list.size() > members.size())
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
      domain.points.push_back({fixedHz(at_, cpu), std::nullopt});
    addVoltages(at_, cpu, domain.points);
    addPower(at_, cpu, domain.points);
    // The kernel writes this number for "not known".
    auto latency = SysFiles::number(dir + "cpuinfo_transition_latency");
    if (latency && *latency < 0xffffffff)
      domain.transitionUs = double(*latency) / 1000;
    spec_.domains.push_back(std::move(domain));
    return place->second;
  }

  /// Power by point is of one type of core; a clock may have several.
  void dropMixedPowers() {
    std::map<uint32_t, uint32_t> typeOf;
    for (const Core &core : spec_.cores)
      if (typeOf.try_emplace(core.domain, core.type).first->second != core.type)
        for (OperatingPoint &point : spec_.domains[core.domain].points)
          point.coreMw.reset();
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
