// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/WriteBody.h"

#include "codegen/bodies/BodyContext.h"
#include "codegen/bodies/PlanCombine.h"
#include "codegen/loops/IndependentLoops.h"
#include "codegen/text/Text.h"

namespace hocket::codegen {

using namespace ir;

std::string declarationText(const Local &local) {
  return local.declaration +
         (local.initial.empty() ? "" : " = " + local.initial) + ";";
}

void write(const Local &local, CWriter &out) {
  out.line(declarationText(local));
  writeAll(local.then, out);
  if (!local.fill)
    return;
  const Fill &fill = *local.fill;
  out.line(loopOver(fill.counter, fill.count));
  out.line(1, fill.array + "[" + fill.counter + "] = " + fill.value + ";");
}

namespace {

std::string textOf(const Assignment &assignment) {
  if (assignment.isBytes)
    return copyBytes(assignment.target, assignment.value);
  return (assignment.target.empty() ? "" : assignment.target + " = ") +
         assignment.value + ";";
}

} // namespace

void write(const Assignment &assignment, CWriter &out) {
  out.line(textOf(assignment));
}

void write(const Update &update, CWriter &out) {
  bool isConditional = !update.condition.empty();
  if (isConditional)
    out.line("if (" + update.condition + ")" + (update.isBlock ? " {" : ""));
  for (const Assignment &assignment : update.assignments)
    out.line(isConditional ? 1 : 0, textOf(assignment));
  if (update.isBlock)
    out.line("}");
}

std::string headerText(const ForLoop &loop) {
  return "for (" + loop.init + "; " + loop.condition + "; " + loop.next + ")";
}

namespace {

/// What the forms are written with.
struct FormWriter {
  const RegionContext &c;
  const BodyPlan &plan;
  CWriter &out;

  const Program &program() const { return c.program; }
  const std::string &p() const { return c.naming.prefix; }
  /// A node as the user wrote it, with its names and insertions.
  void user(NodeId node) {
    out.marker(program()[node].location);
    out.line(fillNode(program(), node, fillerOf(plan), plan.insertions,
                      plan.replacements));
  }
};

/// Children of a loop's body.
void writeParts(const std::vector<NodeId> &parts, FormWriter &w) {
  uint32_t last = 0;
  for (NodeId id : parts) {
    uint32_t begin = w.program()[id].text.begin;
    if (begin == last)
      continue; // declarators of one declaration
    last = begin;
    w.user(id);
  }
}

void writeForm(const UserText &form, FormWriter &w) { w.user(form.node); }

void writeForm(const InitialValue &form, FormWriter &w) {
  const Stmt &s = w.program()[form.stmt];
  w.out.marker(s.location);
  w.out.line(
      form.target + " = " +
      fill(w.program(), s.initText, fillerOf(w.plan), w.plan.insertions) + ";");
}

void writeWarmUp(const WarmUp &warmUp, FormWriter &w) {
  w.out.line(headerText(warmUp.header) + " {");
  write(warmUp.iterator, w.out);
  writeParts(warmUp.parts, w);
  w.out.line("}");
}

void writeLoopBody(const ChunkForm &form, FormWriter &w) {
  if (!form.parts) {
    w.user(w.program()[form.loop].as<Loop>()->body);
    return;
  }
  w.out.line("{");
  writeParts(*form.parts, w);
  w.out.line("}");
}

/// Blocks of iterations; behind each, its updates are made in order.
void writeBlocks(const ChunkForm &form, FormWriter &w) {
  const PipelineForm &pipeline = *form.pipeline;
  const std::string o = "(&" + w.p() + "o);";
  writeAll(pipeline.start, w.out);
  w.out.marker(w.program()[form.loop].location);
  w.out.line(headerText(form.chunk.header) + " {");
  writeAll(form.chunk.blocks->locals, w.out);
  writeAll(pipeline.iteration, w.out);
  w.out.line(w.p() + "begin_iteration" + o);
  w.out.marker(w.program()[form.loop].location);
  w.out.line(headerText(form.chunk.blocks->inner) + " {");
  writeAll(form.chunk.iteration, w.out);
  w.user(w.program()[form.loop].as<Loop>()->body);
  w.out.line("}");
  w.out.line(pipeline.pass + ";");
  if (pipeline.note)
    write(*pipeline.note, w.out);
  w.out.line("}");
}

void writePipeline(const ChunkForm &form, FormWriter &w) {
  const PipelineForm &pipeline = *form.pipeline;
  const std::string o = "(&" + w.p() + "o);";
  writeAll(pipeline.start, w.out);
  w.out.marker(w.program()[form.loop].location);
  w.out.line(headerText(form.chunk.header) + " {");
  writeAll(pipeline.iteration, w.out);
  writeAll(form.chunk.iteration, w.out);
  w.out.line(w.p() + "begin_iteration" + o);
  if (pipeline.mayContinue)
    w.out.line("do");
  w.user(w.program()[form.loop].as<Loop>()->body);
  if (pipeline.mayContinue) {
    w.out.line("while (0);");
    writeMissedStages(pipeline.stages, w.p(), w.out);
  }
  if (pipeline.note)
    write(*pipeline.note, w.out);
  w.out.line("}");
}

void writeForm(const ChunkForm &form, FormWriter &w) {
  writeAll(form.chunk.start, w.out);
  writeAll(form.start, w.out);
  if (form.warmUp)
    writeWarmUp(*form.warmUp, w);
  if (form.pipeline) {
    if (form.chunk.blocks)
      writeBlocks(form, w);
    else
      writePipeline(form, w);
    return;
  }
  writeAll(form.advance, w.out);
  w.out.marker(w.program()[form.loop].location);
  if (form.chunk.blocks) {
    w.out.line("while (" + form.chunk.blocks->condition + ") {");
    writeAll(form.chunk.blocks->locals, w.out);
  }
  bool isBraced = !form.chunk.iteration.empty();
  if (form.isIndependent)
    w.out.line(independencePragma);
  w.out.line(headerText(form.chunk.header) + (isBraced ? " {" : ""));
  writeAll(form.chunk.iteration, w.out);
  writeLoopBody(form, w);
  if (isBraced)
    w.out.line("}");
  if (form.chunk.blocks)
    w.out.line("}");
}

/// Sets first and last of each block that the chunk does.
void openBlocks(const SearchForm &form, FormWriter &w) {
  const std::string &p = w.p();
  const std::string first = p + "first", last = p + "last", count = p + "count",
                    hasBlock = first + " < " + count;
  const std::string size = std::to_string(form.blockSize) + "LL";
  if (form.isEstimate) {
    w.out.line(first + " = 0;");
    w.out.line(last + " = " + count + ";");
    w.out.line("if (" + hasBlock + ") {");
    return;
  }
  w.out.line("for (" + first + " = " + p + "c * " + size + "; " + hasBlock +
             " && " + first + " < " + p + "found(" + form.place + "); " +
             first + " += " + std::to_string(form.chunks) + " * " + size +
             ") {");
  w.out.line(last + " = " + count + " - " + first + " < " + size + " ? " +
             count + " : " + first + " + " + size + ";");
}

void writeForm(const SearchForm &form, FormWriter &w) {
  const std::string &p = w.p();
  writeAll(form.start, w.out);
  openBlocks(form, w);
  writeAll(form.restart, w.out);
  w.out.line(headerText(form.header) + " {");
  writeAll(form.iteration, w.out);
  // What would end the loop is noted instead.
  std::string note = form.isEstimate ? "{ __builtin_trap(); }"
                                     : "{ " + p + "find(" + form.place + ", " +
                                           p + "k); goto " + p + "done; }";
  if (!form.until.empty()) {
    w.out.line("if (!(" + form.until + "))");
    w.out.line(1, note);
  }
  const Node &body = w.program()[w.program()[form.loop].as<Loop>()->body];
  w.out.marker(body.location);
  w.out.line(fillExchanged(w.program(), {body.id, form.exits, note},
                           fillerOf(w.plan), w.plan.insertions));
  w.out.marker(w.program()[form.loop].location);
  w.out.line("}");
  w.out.line("}");
  if (!form.isEstimate)
    w.out.line(p + "done:;");
}

void writeForm(const UserLoop &form, FormWriter &w) {
  writeUserLoop(w.program(), form, fillerOf(w.plan), w.out);
}

void writeForm(const CombineForm &form, FormWriter &w) {
  writeCombine(w.c, form, w.out);
}

std::string listed(const std::vector<Parameter> &parameters,
                   std::string Parameter::*part) {
  std::string text;
  for (const Parameter &parameter : parameters)
    text += (text.empty() ? "(" : ", ") + parameter.*part;
  return text + ")";
}

} // namespace

void writeUserLoop(const Program &program, const UserLoop &form,
                   const Filler &filler, CWriter &out) {
  const Node &loop = program[form.loop];
  const Node &body = program[loop.as<Loop>()->body];
  writeAll(form.start, out);
  out.marker(loop.location);
  out.line(form.isDo ? "do" : headerText(form.header));
  out.marker(body.location);
  out.line(fillNode(program, body.id, filler));
  if (form.isDo)
    out.line("while (" + form.header.condition + ");");
  out.marker(loop.location); // what follows is not the user's next line
  writeAll(form.end, out);
}

namespace {

constexpr const char *inlined =
    "static __inline__ __attribute__((always_inline)) void ";

/// A function that only calls another one.
void writeCall(const std::string &head, const std::string &call, CWriter &out) {
  out.line(head);
  out.line("{");
  out.line(1, call + ";");
  out.line("}");
  out.line("");
}

void writeText(const RegionContext &c, const BodyPlan &plan, CWriter &out) {
  CWriter text(2);
  writeAll(plan.locals, text);
  FormWriter form{c, plan, text};
  std::visit([&](const auto &f) { writeForm(f, form); }, plan.form);
  // What is not the user's text does not count as lines of his.
  if (!plan.stores.empty())
    text.ours("tasks of " + plan.region);
  writeAll(plan.stores, text);
  out.line("{");
  out.raw(text.text());
  out.line("}");
  out.line("");
}

} // namespace

std::string writeBody(const RegionContext &c, const BodyPlan &plan) {
  const std::string ours = "tasks of " + plan.region;
  CWriter out;
  out.ours(ours);
  for (const std::string &declaration : plan.statics)
    out.line(declaration);
  out.raw(plan.clones);
  out.ours(ours);
  const std::string parameters =
      listed(plan.parameters, &Parameter::declaration);
  const std::string linkage =
      std::string("static ") +
      (!plan.isNoInline ? ""
       : c.hidesTasks   ? "__attribute__((__noinline__, __noipa__)) "
                        : "__attribute__((__noinline__)) ") +
      "void ";
  bool isInlined = plan.inlineName != plan.name;
  const std::string head =
      (isInlined ? inlined : linkage) + plan.inlineName + parameters;
  if (plan.restricts.empty()) {
    out.line(head);
    writeText(c, plan, out);
    out.ours(ours);
  } else {
    std::vector<Parameter> all = plan.parameters;
    all.insert(all.end(), plan.restricts.begin(), plan.restricts.end());
    const std::string name = plan.inlineName + "_apart";
    out.line(inlined + name + listed(all, &Parameter::declaration));
    writeText(c, plan, out);
    out.ours(ours);
    writeCall(head, name + listed(all, &Parameter::name), out);
  }
  if (isInlined)
    writeCall(linkage + plan.name + parameters,
              plan.inlineName + listed(plan.parameters, &Parameter::name), out);
  return out.take();
}

} // namespace hocket::codegen
