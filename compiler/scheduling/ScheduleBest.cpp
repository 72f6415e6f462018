// SPDX-License-Identifier: Apache-2.0
//
// Runs the algorithms, checks each result, keeps the best.
#include "scheduling/Schedulers.h"
#include "scheduling/Verifier.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <stdexcept>

namespace hocket::scheduling {

const std::vector<Algorithm> &algorithms() {
  static const std::vector<Algorithm> table = {
      {"cp-misf", scheduleCpMisf},
      {"cp-dt-misf", scheduleCpDtMisf},
      {"etf-cp", scheduleEtfCp},
      {"heft", scheduleHeft},
      {"sequential", scheduleSequentially},
  };
  return table;
}

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

} // namespace

Schedule scheduleBest(const Problem &problem, std::string_view only) {
  if (std::vector<std::string> wrong = check(problem); !wrong.empty())
    fail("malformed scheduling problem", wrong);
  std::optional<Schedule> best;
  for (const Algorithm &algorithm : algorithms()) {
    if (!only.empty() && algorithm.name != only)
      continue;
    Schedule schedule = algorithm.run(problem);
    schedule.syncs = reduceSyncs(problem, schedule);
    if (std::vector<std::string> wrong = verify(problem, schedule);
        !wrong.empty())
      fail("the verifier refuses the schedule of " +
               std::string(algorithm.name),
           wrong);
    if (!best || isBetter(schedule, *best))
      best = std::move(schedule);
  }
  if (!best)
    fail("no such scheduling algorithm", {std::string(only)});
  return *std::move(best);
}

} // namespace hocket::scheduling
