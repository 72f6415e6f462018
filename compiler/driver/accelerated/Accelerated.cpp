// SPDX-License-Identifier: Apache-2.0
#include "driver/accelerated/Accelerated.h"

#include "report/Text.h"
#include "taskgraph/Accelerators.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace hocket::driver {

namespace {

/// What the plan says of a mark's task.
struct Planned {
  std::string accelerator; ///< empty: cores run it
  double unitNs = 0, coreNs = 0;
};

/// By number of the mark, those whose tasks are planned.
std::map<uint32_t, Planned> plannedMarks(const ir::Program &program,
                                         const planning::PlannedProgram &all) {
  std::map<uint32_t, Planned> result;
  for (const planning::PlannedRegion &region : all.regions)
    for (const taskgraph::LevelPlan &level : region.plan.levels)
      for (size_t t = 0; t < level.tasks.size(); ++t) {
        const scheduling::Task &task = level.problem.tasks[t];
        if (level.tasks[t].task == taskgraph::none || task.onUnits.empty())
          continue;
        std::optional<ir::AcceleratorMark> mark = taskgraph::markOf(
            program, region.graph.region.tasks[level.tasks[t].task]);
        if (!mark)
          continue;
        Planned &planned = result[mark->number];
        planned.coreNs = *std::min_element(task.cost.begin(), task.cost.end());
        planned.unitNs = task.onUnits.front().ns +
                         level.problem.units[task.onUnits.front().unit].startNs;
        if (auto unit = level.schedule.placements[t].unit)
          planned.accelerator = level.problem.units[*unit].name;
      }
  return result;
}

Remark noGain(const ir::AcceleratorTask &task, const Planned *planned) {
  if (!planned)
    return accelerators::notUsed(
        task, "it is no task of its own in a region that runs in parallel",
        "put it beside other work, in no loop whose iterations run in "
        "parallel");
  return accelerators::notUsed(
      task,
      "a CPU takes " + report::formatTime(planned->coreNs) +
          ", the accelerator " + report::formatTime(planned->unitNs) +
          ", and nothing ends sooner with it",
      "give it more work at a time, and name no more than it needs");
}

} // namespace

FollowedMarks followPlan(const ir::Program &program,
                         const planning::PlannedProgram &planned,
                         const std::vector<ir::AcceleratorTask> &tasks) {
  FollowedMarks result;
  std::map<uint32_t, Planned> plans = plannedMarks(program, planned);
  std::set<uint32_t> seen; // one remark, however often it is in the text
  for (const ir::Node &node : program.nodes) {
    std::optional<ir::AcceleratorMark> mark =
        ir::acceleratorMark(program, node.id);
    if (!mark || mark->number >= tasks.size() ||
        !seen.insert(mark->number).second)
      continue;
    const ir::AcceleratorTask &task = tasks[mark->number];
    auto found = plans.find(mark->number);
    const Planned *plan = found == plans.end() ? nullptr : &found->second;
    if (!plan || plan->accelerator.empty())
      result.leftOut[mark->number] = noGain(task, plan);
    else
      result.remarks.push_back(
          {RemarkId::AcceleratorTask,
           task.location,
           task.function,
           {plan->accelerator, report::formatTime(plan->unitNs),
            report::formatTime(plan->coreNs)},
           {}});
  }
  return result;
}

} // namespace hocket::driver
