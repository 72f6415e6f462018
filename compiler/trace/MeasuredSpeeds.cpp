// SPDX-License-Identifier: Apache-2.0
#include "trace/MeasuredSpeeds.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace hocket::trace {

namespace {

/// One core's chunks of a loop, all runs together.
struct Part {
  double planned = 0, measured = 0;
};
using LoopParts = std::map<uint64_t, Part>; ///< by core of the plan

/// `loop heat.c:10` of `loop heat.c:10 [2/3]`; empty: it is no chunk.
std::string loopOf(const std::string &task) {
  const size_t end = task.rfind(" [");
  return end == std::string::npos ? "" : task.substr(0, end);
}

/// Of each loop that several cores ran.
std::vector<LoopParts>
loopsOf(const std::vector<RegionComparison> &comparisons) {
  std::vector<LoopParts> result;
  for (const RegionComparison &region : comparisons) {
    std::map<std::string, LoopParts> loops;
    for (const TaskComparison &task : region.tasks)
      if (const std::string loop = loopOf(task.name);
          !loop.empty() && task.plannedNs > 0 && task.measuredNs > 0) {
        Part &part = loops[loop][task.core];
        part.planned += task.plannedNs * double(task.count);
        part.measured += task.measuredNs * double(task.count);
      }
    for (auto &[name, parts] : loops)
      if (parts.size() > 1)
        result.push_back(std::move(parts));
  }
  return result;
}

/// What the loop's planned times are to be multiplied with, given the speeds.
double factorOf(const LoopParts &loop, const std::vector<double> &speeds) {
  Part all;
  for (const auto &[core, part] : loop) {
    all.planned += part.planned;
    all.measured += part.measured * speeds[core];
  }
  return all.measured / all.planned;
}

/// The speeds that fit the loops' factors, given the ones before.
std::vector<double> fitted(const std::vector<LoopParts> &loops,
                           const std::vector<double> &speeds) {
  std::vector<Part> cores(speeds.size());
  for (const LoopParts &loop : loops) {
    const double factor = factorOf(loop, speeds);
    for (const auto &[core, part] : loop) {
      cores[core].planned += part.planned * factor;
      cores[core].measured += part.measured;
    }
  }
  std::vector<double> result;
  for (const Part &core : cores)
    result.push_back(core.planned / core.measured);
  return result;
}

unsigned processorOf(const Plan &plan, const Trace &trace, size_t core) {
  const bool isKnown =
      core < trace.cores.size() && trace.cores[core].processor != none;
  return isKnown ? trace.cores[core].processor : unsigned(plan.cores[core].id);
}

} // namespace

std::map<unsigned, double>
measuredSpeeds(const Plan &plan, const Trace &trace,
               const std::vector<RegionComparison> &comparisons) {
  const std::vector<LoopParts> loops = loopsOf(comparisons);
  std::set<uint64_t> seen;
  for (const LoopParts &loop : loops)
    for (const auto &[core, part] : loop)
      seen.insert(core);
  if (plan.cores.size() < 2 || seen.size() != plan.cores.size() ||
      *seen.rbegin() >= plan.cores.size())
    return {};
  constexpr int rounds = 50; // of which a few change the third digit
  std::vector<double> speeds(plan.cores.size(), 1);
  for (int round = 0; round < rounds; ++round)
    speeds = fitted(loops, speeds);
  for (size_t core = 0; core < speeds.size(); ++core)
    speeds[core] *= plan.cores[core].speed;
  const double most = *std::max_element(speeds.begin(), speeds.end());
  std::map<unsigned, double> result;
  for (size_t core = 0; core < speeds.size(); ++core)
    result[processorOf(plan, trace, core)] =
        std::max(1.0, std::round(speeds[core] / most * 1000)) / 1000;
  return result.size() == speeds.size() ? result : std::map<unsigned, double>();
}

} // namespace hocket::trace
