// SPDX-License-Identifier: Apache-2.0
#include "simulation/PowerCurve.h"

#include <algorithm>

namespace hocket::simulation {

namespace {

/// Adds a constant from `begin` to `end` to the bins.
void add(std::vector<double> &bins, double binNs, double begin, double end,
         double watts) {
  for (size_t bin = size_t(begin / binNs); bin < bins.size(); ++bin) {
    double from = std::max(begin, double(bin) * binNs);
    double to = std::min(end, double(bin + 1) * binNs);
    if (to <= from)
      break;
    bins[bin] += watts * (to - from) / binNs;
  }
}

uint32_t clusterOf(const Machine &machine, uint32_t domain) {
  for (uint32_t core = 0; core < machine.cores(); ++core)
    if (machine.chip.cores[core].domain == domain)
      return machine.cluster[core];
  return 0;
}

} // namespace

PowerCurve powerCurve(const Machine &machine, const Result &result,
                      unsigned bins) {
  PowerCurve curve;
  curve.watts.assign(machine.clusters.size(), std::vector<double>(bins));
  if (result.endNs <= 0)
    return curve;
  curve.binNs = result.endNs / bins;
  // What cores share is drawn with the cluster of the first of them.
  std::vector<uint32_t> cluster = machine.cluster;
  for (uint32_t domain = 0; domain < machine.chip.domains.size(); ++domain)
    cluster.push_back(clusterOf(machine, domain));
  std::vector<PowerSample> last(cluster.size());
  auto until = [&](uint32_t core, double time) {
    add(curve.watts[cluster[core]], curve.binNs, last[core].time, time,
        last[core].watts);
  };
  for (const PowerSample &sample : result.power) {
    until(sample.core, sample.time);
    last[sample.core] = sample;
  }
  for (uint32_t core = 0; core < cluster.size(); ++core)
    until(core, result.endNs);
  return curve;
}

std::vector<double> clusterJoules(const Machine &machine,
                                  const Result &result) {
  std::vector<double> joules(machine.clusters.size());
  for (uint32_t core = 0; core < machine.cores(); ++core)
    joules[machine.cluster[core]] += result.cores[core].joules;
  for (uint32_t domain = 0; domain < result.domains.size(); ++domain)
    joules[clusterOf(machine, domain)] += result.domains[domain].sharedJoules;
  return joules;
}

double sequentialNs(const scheduling::Problem &problem) {
  double least = forever;
  for (uint32_t core = 0; core < problem.cores; ++core) {
    double sum = 0;
    for (const scheduling::Task &task : problem.tasks)
      sum += task.cost[core];
    least = std::min(least, sum);
  }
  return least;
}

} // namespace hocket::simulation
