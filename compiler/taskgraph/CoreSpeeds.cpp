// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/CoreSpeeds.h"

#include "support/Policy.h"

#include <algorithm>
#include <numeric>

namespace hocket::taskgraph {

namespace {

/// When the last core ends, each with its parts.
double endOf(const std::vector<double> &speeds,
             const std::vector<unsigned> &parts) {
  double end = 0;
  for (size_t core = 0; core < speeds.size(); ++core)
    end = std::max(end, parts[core] / speeds[core]);
  return end;
}

/// One more part, for the core that ends first with it.
void addPart(const std::vector<double> &speeds, std::vector<unsigned> &parts) {
  size_t first = 0;
  for (size_t core = 1; core < speeds.size(); ++core)
    if ((parts[core] + 1) / speeds[core] < (parts[first] + 1) / speeds[first])
      first = core;
  ++parts[first];
}

/// Nanoseconds on each core of the region's loops together, as far as known.
std::vector<double> timesOf(const CoreSpeeds &speeds, const Region &region) {
  std::vector<double> sum;
  for (const MacroTask &task : region.tasks) {
    auto known = speeds.loopNs.find(task.node);
    if (!task.is<Chunks>() || task.isFirstPass() ||
        known == speeds.loopNs.end())
      continue;
    sum.resize(known->second.size());
    for (size_t core = 0; core < sum.size(); ++core)
      sum[core] += known->second[core];
  }
  return sum;
}

bool isCutBySpeed(const RegionFacts &facts, const MacroTask &task,
                  size_t cores) {
  const Chunks *chunks = task.as<Chunks>();
  return chunks && chunks->count == cores && chunks->shares.empty() &&
         (chunks->mode == ChunkMode::Doall ||
          chunks->mode == ChunkMode::Tested) &&
         !facts.isSearch(task.node);
}

} // namespace

std::vector<unsigned> cutsBySpeed(const std::vector<double> &speeds) {
  if (speeds.size() < 2)
    return {};
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  std::vector<unsigned> parts(speeds.size(), 1), best;
  double bestEnd = 0;
  for (unsigned sum = unsigned(speeds.size());
       best.empty() || sum <= policy.region.mostParts; ++sum) {
    double end = endOf(speeds, parts) / (sum / all);
    if (best.empty() || end < bestEnd) {
      best = parts;
      bestEnd = end;
    }
    if (bestEnd <= 1 + policy.region.unevenCuts)
      break;
    addPart(speeds, parts);
  }
  if (std::adjacent_find(best.begin(), best.end(), std::not_equal_to<>()) ==
      best.end())
    return {};
  std::vector<unsigned> cuts{0};
  for (unsigned part : best)
    cuts.push_back(cuts.back() + part);
  return cuts;
}

void cutBySpeed(const CoreSpeeds &speeds, const RegionFacts &facts,
                Region &region) {
  if (speeds.usual.empty())
    return;
  std::vector<double> rates = timesOf(speeds, region);
  if (rates.empty() || std::count(rates.begin(), rates.end(), 0) != 0)
    rates = speeds.usual;
  else
    for (double &rate : rates)
      rate = 1 / rate;
  const std::vector<unsigned> cuts = cutsBySpeed(rates);
  for (MacroTask &task : region.tasks)
    if (isCutBySpeed(facts, task, rates.size()))
      std::get<Chunks>(task.kind).cuts = cuts;
}

} // namespace hocket::taskgraph
