// SPDX-License-Identifier: Apache-2.0
#include "profile/Clocks.h"

#include <algorithm>
#include <cmath>

namespace hocket::profile {

namespace {

/// Counts of two runs of one program on one input. Some differ a little:
/// programs look at the time, or at addresses.
bool isAsOften(double a, double b) {
  constexpr double alike = 0.01;
  return std::abs(a - b) <= alike * std::max(a, b);
}

/// The node's figures in another profile, if that counted the same there.
const ir::Measure *sameCounts(const ir::Measure &measure,
                              const SourceMeasures &measures,
                              const SourceMeasures::Line &line, size_t index,
                              const SourceMeasures &other) {
  auto found = other.lines.find(line);
  if (found == other.lines.end() || index >= found->second.size() ||
      !found->second[index])
    return nullptr;
  const ir::Measure &its = *found->second[index];
  const double runs = measures.programRuns, itsRuns = other.programRuns;
  return its.ns && isAsOften(measure.runs * itsRuns, its.runs * runs) &&
                 isAsOften(measure.times * itsRuns, its.times * runs)
             ? &its
             : nullptr;
}

} // namespace

std::optional<double> waitingNs(llvm::ArrayRef<TimeAt> times) {
  if (times.empty())
    return std::nullopt;
  double meanPeriod = 0, meanNs = 0, shortest = times.front().ns;
  for (const TimeAt &time : times) {
    meanPeriod += 1 / time.khz / double(times.size());
    meanNs += time.ns / double(times.size());
    shortest = std::min(shortest, time.ns);
  }
  double spread = 0, together = 0;
  for (const TimeAt &time : times) {
    const double period = 1 / time.khz - meanPeriod;
    spread += period * period;
    together += period * (time.ns - meanNs);
  }
  if (spread <= 0)
    return std::nullopt;
  return std::clamp(meanNs - together / spread * meanPeriod, 0.0, shortest);
}

void addWaiting(SourceMeasures &measures,
                llvm::ArrayRef<SourceMeasures> others) {
  for (auto &[line, nodes] : measures.lines)
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (!nodes[i] || !nodes[i]->ns)
        continue;
      std::vector<TimeAt> times = {{measures.khz, *nodes[i]->ns}};
      for (const SourceMeasures &other : others)
        if (const ir::Measure *its =
                sameCounts(*nodes[i], measures, line, i, other))
          times.push_back({other.khz, *its->ns});
      nodes[i]->memoryNs =
          std::min(waitingNs(times).value_or(0), *nodes[i]->ns);
    }
  std::vector<TimeAt> times = {{measures.khz, measures.longestNs}};
  for (const SourceMeasures &other : others)
    if (other.longestNs > 0)
      times.push_back({other.khz, other.longestNs});
  measures.memoryNs =
      std::min(waitingNs(times).value_or(0), measures.longestNs);
}

} // namespace hocket::profile
