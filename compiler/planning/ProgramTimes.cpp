// SPDX-License-Identifier: Apache-2.0
#include "planning/ProgramTimes.h"

#include "cost/MeasuredCosts.h"
#include "ir/Tree.h"
#include "planning/Weights.h"

#include <algorithm>
#include <numeric>

namespace hocket::planning {

namespace {

/// Times of this chip in those of the profile's.
std::optional<double> unitOf(const ir::Measured &measured,
                             const std::string &chip,
                             const PlannedProgram &planned) {
  if (measured.chip == chip)
    return 1;
  double here = 0, there = 0;
  for (const PlannedRegion &r : planned.regions)
    for (size_t i = 0; i < r.graph.region.tasks.size(); ++i)
      if (cost::isMeasured(measured, r.graph.region.tasks[i])) {
        here += fastestNs(r.costs.taskNs[i]);
        there += *measured.find(r.graph.region.tasks[i].node)->ns;
      }
  if (there <= 0)
    return std::nullopt;
  return here / there;
}

/// How often a run of the program comes to the region, by the first of its own
/// nodes that was counted; 0 where none was.
double entriesOf(const ir::Program &program, const ir::Measured &measured,
                 const taskgraph::Region &region) {
  const std::vector<ir::NodeId> &children =
      program[region.block].as<ir::Block>()->children;
  for (uint32_t i = region.first; i <= region.last; ++i)
    if (const ir::Measure *measure = measured.find(children[i]))
      return measure->runs / measured.programRuns;
  return 0;
}

} // namespace

double ProgramTimes::totalNs() const {
  return std::accumulate(regionsNs.begin(), regionsNs.end(), aloneNs);
}

std::optional<ProgramTimes> programTimes(const ir::Program &program,
                                         const ir::Measured &measured,
                                         const std::string &chip,
                                         const PlannedProgram &planned) {
  if (measured.programRuns <= 0 || measured.longestNs <= 0)
    return std::nullopt;
  std::optional<double> unit = unitOf(measured, chip, planned);
  if (!unit)
    return std::nullopt;
  const double wholeNs = measured.longestNs * *unit;
  ProgramTimes times;
  double sequentialNs = 0, waitingNs = 0;
  for (const PlannedRegion &r : planned.regions) {
    double entries = entriesOf(program, measured, r.graph.region);
    sequentialNs += entries * r.work.sequentialNs;
    waitingNs += entries * r.work.sequentialNs *
                 taskgraph::waitingPart(r.plan.levels.front());
    times.regionsNs.push_back(entries * r.work.parallelNs);
  }
  // Estimates may come to more than was measured, and then all are too long.
  if (sequentialNs > wholeNs)
    for (double &ns : times.regionsNs)
      ns *= wholeNs / sequentialNs;
  times.aloneNs = std::max(0.0, wholeNs - sequentialNs);
  if (measured.chip == chip)
    times.aloneWaitingNs =
        std::clamp(measured.memoryNs - waitingNs, 0.0, times.aloneNs);
  return times;
}

} // namespace hocket::planning
