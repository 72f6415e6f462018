// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/CloneText.h"

#include "ir/FunctionClones.h"
#include "ir/Tree.h"
#include "support/Policy.h"

namespace hocket::codegen {

using namespace ir;
using speculation::Capture;
using speculation::CaptureKind;

Filler namesInClone(const SpeculativeNames &names) {
  return [&names](ObjectId id) -> std::string {
    for (const Capture &capture : names.loop.captures)
      if (capture.object == id) {
        if (capture.kind == CaptureKind::Tracked)
          return "(" + names.p + "spec_f->" + names.member(id) + ")";
        if (capture.kind == CaptureKind::Address)
          return "(*" + names.p + "spec_f->" + names.member(id) + ")";
      }
    return "";
  };
}

std::string openClone(const SpeculativeNames &names, const std::string &head) {
  const std::string f = names.p + "spec_f";
  std::string text = "static void " + head + "\n{\n  struct " + names.base +
                     "_frame *" + f + " = (struct " + names.base + "_frame *)" +
                     names.p + "spec_frame;\n";
  for (const Capture &capture : names.loop.captures) {
    const Object &object = names.program[capture.object];
    if (capture.kind == CaptureKind::Value)
      text += "  " + object.type.declare(object.name) + " = " + f + "->" +
              names.member(capture.object) + ";\n";
    else if (capture.kind == CaptureKind::Own)
      text += "  " + object.type.declare(object.name) + ";\n";
  }
  text += "  long long " + names.p + "spec_at = " + names.p + "spec_from;\n";
  if (!names.counted)
    return text;
  return text + "  " + names.iterator->type.declare(names.iterator->name) +
         " = " +
         names.valueAt(f + "->" + names.first(), names.p + "spec_from") + ";\n";
}

std::string lineOf(const SpeculativeNames &names, const TextRange &part) {
  for (NodeId child : childrenOf(names.program, names.source.body))
    if (names.program[child].text.begin == part.begin)
      return lineMarker(names.program[child].location, true);
  return "";
}

std::string behindClone(const SpeculativeNames &names) {
  return "\n# 1 \"hocket: clone of " + names.base + "\" 3\n";
}

namespace {

bool isShort(const Program &program,
             const speculation::InstrumentedFunction &one) {
  const NodeId body = program[one.function].body;
  bool isLeaf = true;
  forEachNode(program, body, [&](NodeId node) {
    isLeaf &= !program[node].as<Loop>() && !program[node].as<Opaque>();
  });
  for (const speculation::MarkedCall &call : one.code.calls)
    isLeaf &= call.kind != speculation::CallKind::Clone &&
              call.kind != speculation::CallKind::Indirect;
  const TextRange &text = program[body].text;
  return isLeaf && text.end - text.begin <= policy.speculation.mostInPlace;
}

} // namespace

std::string cloneHeader(const Program &program,
                        const speculation::InstrumentedFunction &one,
                        const MarkedText::Callees &callees) {
  const Function &function = program[one.function];
  std::string parameters;
  for (ObjectId param : function.params)
    parameters += (parameters.empty() ? "" : ", ") +
                  program[param].type.declare(program[param].name);
  std::string attributes = cloneAttributes(program, one.function);
  if (attributes.empty() && isShort(program, one))
    attributes = "__inline__ __attribute__((always_inline)) ";
  return "static " + attributes +
         function.resultType.declare(
             callees.clones.at(one.function) + "(" +
             (parameters.empty() ? "void" : parameters) + ")");
}

std::string cloneOf(const Program &program,
                    const speculation::InstrumentedFunction &one,
                    const MarkedText::Callees &callees,
                    const std::string &prefix, ApplyFunctions &applies) {
  MarkedText marked(
      program, one.code, callees, [](ObjectId) { return std::string(); },
      prefix, applies);
  marked.cover(one.code.covered);
  const Node &body = program[program[one.function].body];
  return cloneHeader(program, one, callees) + "\n" +
         lineMarker(body.location, true) + marked.text(body.text) + "\n\n";
}

} // namespace hocket::codegen
