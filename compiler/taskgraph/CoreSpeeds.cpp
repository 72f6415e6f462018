// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/CoreSpeeds.h"

#include "support/Policy.h"
#include "taskgraph/shares/UnequalWork.h"
#include "taskgraph/shares/UnlikeChunks.h"

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

/// Nanoseconds on each core of the region's loops together, or of one of them,
/// as far as known.
std::vector<double> timesOf(const CoreSpeeds &speeds, const Region &region,
                            ir::NodeId only = ir::NodeId::None) {
  std::vector<double> sum;
  for (const MacroTask &task : region.tasks) {
    auto known = speeds.loopNs.find(task.node);
    if (!task.is<Chunks>() || task.isFirstPass() ||
        (isValid(only) && task.node != only) || known == speeds.loopNs.end())
      continue;
    sum.resize(known->second.size());
    for (size_t core = 0; core < sum.size(); ++core)
      sum[core] += known->second[core];
  }
  return sum;
}

/// The cores' speeds, from how long they take or else as usual.
std::vector<double> ratesOf(const CoreSpeeds &speeds, std::vector<double> ns) {
  if (ns.empty() || std::count(ns.begin(), ns.end(), 0) != 0)
    return speeds.usual;
  for (double &rate : ns)
    rate = 1 / rate;
  return ns;
}

template <typename Number> bool areAlike(const std::vector<Number> &speeds) {
  return std::adjacent_find(speeds.begin(), speeds.end(),
                            std::not_equal_to<>()) == speeds.end();
}

/// Chunks whose work is known to be unequal, on cores that are unlike.
void cutUnequal(const std::vector<double> &rates, const RegionFacts &facts,
                ir::NodeId loop, Chunks &chunks) {
  if (areAlike(rates))
    return;
  const double trips = facts.guess().trips(loop);
  UnlikeChunks cut = unlikeChunks(
      rates,
      workOfParts(facts.program(), facts.guess(), loop,
                  unsigned(std::min<double>(trips, policy.region.mostParts))));
  if (cut.cuts.empty())
    return;
  chunks.count = unsigned(cut.shares.size());
  chunks.cuts = std::move(cut.cuts);
  chunks.shares = std::move(cut.shares);
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
  if (areAlike(best))
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
  const std::vector<double> rates = ratesOf(speeds, timesOf(speeds, region));
  const std::vector<unsigned> cuts = cutsBySpeed(rates);
  for (MacroTask &task : region.tasks) {
    if (isCutBySpeed(facts, task, rates.size()))
      std::get<Chunks>(task.kind).cuts = cuts;
    else if (const Chunks *chunks = task.as<Chunks>();
             chunks && !chunks->shares.empty())
      cutUnequal(ratesOf(speeds, timesOf(speeds, region, task.node)), facts,
                 task.node, std::get<Chunks>(task.kind));
  }
}

} // namespace hocket::taskgraph
