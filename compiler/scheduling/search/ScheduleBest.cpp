// SPDX-License-Identifier: Apache-2.0
//
// Runs the list schedulers and the searches, checks each result, keeps the
// best.
#include "scheduling/search/ScheduleBest.h"

#include "scheduling/Verifier.h"
#include "scheduling/search/Bounds.h"
#include "scheduling/search/Exact.h"
#include "scheduling/search/LocalSearch.h"
#include "support/Policy.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace hocket::scheduling {

namespace {

[[noreturn]] void fail(const std::string &what,
                       const std::vector<std::string> &problems) {
  throw std::logic_error(what + ": " + llvm::join(problems, "; "));
}

/// Equal but for rounding.
bool isClose(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

bool isBetter(const Schedule &a, const Schedule &b) {
  if (!isClose(a.period, b.period))
    return a.period < b.period;
  if (!isClose(a.makespan, b.makespan))
    return a.makespan < b.makespan;
  return a.syncs.size() < b.syncs.size();
}

/// With its waits, and proven right.
Schedule finished(const Problem &problem, Schedule schedule) {
  schedule.syncs = reduceSyncs(problem, schedule);
  if (std::vector<std::string> wrong = verify(problem, schedule);
      !wrong.empty())
    fail("the verifier refuses the schedule of " + schedule.algorithm, wrong);
  return schedule;
}

bool usesUnits(const Problem &problem) {
  return std::any_of(problem.tasks.begin(), problem.tasks.end(),
                     [](const Task &task) { return !task.onUnits.empty(); });
}

/// Gives the same schedule as another algorithm.
bool isNeedless(const Algorithm &algorithm, const Problem &problem) {
  if (algorithm.run == scheduleUnits)
    return !usesUnits(problem);
  return algorithm.run == schedulePreferred &&
         std::none_of(problem.tasks.begin(), problem.tasks.end(),
                      [](const Task &task) { return task.preferred; });
}

/// Of the list schedulers, or of the one named.
std::vector<Schedule> listSchedules(const Problem &problem,
                                    std::string_view only) {
  std::vector<Schedule> schedules;
  for (const Algorithm &algorithm : algorithms())
    if (only.empty() ? !isNeedless(algorithm, problem) : algorithm.name == only)
      schedules.push_back(finished(problem, algorithm.run(problem)));
  if (schedules.empty())
    fail("no such scheduling algorithm", {std::string(only)});
  return schedules;
}

const Schedule &bestOf(const std::vector<Schedule> &schedules) {
  const Schedule *best = &schedules.front();
  for (const Schedule &schedule : schedules)
    if (isBetter(schedule, *best))
      best = &schedule;
  return *best;
}

/// Shorter than `best` by the share that is asked for.
bool isWorthIt(const Schedule &schedule, const Schedule &best,
               const Effort &effort) {
  return schedule.period < best.period * (1 - effort.leastGain) &&
         isBetter(schedule, best);
}

Schedule improved(const Graph &graph, const std::vector<Schedule> &schedules,
                  Schedule best, const Effort &effort) {
  auto isEnough = [&] {
    return best.period <= best.lowerBound * (1 + effort.leastGain) * (1 + 1e-9);
  };
  auto keep = [&](Schedule schedule) {
    schedule = finished(graph.problem(), std::move(schedule));
    schedule.lowerBound = best.lowerBound;
    if (isWorthIt(schedule, best, effort))
      best = std::move(schedule);
  };
  if (effort.searchWork > 0 && !isEnough())
    keep(searchLocally(graph, schedules, best.lowerBound, effort.searchWork));
  if (effort.exactSteps > 0 && !isEnough()) {
    ExactResult exact = searchExactly(graph, best.period, effort.exactSteps);
    if (exact.isProven)
      best.lowerBound = exact.schedule ? exact.schedule->period : best.period;
    if (exact.schedule)
      keep(std::move(*exact.schedule));
  }
  return best;
}

} // namespace

Effort usualEffort() {
  return {policy.scheduling.searchWork, policy.scheduling.exactSteps,
          policy.scheduling.leastGain};
}

Schedule scheduleBest(const Problem &problem, std::string_view only,
                      const Effort &effort) {
  if (std::vector<std::string> wrong = check(problem); !wrong.empty())
    fail("malformed scheduling problem", wrong);
  std::vector<Schedule> schedules = listSchedules(problem, only);
  Schedule best = bestOf(schedules);
  // Bounds and searches know cores alone.
  if (usesUnits(problem))
    return best;
  Graph graph(problem);
  best.lowerBound = std::min(lowerBound(graph), best.period);
  if (only.empty())
    best = improved(graph, schedules, std::move(best), effort);
  return best;
}

} // namespace hocket::scheduling
