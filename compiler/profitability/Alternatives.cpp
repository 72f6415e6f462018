// SPDX-License-Identifier: Apache-2.0
#include "profitability/Alternatives.h"

#include <algorithm>

namespace hocket::profitability {

double calledGain(const TaskGain &task, const ProfitPolicy &policy) {
  if (!task.isChunked)
    return task.calleesNs;
  return std::min(task.calleesNs,
                  policy.calledShare * task.ns * (1 - 1.0 / task.cores));
}

double calleesGain(const std::vector<TaskGain> &tasks,
                   const ProfitPolicy &policy) {
  double total = 0;
  for (const TaskGain &task : tasks)
    total += task.repetitions * calledGain(task, policy);
  return total;
}

double partsGain(const std::vector<TaskGain> &tasks, double entryNs,
                 const ProfitPolicy &policy) {
  double loops = 0, beside = 0;
  for (const TaskGain &task : tasks) {
    double called = calledGain(task, policy);
    if (task.isChunked)
      loops += std::max(called, task.ns * (1 - 1.0 / task.cores) - entryNs);
    else
      beside += called;
  }
  return beside == 0 ? 0 : loops + beside;
}

Choice choose(const RegionWork &region, double otherGainNs,
              const ProfitPolicy &policy) {
  if (!pays(region, policy))
    return Choice::Sequential;
  // Without the entry, which a test at run time weighs where it can.
  double inside = region.sequentialNs - region.parallelNs + region.entryNs;
  return otherGainNs <= inside ? Choice::Region : Choice::Callees;
}

} // namespace hocket::profitability
