// SPDX-License-Identifier: Apache-2.0
#include "soc/probe/ProcessorFacts.h"

#include "soc/CpuList.h"
#include "soc/probe/DeviceTree.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::soc {
namespace {

constexpr uint64_t defaultHz = 2000000000;

/// "32K" or "8M" in bytes; 0 if it is neither.
uint64_t sizeOf(llvm::StringRef text) {
  uint64_t size = 0;
  uint64_t unit = text.consume_back("K")   ? 1024
                  : text.consume_back("M") ? 1024 * 1024
                                           : 1;
  return text.getAsInteger(10, size) ? 0 : size * unit;
}

/// What /proc/cpuinfo says behind `key` of one processor.
std::optional<std::string> cpuinfoOf(const SysFiles &at, unsigned cpu,
                                     llvm::StringRef wanted) {
  std::string text = SysFiles::text(at.proc() + "cpuinfo").value_or("");
  llvm::SmallVector<llvm::StringRef, 64> lines;
  llvm::StringRef(text).split(lines, '\n');
  bool isIts = false;
  for (llvm::StringRef line : lines) {
    auto [key, value] = line.split(':');
    unsigned number = 0;
    if (key.trim() == "processor")
      isIts = !value.trim().getAsInteger(10, number) && number == cpu;
    else if (isIts && key.trim() == wanted)
      return value.trim().str();
  }
  return std::nullopt;
}

} // namespace

std::vector<unsigned> siblings(const SysFiles &at, unsigned cpu) {
  std::vector<unsigned> threads =
      SysFiles::cpuList(at.cpu(cpu) + "topology/core_cpus_list");
  return threads.empty()
             ? SysFiles::cpuList(at.cpu(cpu) + "topology/thread_siblings_list")
             : threads;
}

bool isSharedBeyond(const SysFiles &at, unsigned cpu,
                    const std::vector<unsigned> &list) {
  std::vector<unsigned> own = siblings(at, cpu);
  return std::any_of(list.begin(), list.end(), [&](unsigned other) {
    return other != cpu && !std::count(own.begin(), own.end(), other);
  });
}

double rawSpeed(const SysFiles &at, unsigned cpu) {
  if (auto capacity = SysFiles::number(at.cpu(cpu) + "cpu_capacity"))
    return std::max<double>(1, double(*capacity));
  std::vector<unsigned> efficient =
      SysFiles::cpuList(at.sys() + "devices/cpu_atom/cpus");
  std::vector<unsigned> fast =
      SysFiles::cpuList(at.sys() + "devices/cpu_core/cpus");
  if (efficient.empty() || fast.empty() ||
      !std::count(efficient.begin(), efficient.end(), cpu))
    return 1024;
  // CPPC's scale is one of speed, the clock does not count what a cycle does.
  for (const char *file :
       {"acpi_cppc/highest_perf", "cpufreq/cpuinfo_max_freq"}) {
    auto own = SysFiles::number(at.cpu(cpu) + file);
    auto best = SysFiles::number(at.cpu(fast.front()) + file);
    if (own && best && *own != 0 && *best > *own)
      return 1024.0 * double(*own) / double(*best);
  }
  return 1024;
}

std::optional<CoreModel> identificationOf(const SysFiles &at, unsigned cpu) {
  auto midr = SysFiles::number(at.cpu(cpu) + "regs/identification/midr_el1");
  if (midr)
    return CoreModel{unsigned(*midr >> 24 & 0xff),
                     unsigned(*midr >> 4 & 0xfff)};
  // ARM kernels of 32 bits have no such file.
  auto implementer = cpuinfoOf(at, cpu, "CPU implementer");
  auto part = cpuinfoOf(at, cpu, "CPU part");
  unsigned who = 0, what = 0;
  if (!implementer || !part ||
      llvm::StringRef(*implementer).getAsInteger(0, who) ||
      llvm::StringRef(*part).getAsInteger(0, what) || who > 0xff ||
      what > 0xfff)
    return std::nullopt;
  return CoreModel{who, what};
}

std::string boardOf(const SysFiles &at) {
  std::string text =
      SysFiles::text(at.proc() + "device-tree/compatible").value_or("");
  return text.c_str(); // each string has its 0
}

std::string modelOf(const SysFiles &at, unsigned cpu) {
  std::optional<CoreModel> model = identificationOf(at, cpu);
  if (!model)
    return "native";
  std::string text =
      "CPU implementer : 0x" + llvm::utohexstr(model->implementer, true) +
      "\nCPU part : 0x" + llvm::utohexstr(model->part, true, 3) + "\n";
  llvm::StringRef name = llvm::sys::detail::getHostCPUNameForARM(text);
  return name.empty() || name == "generic" ? "native" : name.str();
}

std::vector<Cache> caches(const SysFiles &at, unsigned cpu) {
  std::map<unsigned, Cache> byLevel;
  for (unsigned index = 0;; ++index) {
    std::string dir = at.cpu(cpu) + "cache/index" + std::to_string(index) + "/";
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
        isSharedBeyond(at, cpu, SysFiles::cpuList(dir + "shared_cpu_list"));
    byLevel[cache.level] = cache;
  }
  std::vector<Cache> all;
  for (const auto &[level, cache] : byLevel)
    all.push_back(cache);
  return all;
}

std::vector<IdleState> idleStates(const SysFiles &at, unsigned cpu) {
  std::vector<IdleState> states;
  for (unsigned index = 0;; ++index) {
    std::string dir =
        at.cpu(cpu) + "cpuidle/state" + std::to_string(index) + "/";
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
    refineIdle(at, state);
    states.push_back(std::move(state));
  }
  return states;
}

std::vector<unsigned> frequencyMates(const std::string &dir, unsigned cpu) {
  auto text = SysFiles::text(dir + "related_cpus");
  if (!text)
    return {};
  std::replace(text->begin(), text->end(), ' ', ',');
  return parseCpuList(*text).value_or(std::vector<unsigned>{cpu});
}

std::vector<uint64_t> frequencies(const std::string &dir) {
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

uint64_t fixedHz(const SysFiles &at, unsigned cpu) {
  std::string text = SysFiles::text(at.proc() + "cpuinfo").value_or("");
  llvm::SmallVector<llvm::StringRef, 64> lines;
  llvm::StringRef(text).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    double mhz = 0;
    auto [key, value] = line.split(':');
    if (key.trim() == "cpu MHz" && !value.trim().getAsDouble(mhz) && mhz >= 1 &&
        mhz < 1e5)
      return uint64_t(mhz + 0.5) * 1000000;
  }
  auto nominal =
      SysFiles::number(at.cpu(cpu) + "acpi_cppc/nominal_freq"); // in MHz
  return nominal && *nominal >= 1 && *nominal < 100000 ? *nominal * 1000000
                                                       : defaultHz;
}

} // namespace hocket::soc
