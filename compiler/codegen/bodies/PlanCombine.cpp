// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/PlanCombine.h"

#include "codegen/copies/Lastprivates.h"
#include "codegen/copies/Partials.h"
#include "codegen/copies/Selections.h"
#include "codegen/text/Text.h"

namespace hocket::codegen {

using namespace ir;

namespace {

CombineStep selectionStep(const BodyContext &body, const Selected &selected,
                          uint32_t index) {
  CombineStep step{CombineKind::Selection, index};
  for (const SelectionTarget &target : selected.what.selection.targets)
    step.targets.push_back(target.isMemory() ? ""
                                             : body.targetOf(target.object));
  return step;
}

/// Position of each of `all` that the chunks of `task` left.
template <typename Left, typename Add>
void forEachOf(const std::vector<Left> &all, taskgraph::TaskId task, Add add) {
  for (uint32_t i = 0; i < all.size(); ++i)
    if (all[i].task == task)
      add(all[i], i);
}

} // namespace

void planCombine(const BodyContext &body, BodyPlan &plan) {
  const RegionContext &c = body.c;
  CombineForm form;
  form.chunksTask = body.task.as<taskgraph::Combine>()->combines;
  form.chunks = body.chunks;
  const taskgraph::MacroTask &chunks = c.region.tasks[form.chunksTask];
  plan.locals.push_back({LocalKind::Own, "unsigned " + body.p() + "k"});
  if (body.verdict->writesErrno)
    form.steps.push_back({chunks.runsAs(taskgraph::ChunkMode::Pipeline)
                              ? CombineKind::LastErrno
                              : CombineKind::Errno});
  for (const polyhedral::InductionObject &induction : body.verdict->inductions)
    if (induction.isLastprivate)
      form.steps.push_back(
          {CombineKind::Lastprivate, 0, body.targetOf(induction.object),
           body.frame() + lastMember(c, form.chunksTask, induction.object)});
  CombineKind partials =
      chunks.isFirstPass() ? CombineKind::Total : CombineKind::Partial;
  forEachOf(c.frame.partials, form.chunksTask,
            [&](const Partial &partial, uint32_t i) {
              form.steps.push_back(
                  {partials, i, body.targetOf(partial.reduction.object)});
            });
  forEachOf(c.frame.selections, form.chunksTask,
            [&](const Selected &selected, uint32_t i) {
              form.steps.push_back(selectionStep(body, selected, i));
            });
  forEachOf(c.frame.lastprivates, form.chunksTask,
            [&](const Lastprivate &last, uint32_t i) {
              form.steps.push_back(
                  {CombineKind::Conditional, i, body.targetOf(last.object)});
            });
  plan.form = std::move(form);
}

namespace {

void writeErrno(const RegionContext &c, const CombineForm &form, CWriter &out) {
  const std::string &p = c.naming.prefix;
  std::string k = p + "k";
  std::string part =
      p + "f->" + errnoMember(c, form.chunksTask) + "[" + k + "]";
  out.line(loopOver(k, std::to_string(form.chunks)));
  out.line(1, "if (" + part + " != 0)");
  out.line(2, "*" + p + "errno() = " + part + ";");
}

void writeStep(const RegionContext &c, const CombineForm &form,
               const CombineStep &step, CWriter &out) {
  switch (step.kind) {
  case CombineKind::Errno:
    writeErrno(c, form, out);
    return;
  case CombineKind::LastErrno:
    takeLastErrno(c, form.chunksTask, form.chunks, out);
    return;
  case CombineKind::Lastprivate:
    out.line(step.target + " = " + step.value + ";");
    return;
  case CombineKind::Partial:
    combinePartial(c, c.frame.partials[step.index], form.chunks, step.target,
                   out);
    return;
  case CombineKind::Total:
    combineTotal(c, c.frame.partials[step.index], form.chunks, step.target,
                 out);
    return;
  case CombineKind::Selection:
    takeSelected(c, c.frame.selections[step.index], form.chunks, step.targets,
                 out);
    return;
  case CombineKind::Conditional:
    takeLast(c.frame.lastprivates[step.index], form.chunks, step.target,
             c.naming.prefix, out);
    return;
  }
}

} // namespace

void writeCombine(const RegionContext &c, const CombineForm &form,
                  CWriter &out) {
  for (const CombineStep &step : form.steps)
    writeStep(c, form, step, out);
}

} // namespace hocket::codegen
