// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/PrologueText.h"

#include "codegen/speculation/CloneText.h"
#include "speculation/marks/Marks.h"

#include <algorithm>
#include <set>

namespace hocket::codegen {

using namespace ir;

bool hasPrologue(const SpeculativeNames &names) {
  return !names.counted || !names.loop.parts.prologue.empty() ||
         !names.loop.parts.step.empty();
}

std::string prologueName(const SpeculativeNames &names) {
  return names.base + "_prologue";
}

static std::string signature(const SpeculativeNames &names) {
  return prologueName(names) + "(void *" + names.p + "spec_frame, long long " +
         names.p + "spec_from, long long " + names.p + "spec_to)";
}

std::string prologueDeclaration(const SpeculativeNames &names) {
  return hasPrologue(names) ? "static void " + signature(names) + ";\n" : "";
}

static std::vector<TextRange> partsOf(const SpeculativeNames &names) {
  std::vector<TextRange> result;
  for (const TextRange &range :
       {names.loop.parts.prologue, names.loop.parts.step,
        names.source.conditionText, names.source.stepText})
    if (!range.empty())
      result.push_back(range);
  return result;
}

/// Functions that the prologue may come to by direct calls, in clones that
/// say nothing of what they touch.
static MarkedText::Callees calleesOf(const SpeculativeNames &names,
                                     const MarkedText::Callees &callees) {
  std::set<FunctionId> reached;
  std::vector<FunctionId> open;
  auto follow = [&](const std::vector<speculation::MarkedCall> &calls,
                    const std::vector<TextRange> *within) {
    for (const speculation::MarkedCall &call : calls) {
      if (within && std::none_of(within->begin(), within->end(),
                                 [&](const TextRange &range) {
                                   return range.contains(call.text);
                                 }))
        continue;
      if (call.kind == speculation::CallKind::Clone)
        open.push_back(call.callee);
      for (const auto &[text, function] : call.functions)
        open.push_back(function);
    }
  };
  const std::vector<TextRange> prologue = partsOf(names);
  follow(names.loop.code.calls, &prologue);
  while (!open.empty()) {
    FunctionId next = open.back();
    open.pop_back();
    if (!reached.insert(next).second)
      continue;
    for (const speculation::InstrumentedFunction &one : names.loop.functions)
      if (one.function == next)
        follow(one.code.calls, nullptr);
  }
  MarkedText::Callees result = callees;
  for (FunctionId function : reached)
    result.clones[function] =
        prologueName(names) + "_" + names.program[function].name;
  return result;
}

std::string prologueText(const SpeculativeNames &names,
                         const MarkedText::Callees &marks,
                         ApplyFunctions &applies) {
  if (!hasPrologue(names))
    return "";
  const MarkedText::Callees callees = calleesOf(names, marks);
  std::string prototypes, functions;
  for (const speculation::InstrumentedFunction &one : names.loop.functions)
    if (callees.clones.at(one.function) != marks.clones.at(one.function)) {
      prototypes += cloneHeader(names.program, one, callees) + ";\n";
      functions += cloneOf(names.program,
                           {one.function, speculation::withoutMarks(one.code)},
                           callees, names.p, applies);
    }
  const speculation::Instrumented code =
      speculation::withoutMarks(names.loop.code);
  MarkedText marked(names.program, code, callees, namesInClone(names), names.p,
                    applies);
  for (NodeId id : names.loop.exits) {
    const Jump &jump = *names.program[id].as<Jump>();
    bool hasValue = isValid(jump.value);
    const std::string end = "{ " + names.p + "spec_ended(); ";
    marked.leave(names.program[id].text,
                 hasValue ? names.program[jump.value].text : TextRange(),
                 end + (hasValue ? "(void)(" : "}"), "); }");
  }
  const std::string more = names.p + "spec_at < " + names.p + "spec_to";
  const speculation::IterationParts &parts = names.loop.parts;
  auto textOf = [&](const TextRange &range) { return marked.text(range); };
  std::string text =
      prototypes + functions + openClone(names, signature(names)) + "  for (; ";
  if (!names.counted) {
    text += more + " && (" + names.begins(textOf) + " || (" + names.p +
            "spec_ended(), 0)); ";
  } else {
    text += more + " && (" + textOf(names.source.conditionText) + "); ";
    if (!names.source.stepText.empty())
      text += textOf(names.source.stepText) + ", ";
  }
  text += "++" + names.p + "spec_at)\n" +
          lineMarker(names.program[names.source.body].location, true) +
          (parts.prologue.empty() ? "{\n" : textOf(parts.prologue));
  if (!parts.step.empty())
    text += behindClone(names) + lineOf(names, parts.step) + textOf(parts.step);
  return text + behindClone(names) + "}\n}\n\n";
}

} // namespace hocket::codegen
