// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/Accelerators.h"

#include "support/Policy.h"

namespace hocket::taskgraph {

namespace {

/// Bytes that move for the calls; where nobody knows how many, as many as a
/// guessed number of large elements has.
double bytesOf(const ir::Program &program,
               const std::vector<ir::NodeId> &calls) {
  double sum = 0;
  for (ir::NodeId call : calls) {
    std::optional<uint64_t> bytes = ir::namedBytes(program, call);
    sum += bytes ? double(*bytes) : policy.guess.unknownTrips * sizeof(double);
  }
  return sum;
}

} // namespace

std::optional<ir::AcceleratorMark> markOf(const ir::Program &program,
                                          const MacroTask &task) {
  if (!task.is<Whole>())
    return std::nullopt;
  return ir::acceleratorMark(program, task.node);
}

double nsOnAccelerator(const ir::Program &program,
                       const ir::AcceleratorMark &mark,
                       const ir::AcceleratorTask &task,
                       const soc::Accelerator &unit) {
  double bytes = bytesOf(program, mark.given) + bytesOf(program, mark.taken);
  double moving = unit.bytesPerNs > 0 ? bytes / unit.bytesPerNs : 0;
  return moving + task.cycles * 1e9 / double(unit.frequencyHz);
}

void addUnits(const ir::Program &program, const ir::AcceleratorMark &mark,
              llvm::ArrayRef<ir::AcceleratorTask> accelerated,
              const soc::SocSpec &soc, scheduling::TaskIndex task,
              scheduling::Problem &problem) {
  if (mark.number >= accelerated.size())
    return;
  const ir::AcceleratorTask &marked = accelerated[mark.number];
  for (const soc::Accelerator &unit : soc.accelerators) {
    if (unit.name != marked.accelerator || unit.frequencyHz == 0)
      continue;
    const double ns = nsOnAccelerator(program, mark, marked, unit);
    for (uint32_t which = 0; which < unit.count; ++which) {
      scheduling::UnitIndex index = 0;
      while (index < problem.units.size() &&
             (problem.units[index].name != unit.name ||
              problem.units[index].which != which))
        ++index;
      if (index == problem.units.size())
        problem.units.push_back({unit.name, which, unit.cluster, unit.startNs});
      problem.tasks[task].onUnits.push_back({index, ns});
    }
  }
}

} // namespace hocket::taskgraph
