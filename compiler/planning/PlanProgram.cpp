// SPDX-License-Identifier: Apache-2.0
#include "planning/PlanProgram.h"

#include "planning/CallReach.h"
#include "planning/Candidates.h"
#include "planning/Choice.h"
#include "planning/Clusters.h"
#include "planning/Context.h"
#include "planning/Estimates.h"
#include "planning/Findings.h"
#include "planning/GroupChunks.h"
#include "planning/LearnSpeeds.h"

#include <utility>

namespace hocket::planning {

namespace {

/// No run of the profile came there.
void leaveWhatNeverRan(const Context &context, Findings &findings) {
  for (const auto &[node, measure] : context.measured.nodes)
    if (context.program[node].as<ir::Loop>() && measure.runs == 0) {
      findings.request.tooSmall.insert(node);
      findings.refusals.neverRun.insert(node);
    }
}

/// Calls of recursive functions use all cores by themselves, so regions end
/// before them.
void keepCallsApart(const Context &context,
                    const std::vector<polyhedral::ForkJoinFunction> &forkJoin,
                    Findings &findings) {
  std::set<ir::StmtId> calls;
  for (const polyhedral::ForkJoinFunction &function : forkJoin)
    for (const ir::CallPoint &call : function.entries)
      calls.insert(call.stmt);
  for (const ir::Node &node : context.program.nodes)
    if (const auto *task = node.as<ir::Leaf>(); task && calls.count(task->stmt))
      findings.request.apart.insert(node.id);
}

/// Loops over tiles that are not independent, and what is around them: each run
/// of a loop over independent ones inside is a region by itself.
void keepTilesApart(const Context &context,
                    const std::vector<polyhedral::LoopVerdict> &verdicts,
                    Findings &findings) {
  std::set<ir::NodeId> parallel;
  for (const polyhedral::LoopVerdict &verdict : verdicts)
    if (verdict.kind() != polyhedral::LoopKind::Sequential)
      parallel.insert(verdict.loop);
  for (const polyhedral::LoopVerdict &verdict : verdicts)
    if (verdict.kind() == polyhedral::LoopKind::Sequential &&
        context.program[verdict.loop].as<ir::Loop>()->tiles !=
            ir::TileOrder::NotTiles)
      for (ir::NodeId at = verdict.loop; isValid(at) && !parallel.count(at);
           at = context.program[at].parent)
        findings.request.apart.insert(at);
}

Findings firstFindings(const Context &context,
                       const std::vector<polyhedral::LoopVerdict> &verdicts,
                       const PlannedProgram &plan) {
  Findings findings;
  findings.request.cores = unsigned(context.cores.size());
  findings.request.firstCores = coresOfFirstCluster(context);
  findings.request.speeds = speedsBySpec(context.soc, context.cores);
  findings.request.noCallTasks = context.options.noCallTasks;
  findings.request.measured = &context.measured;
  leaveWhatNeverRan(context, findings);
  keepCallsApart(context, plan.forkJoin, findings);
  keepTilesApart(context, verdicts, findings);
  return findings;
}

std::vector<PlannedRegion> planRound(const Context &context, Caches &caches,
                                     Findings &findings, std::string &problem) {
  return planCandidates(context, candidateGraphs(context, caches, findings),
                        caches, problem);
}

/// Until nothing is found that the next round would obey.
std::vector<PlannedRegion> planRounds(const Context &context, Caches &caches,
                                      Findings &findings,
                                      std::string &problem) {
  std::vector<PlannedRegion> regions;
  for (unsigned round = 0; round < policy.profit.rounds; ++round) {
    findings.isChanged = false;
    regions = planRound(context, caches, findings, problem);
    if (context.options.alwaysParallel)
      break;
    learnSpeeds(regions, findings);
    leaveOnOneCluster(regions, findings);
    refuseWhatDoesNotPay(context, regions, findings);
    if (!findings.isChanged)
      break;
  }
  return regions;
}

/// Plans once more, with loops in groups cut for their groups, and keeps that
/// where it is shorter. On unlike cores their speed says how loops are cut.
void cutForGroups(const Context &context, Caches &caches, Findings &findings,
                  PlannedProgram &plan) {
  GroupSizes sizes;
  if (findings.request.speeds.usual.empty() && !context.soc.spansClusters)
    for (const PlannedRegion &r : plan.regions)
      sizes.merge(groupSizes(context, r));
  while (!sizes.empty()) {
    Findings tried = findings;
    tried.request.groups = sizes;
    std::vector<PlannedRegion> regions =
        planRounds(context, caches, tried, plan.costProblem);
    if (!keepWhatIsShorter(plan.regions, regions, sizes) &&
        !context.options.alwaysGroups)
      continue;
    plan.regions = std::move(regions);
    findings = std::move(tried);
    break;
  }
}

} // namespace

PlannedProgram planProgram(const Understood &understood,
                           const codegen::Naming &naming,
                           const soc::SocSpec &soc,
                           const PlanOptions &options) {
  Context context(understood, naming, soc, options);
  Caches caches(context.facts, options.costBudget);
  PlannedProgram result;
  result.cores = context.cores;
  result.firstCores = coresOfFirstCluster(context);
  if (!options.noForkJoin && result.firstCores >= 2)
    result.forkJoin = understood.forkJoin;
  Findings findings = firstFindings(context, understood.verdicts, result);
  result.regions = planRounds(context, caches, findings, result.costProblem);
  cutForGroups(context, caches, findings, result);
  result.refusals = std::move(findings.refusals);
  if (!options.alwaysParallel) {
    dropWhatDoesNotPay(result.regions);
    result.refusals.runInTasks =
        dropWhatNeverRuns(context.program, result.regions);
  }
  return result;
}

} // namespace hocket::planning
