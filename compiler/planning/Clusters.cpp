// SPDX-License-Identifier: Apache-2.0
#include "planning/Clusters.h"

#include "taskdeps/CollectMemory.h"
#include "taskgraph/ReplicatedUse.h"
#include "taskgraph/clusters/KeepTogether.h"
#include "taskgraph/plan/PlanRegion.h"

#include <algorithm>

namespace hocket::planning {

using codegen::Storage;
using taskgraph::Region;

namespace {

/// Frames are copied to memory that no cache keeps, and are reached there.
constexpr uint64_t mostUncachedBytes = policy.region.privateBytes;

bool isSpread(const Context &context, const Region &region) {
  return region.cores > coresOfFirstCluster(context);
}

polyhedral::MemoryRequest requestFor(const Context &context,
                                     const Region &region,
                                     uint64_t &uncachedBytes) {
  polyhedral::MemoryRequest request;
  request.lineBytes = context.soc.lineBytes();
  request.islBudget = context.options.islBudget;
  request.strictAliasing = context.options.strictAliasing;
  for (ir::ObjectId id :
       taskgraph::namedObjects(context.program, region.text)) {
    const bool isHoisted =
        std::count(region.hoisted.begin(), region.hoisted.end(), id) != 0;
    if (!taskgraph::isDeclaredInside(context.program, region, id) &&
        !(isHoisted && context.program[id].isPointer))
      request.visible.insert(id);
    if (context.program[id].kind == ir::ObjectKind::Global)
      request.named.insert(id);
  }
  const codegen::Frame frame = codegen::buildFrame(
      context.program, region, context.verdicts, context.naming);
  for (const codegen::Member &member : frame.members) {
    const ir::Object &object = context.program[member.object];
    if (member.storage == Storage::Inside)
      uncachedBytes += object.size;
    if (member.storage != Storage::Pointer)
      request.uncached.insert(member.object);
    else if (!codegen::isOpaqueInFrame(object))
      request.named.insert(member.object);
  }
  return request;
}

/// Of `region`, all that a later one may be made of.
bool keepOnOneCluster(const Region &region, ir::NodeId at,
                      const std::string &why, Findings &findings) {
  bool isNew = false;
  for (const taskgraph::MacroTask &task : region.tasks)
    isNew |= findings.request.onOneCluster.insert(task.node).second;
  findings.refusals.oneCluster.try_emplace(at, why);
  return isNew;
}

} // namespace

unsigned coresOfFirstCluster(const Context &context) {
  const std::vector<soc::Core> &cores = context.soc.cores;
  auto end = std::find_if_not(
      context.cores.begin(), context.cores.end(), [&](uint32_t core) {
        return context.soc.areCoherent(cores[core].cluster,
                                       cores[context.cores.front()].cluster);
      });
  return unsigned(end - context.cores.begin());
}

void addMemory(const Context &context, taskgraph::TaskGraph &graph) {
  if (!isSpread(context, graph.region))
    return;
  uint64_t uncachedBytes = 0;
  const polyhedral::MemoryRequest request =
      requestFor(context, graph.region, uncachedBytes);
  graph.memory = polyhedral::collectMemory(
      context.index, context.verdicts,
      graph.region.shape(policy.region.minIterationsPerChunk),
      graph.dependences, request);
  if (uncachedBytes > mostUncachedBytes && graph.memory->obstacle.empty()) {
    graph.memory->obstacle = "arrays that are declared in it are too large for "
                             "memory that no cache keeps";
    graph.memory->obstacleAt = graph.region.tasks.front().node;
  }
}

bool settleClusters(const std::vector<taskgraph::TaskGraph> &graphs,
                    Findings &findings) {
  bool isChanged = false;
  for (const taskgraph::TaskGraph &graph : graphs) {
    if (!graph.memory)
      continue;
    if (!graph.memory->obstacle.empty()) {
      isChanged |= keepOnOneCluster(graph.region, graph.memory->obstacleAt,
                                    graph.memory->obstacle, findings);
      continue;
    }
    bool isCutAnew = false;
    for (const auto &[loop, grain] : graph.memory->grains)
      isCutAnew |= findings.request.lineGrains.try_emplace(loop, grain).second;
    isChanged |= isCutAnew;
    if (!isCutAnew && taskgraph::areAllTogether(graph))
      isChanged |= keepOnOneCluster(
          graph.region, graph.region.tasks.front().node,
          "its tasks write to the same lines, or might", findings);
  }
  return isChanged;
}

void leaveOnOneCluster(const std::vector<PlannedRegion> &regions,
                       Findings &findings) {
  for (const PlannedRegion &one : regions)
    if (one.isBetterOnOneCluster)
      findings.isChanged |= keepOnOneCluster(
          one.graph.region, one.graph.region.tasks.front().node,
          "it takes no longer there, with what crosses to others", findings);
}

bool isBetterOnOneCluster(const Context &context, const PlannedRegion &region) {
  if (!region.graph.memory)
    return false;
  taskgraph::TaskGraph alone = region.graph;
  alone.memory.reset();
  const std::vector<uint32_t> cores(context.cores.begin(),
                                    context.cores.begin() +
                                        coresOfFirstCluster(context));
  return taskgraph::planRegion(context.program, alone, region.costs,
                               context.soc, cores,
                               {context.options.scheduler, false, {}})
             .parallelNs <= region.plan.parallelNs;
}

std::vector<uint32_t> coresOf(const Context &context, PlannedRegion &region) {
  const unsigned count = region.graph.region.cores;
  if (count >= context.cores.size())
    return context.cores;
  for (std::vector<double> &ns : region.costs.taskNs)
    ns.resize(count);
  for (auto &[task, pipeline] : region.costs.pipelines)
    pipeline.longestNs.resize(count);
  return {context.cores.begin(), context.cores.begin() + count};
}

} // namespace hocket::planning
