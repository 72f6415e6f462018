// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/PlanBody.h"

#include "codegen/bodies/BodyContext.h"
#include "codegen/bodies/KeepLoads.h"
#include "codegen/bodies/PlanCombine.h"
#include "codegen/bodies/PlanLocals.h"
#include "codegen/copies/CalleeClones.h"
#include "codegen/copies/CalleeTwins.h"
#include "codegen/copies/Selections.h"
#include "codegen/copies/UpdateLogs.h"
#include "codegen/loops/IndependentLoops.h"
#include "codegen/loops/LoopHeader.h"
#include "codegen/loops/SearchLoops.h"
#include "codegen/text/CheckText.h"
#include "ir/Tree.h"

#include <algorithm>
#include <iterator>

namespace hocket::codegen {

using namespace ir;
using taskgraph::ChunkMode;
using taskgraph::Chunks;
using taskgraph::Combine;
using taskgraph::TaskId;
using taskgraph::Whole;

namespace {

template <typename Item>
void append(std::vector<Item> &to, std::vector<Item> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()),
            std::make_move_iterator(from.end()));
}

/// A task with loops or calls stays a function of its own: inlined into the
/// core's program, and there beside others, compilers were seen to unroll and
/// inline less than in the user's function.
bool staysApart(const BodyContext &body) {
  bool isLarge = body.isChunk();
  if (body.task.is<Whole>())
    forEachNode(body.program(), body.task.node, [&](NodeId id) {
      isLarge |= body.program()[id].as<Loop>() != nullptr;
      for (StmtId stmt : ownStmts(body.program(), id))
        isLarge |= !body.program()[stmt].calls.empty();
    });
  return isLarge;
}

void planSignature(const BodyContext &body, BodyPlan &plan) {
  const RegionContext &c = body.c;
  const std::string &p = body.p();
  plan.region = c.name;
  plan.name = bodyName(c, body.id);
  plan.inlineName = firstBodyName(c, body.id);
  plan.isNoInline = staysApart(body);
  plan.parameters.push_back(
      {"struct " + c.name + "_frame *" + p + "f", p + "f"});
  for (ObjectId object : bodyParameters(c, body.id)) {
    const std::string &name = body.object(object).name;
    plan.parameters.push_back({declaredIn(body, object, name), name});
  }
  if (body.isChunk())
    plan.parameters.push_back({"unsigned " + p + "c", p + "c"});
  if (isSelfScheduled(c, body.id)) {
    plan.parameters.push_back({"unsigned " + p + "i", p + "i"});
    plan.statics.push_back("static struct " + p + "turn " +
                           turnName(c, body.id) + ";");
  }
  if (body.isInTurn())
    append(plan.statics, pipelineStorage(c, body.id));
  if (isByBlocks(c, body.id))
    append(plan.statics, orderedStorage(c, body.id, body.chunks));
}

/// Pragmas for loops inside, which nothing may separate from them.
void markIndependentLoops(const BodyContext &body, BodyPlan &plan) {
  if (!body.c.forC)
    return;
  NodeId root = body.task.node;
  if (body.isChunk())
    root = body.program()[root].as<Loop>()->body;
  bool isTested = body.isChunk() && !body.task.runsAs(ChunkMode::Tested);
  plan.insertions.merge(independentLoops(body.c, root, /*isGenerated=*/true,
                                         isTested ? body.verdict : nullptr));
}

/// Called functions that name what this chunk has for itself.
void redirectCalls(const BodyContext &body, BodyPlan &plan) {
  CalleeClones clones(body.c, body.id, fillerOf(plan));
  clones.redirect(plan.insertions);
  plan.clones = clones.definitions();
}

/// After whatever else is put in front of a call.
void callTwins(const BodyContext &body, BodyPlan &plan) {
  if (!body.c.forC || !(body.isChunk() || body.task.is<Whole>()))
    return;
  CalleeTwins twins(body.program(), bodyName(body.c, body.id) + "_t_",
                    body.c.twins);
  twins.redirect(body.task.node, plan.insertions);
  plan.clones += twins.definitions();
}

/// What cost estimation puts around the loop's condition.
std::function<std::string(std::string)> estimate(const BodyContext &body,
                                                 const BodyPlan &plan) {
  return [&body, &plan](std::string condition) {
    const Loop &loop = *body.program()[body.task.node].as<Loop>();
    auto it = plan.insertions.find(loop.conditionText.begin);
    auto end = plan.insertions.find(loop.conditionText.end);
    if (it == plan.insertions.end() || end == plan.insertions.end())
      return condition;
    return it->second + condition + end->second;
  };
}

/// The chunk starts without an error and hands on the one it leaves.
void keepErrno(const BodyContext &body, BodyPlan &plan) {
  const std::string &p = body.p();
  const std::string error = p + "error", kept = p + "kept";
  plan.locals.push_back({LocalKind::Own, "int *const " + error, p + "errno()"});
  plan.locals.push_back(
      {LocalKind::Own, "const int " + kept, "*" + error, {{"*" + error, "0"}}});
  plan.stores.push_back(
      {"",
       {{body.frame() + errnoMember(body.c, body.id) + "[" + p + "c]",
         "*" + error},
        {"*" + error, kept}}});
}

/// The call that takes a block, up to its last two arguments.
std::string takeText(const BodyContext &body) {
  if (!isSelfScheduled(body.c, body.id))
    return "";
  const std::string &p = body.p();
  return p + "take(&" + turnName(body.c, body.id) + ", " + p + "i, " + p +
         "c, " + std::to_string(body.chunks);
}

/// The run-time checks that the chunk makes itself.
std::string testText(const BodyContext &body) {
  std::string all;
  if (body.c.forC && body.task.runsAs(ChunkMode::Tested))
    for (const polyhedral::AliasCheck &check : body.verdict->checks)
      all += (all.empty() ? "" : " && ") +
             checkText(body.c.program, check, body.c.naming.prefix);
  return all;
}

Cut cutOf(const BodyContext &body, const BodyPlan &plan) {
  const Loop &loop = *body.program()[body.task.node].as<Loop>();
  const Chunks *chunks = body.task.as<Chunks>();
  return {chunks ? body.chunks : 1,
          chunks ? chunks->grain : 1,
          chunks ? chunks->phase : 0,
          chunks && body.chunks == chunks->count ? chunks->cuts
                                                 : std::vector<unsigned>(),
          loop.part.value_or(LoopPart()),
          takeText(body),
          testText(body),
          body.isInTurn(),
          isByBlocks(body.c, body.id) ? chunks->block : 0,
          estimate(body, plan)};
}

/// Waits and signals around the ordered stages, and what each iteration sets.
PipelineForm planPipeline(const BodyContext &body, LocalsState &state,
                          BodyPlan &plan) {
  PipelineForm form;
  TurnPlan turn =
      inTurn(body.program(), *body.verdict, fillerOf(plan), body.p(),
             body.p() + (isByBlocks(body.c, body.id) ? "from" : "k"));
  append(plan.locals, turn.locals);
  if (body.verdict->writesErrno) {
    LastErrnoPlan error = keepLastErrno(body.c, body.id);
    append(plan.locals, error.locals);
    form.note = error.iteration;
    plan.stores.push_back(error.end);
  }
  form.stages = addStages(body.c, body.id, state.carried, plan.insertions);
  form.start = std::move(state.late);
  append(form.start, turn.start);
  form.start.push_back(pipelineStart(body.c, body.id));
  form.iteration = turn.iteration;
  const Loop &loop = *body.program()[body.task.node].as<Loop>();
  form.mayContinue = body.program()[loop.body].exits.byContinue;
  if (isByBlocks(body.c, body.id)) {
    append(form.iteration, std::move(state.block));
    form.pass = passBlock(body.c, body.id);
  }
  return form;
}

void planLoop(const BodyContext &body, LocalsState &state, BodyPlan &plan) {
  ChunkForm form;
  form.loop = body.task.node;
  form.chunk = chunkLoop(body.program(), form.loop, fillerOf(plan), body.p(),
                         cutOf(body, plan));
  append(plan.locals, form.chunk.locals);
  for (const Selected &selected : body.c.frame.selections)
    if (selected.task == body.id)
      append(plan.locals, selectionNote(body.c, selected));
  if (!body.isInTurn() && body.verdict && body.verdict->writesErrno)
    keepErrno(body, plan);
  if (body.isChunk() && !body.verdict->warmUp.empty()) {
    plan.locals.push_back({LocalKind::Own, "long long " + body.p() + "w"});
    form.warmUp = warmUpLoop(body.program(), form.loop, body.verdict->warmUp,
                             body.verdict->warmUpDepth, body.p());
  }
  if (body.c.forC && body.isChunk() && !body.isInTurn() &&
      !body.task.runsAs(ChunkMode::Tested))
    keepLoads(body, state.declared, plan);
  if (body.isInTurn())
    form.pipeline = planPipeline(body, state, plan);
  else if (body.verdict)
    form.advance =
        advanceAll(body.program(), *body.verdict, fillerOf(plan), body.p());
  if (body.task.isFirstPass())
    form.parts = body.verdict->firstPass();
  form.isIndependent = body.c.forC && body.isChunk() &&
                       !body.task.runsAs(ChunkMode::Tested) &&
                       isIndependent(body.program(), *body.verdict);
  if (!form.chunk.end.empty())
    plan.stores.insert(plan.stores.begin(), Update{"", form.chunk.end});
  plan.form = std::move(form);
}

void planWhole(const BodyContext &body, LocalsState &state, BodyPlan &plan) {
  const Program &program = body.program();
  const Node &node = program[body.task.node];
  const ir::Leaf *leaf = node.as<ir::Leaf>();
  if (leaf && program[leaf->stmt].kind == StmtKind::Declaration) {
    plan.form =
        InitialValue{leaf->stmt, nameOf(program, program[leaf->stmt].declares,
                                        fillerOf(plan))};
    return;
  }
  const Loop *loop = node.as<Loop>();
  if (loop && loop->part && !loop->part->hasAllIterations()) {
    plan.locals.push_back(
        {LocalKind::Own, "const unsigned " + body.p() + "c", "0"});
    planLoop(body, state, plan);
    return;
  }
  plan.form = UserText{node.id};
}

SearchContext searchContext(const BodyContext &body, const BodyPlan &plan,
                            TaskId chunks) {
  return {body.program(), *body.verdict, fillerOf(plan), body.p(),
          "&" + body.frame() + searchMember(body.c, chunks)};
}

void planSearch(const BodyContext &body, BodyPlan &plan) {
  SearchPlan search = searchChunk(
      searchContext(body, plan, body.id),
      {body.chunks, body.task.as<Chunks>()->grain, estimate(body, plan)});
  append(plan.locals, search.locals);
  plan.form = std::move(search.form);
}

void planResumedSearch(const BodyContext &body, BodyPlan &plan) {
  planLocals(body, plan);
  UserLoopPlan search =
      resumedLoop(searchContext(body, plan, body.task.as<Combine>()->combines));
  append(plan.locals, search.locals);
  plan.form = std::move(search.form);
}

} // namespace

BodyPlan planBody(const RegionContext &c, TaskId task, unsigned chunks,
                  const Insertions &insertions) {
  const BodyContext body(c, task, chunks);
  BodyPlan plan;
  const TextRange &text = body.program()[body.task.node].text;
  plan.insertions.insert(insertions.lower_bound(text.begin),
                         insertions.upper_bound(text.end));
  planSignature(body, plan);
  if (body.task.is<Combine>()) {
    if (body.isOfSearch())
      planResumedSearch(body, plan);
    else
      planCombine(body, plan);
    return plan;
  }
  LocalsState state = planLocals(body, plan);
  if (body.isChunk())
    redirectCalls(body, plan);
  if (body.task.isFirstPass())
    plan.stores = std::move(state.totals); // it leaves nothing else
  if (body.isSearchChunk())
    planSearch(body, plan);
  else if (body.isChunk())
    planLoop(body, state, plan);
  else
    planWhole(body, state, plan);
  markIndependentLoops(body, plan);
  callTwins(body, plan);
  return plan;
}

} // namespace hocket::codegen
