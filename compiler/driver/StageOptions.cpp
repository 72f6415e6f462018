// SPDX-License-Identifier: Apache-2.0
#include "driver/StageOptions.h"

#include "driver/ExpandProgram.h"
#include "driver/UseProfile.h"

namespace hocket::driver {

planning::PlanOptions planOptions(const Compilation &c) {
  const Options &options = c.options;
  planning::PlanOptions result;
  result.cores = options.cores;
  result.chip = chipName(c.soc);
  result.costFlags = options.facts.costFlags;
  if (options.islBudget)
    result.islBudget = options.islBudget;
  if (options.costBudget)
    result.costBudget = options.costBudget;
  result.scheduler = options.scheduler;
  result.strictAliasing = options.facts.strictAliasing;
  result.mayFuse = inliningOptions(options).mayFuse;
  result.alwaysParallel = options.alwaysParallel;
  result.noCallTasks = options.noCallTasks;
  result.roughCosts = options.roughCosts;
  // The checking runtime sees the tasks of regions alone.
  result.noForkJoin = options.checkDependences;
  return result;
}

} // namespace hocket::driver
