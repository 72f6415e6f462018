// SPDX-License-Identifier: Apache-2.0
//
// Plans of bodies as text for people and tests.
#include "codegen/plan/BodyPlan.h"

namespace hocket::codegen {

namespace {

const char *nameOf(LocalKind kind) {
  switch (kind) {
  case LocalKind::Value:
    return "value";
  case LocalKind::Reference:
    return "reference";
  case LocalKind::Copy:
    return "copy";
  case LocalKind::Private:
    return "private";
  case LocalKind::Induction:
    return "induction";
  case LocalKind::Partial:
    return "partial";
  case LocalKind::Own:
    return "own";
  }
  return "";
}

const char *nameOf(CombineKind kind) {
  switch (kind) {
  case CombineKind::Errno:
    return "errno";
  case CombineKind::LastErrno:
    return "last errno";
  case CombineKind::Lastprivate:
    return "last value";
  case CombineKind::Partial:
    return "partial";
  case CombineKind::Total:
    return "total";
  case CombineKind::Selection:
    return "selection";
  case CombineKind::Conditional:
    return "conditional";
  }
  return "";
}

std::string textOf(const Assignment &a) {
  std::string sign = a.isBytes ? " = bytes of " : " = ";
  return (a.target.empty() ? "" : a.target + sign) + a.value;
}

std::string textOf(const ForLoop &loop) {
  return loop.init + "; " + loop.condition + "; " + loop.next;
}

std::string lines(const std::string &title,
                  const std::vector<Assignment> &all) {
  std::string text;
  for (const Assignment &a : all)
    text += title + textOf(a) + "\n";
  return text;
}

std::string lines(const std::string &title, const std::vector<Update> &all) {
  std::string text;
  for (const Update &update : all)
    for (const Assignment &a : update.assignments)
      text += title + textOf(a) +
              (update.condition.empty() ? "" : " if " + update.condition) +
              "\n";
  return text;
}

std::string lines(const std::string &title, const std::vector<Local> &all) {
  std::string text;
  for (const Local &local : all) {
    text += title + std::string(nameOf(local.kind)) + ": " + local.declaration +
            (local.initial.empty() ? "" : " = " + local.initial) + "\n";
    text += lines(title + "then: ", local.then);
    if (local.fill)
      text += title + "fill: " + local.fill->array + " with " +
              local.fill->value + "\n";
  }
  return text;
}

std::string textOf(const UserText &) { return "text\n"; }

std::string textOf(const InitialValue &form) {
  return "initial value of " + form.target + "\n";
}

std::string textOf(const PipelineForm &form) {
  std::string text =
      lines("  start: ", form.start) + lines("  iteration: ", form.iteration);
  for (const StageTexts &stage : form.stages)
    text += "  stage: " + stage.enter + "\n";
  if (!form.pass.empty())
    text += "  behind each block: " + form.pass + "\n";
  return text;
}

std::string textOf(const ChunkForm &form) {
  std::string text = "loop " + textOf(form.chunk.header) + "\n";
  if (form.chunk.blocks)
    text += "  blocks: " + form.chunk.blocks->condition + "\n" +
            lines("  block ", form.chunk.blocks->locals);
  text += lines("  start: ", form.chunk.start);
  text += lines("  start: ", form.start);
  if (form.warmUp)
    text += "  warm-up: " + textOf(form.warmUp->header) + "\n";
  text += lines("  advance: ", form.advance);
  text += lines("  iteration: ", form.chunk.iteration);
  if (form.parts)
    text += "  parts: " + std::to_string(form.parts->size()) + "\n";
  return form.pipeline ? text + textOf(*form.pipeline) : text;
}

std::string textOf(const SearchForm &form) {
  std::string text = "search " + textOf(form.header) + "\n";
  text += "  blocks: " + std::to_string(form.blockSize) + ", " +
          std::to_string(form.chunks) + " chunks" +
          (form.isEstimate ? ", estimated" : "") + "\n";
  text += lines("  start: ", form.start) + lines("  restart: ", form.restart) +
          lines("  iteration: ", form.iteration);
  if (!form.until.empty())
    text += "  until not: " + form.until + "\n";
  return text;
}

std::string textOf(const UserLoop &form) {
  return (form.isDo ? "do " : "user loop ") + textOf(form.header) + "\n" +
         lines("  start: ", form.start) + lines("  end: ", form.end);
}

std::string textOf(const CombineForm &form) {
  std::string text = "combine " + std::to_string(form.chunks) +
                     " chunks of task " + std::to_string(form.chunksTask) +
                     "\n";
  for (const CombineStep &step : form.steps) {
    text += std::string("  ") + nameOf(step.kind);
    if (!step.target.empty())
      text += " into " + step.target;
    for (const std::string &target : step.targets)
      text += " into " + (target.empty() ? "memory" : target);
    text += "\n";
  }
  return text;
}

} // namespace

std::string print(const BodyPlan &plan) {
  std::string text = "body " + plan.name;
  if (plan.inlineName != plan.name)
    text += " inlining " + plan.inlineName;
  text += plan.isNoInline ? " apart\n" : "\n";
  for (const Parameter &parameter : plan.parameters)
    text += "parameter " + parameter.declaration + "\n";
  for (const Parameter &parameter : plan.restricts)
    text +=
        "parameter " + parameter.declaration + " = " + parameter.name + "\n";
  text += lines("local ", plan.locals);
  for (const auto &[object, name] : plan.names)
    text += "name " + name + "\n";
  text += std::visit([](const auto &form) { return textOf(form); }, plan.form);
  return text + lines("store ", plan.stores);
}

} // namespace hocket::codegen
