// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/Offload.h"

#include "codegen/bodies/BodyContext.h"
#include "codegen/bodies/PlanBody.h"
#include "codegen/bodies/WriteBody.h"
#include "codegen/text/Text.h"
#include "taskgraph/Accelerators.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;
using taskgraph::TaskId;

namespace {

/// The call as the analyses see it, as one of the runtime.
std::string clauseText(const RegionContext &c, const BodyPlan &plan,
                       NodeId clause, TaskId task) {
  std::string text = fillNode(c.program, clause, fillerOf(plan));
  for (std::string_view word : {"given", "taken"}) {
    const std::string call = "__hocket_" + std::string(word) + "(";
    if (size_t at = text.find(call); at != std::string::npos)
      text.replace(at, call.size(),
                   c.naming.prefix + "offload_" + std::string(word) + "(&" +
                       offloadName(c, task) + ", ");
  }
  return text.ends_with(";") ? text : text + ";";
}

bool hasOwnVariables(const BodyPlan &plan) {
  return std::any_of(plan.locals.begin(), plan.locals.end(),
                     [](const Local &local) {
                       return local.kind != LocalKind::Value &&
                              local.kind != LocalKind::Reference;
                     });
}

std::string emitOffload(const RegionContext &c, TaskId task,
                        const scheduling::ProcessingUnit &unit) {
  const AcceleratorMark mark =
      *taskgraph::markOf(c.program, c.region.tasks[task]);
  const std::string &p = c.naming.prefix;
  const std::string record = offloadName(c, task);
  const BodyPlan plan = planBody(c, task, 1, {});
  CWriter out;
  out.line("static struct " + p + "offload " + record + " = {" +
           quoted(unit.name) + ", " + quoted(c.accelerated[mark.number].name) +
           ", " + std::to_string(unit.which) +
           ", 0, 0, 0, {{0, 0, 0, 0}}, 0};");
  out.line("");
  std::string parameters;
  for (const Parameter &parameter : plan.parameters)
    parameters += parameter.declaration + ", ";
  out.line("static __attribute__((__noinline__)) int " + startName(c, task) +
           "(" + parameters + "unsigned " + p + "run)");
  out.line("{");
  for (const Parameter &parameter : plan.restricts)
    out.line(1, parameter.declaration + " = " + parameter.name + ";");
  CWriter locals(2);
  writeAll(plan.locals, locals);
  out.raw(locals.text());
  out.line(1, record + ".count = 0;");
  for (const std::vector<NodeId> *clauses : {&mark.given, &mark.taken})
    for (NodeId clause : *clauses)
      out.line(1, clauseText(c, plan, clause, task));
  // Variables of the body's own, which are gone when the accelerator comes for
  // them, and what the body leaves in others, are not to be had.
  out.line(1,
           plan.stores.empty() && !hasOwnVariables(plan)
               ? "return " + p + "offload_start(&" + record + ", " + p + "run);"
               : "return 0;");
  out.line("}");
  out.line("");
  return out.take();
}

} // namespace

std::string offloadName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_offload";
}

std::string startName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_start";
}

std::string emitOffloads(const RegionContext &c,
                         const taskgraph::RegionPlan &plan) {
  std::string text;
  for (const taskgraph::LevelPlan &level : plan.levels)
    for (size_t t = 0; t < level.tasks.size(); ++t)
      if (auto unit = level.schedule.placements[t].unit)
        text += emitOffload(c, level.tasks[t].task, level.problem.units[*unit]);
  return text.empty()
             ? text
             : "\n# 1 \"hocket: accelerators of " + c.name + "\" 3\n" + text;
}

} // namespace hocket::codegen
