// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/SpeculativeText.h"

#include "codegen/copies/CalleeTwins.h"
#include "codegen/speculation/CloneText.h"
#include "codegen/speculation/MarkedText.h"
#include "codegen/speculation/PrologueText.h"
#include "codegen/speculation/TriedLoop.h"
#include "codegen/text/Text.h"
#include "ir/Tree.h"

#include "llvm/Support/Path.h"

namespace hocket::codegen {

using namespace ir;
using speculation::Capture;
using speculation::CaptureKind;

namespace {

/// The loop's frame, record and clones.
class Emitter {
public:
  Emitter(SpeculativeNames names, bool always, const TwinOptions &twins)
      : n_(std::move(names)), always_(always),
        twins_(n_.program, n_.base + "_t_", twins),
        lastTwins_(n_.program, n_.base + "_e_", twins),
        applies_(n_.p, n_.base) {
    for (const speculation::InstrumentedFunction &one : n_.loop.functions)
      callees_.clones[one.function] =
          n_.base + "_" + n_.program[one.function].name;
    callees_.target = n_.base + "_target";
  }

  SpeculativeText emit() {
    SpeculativeText result;
    result.name = n_.base;
    result.edits = triedLoop(n_, triedCalls());
    result.declaration = frame() + handed() + "static void " + signature() +
                         ";\n" + prologueDeclaration(n_) + record() +
                         twins_.declarations() + lastTwins_.declarations();
    std::string clone = loopClone() + prologueText(n_, callees_, applies_);
    std::string prototypes, functions;
    for (const speculation::InstrumentedFunction &one : n_.loop.functions) {
      prototypes += cloneHeader(n_.program, one, callees_) + ";\n";
      functions += cloneOf(n_.program, one, callees_, n_.p, applies_);
    }
    result.tail = prototypes + applies_.definitions() +
                  (n_.loop.hasIndirectCalls ? target() : "") + functions +
                  clone + twins_.definitions() + lastTwins_.definitions();
    return result;
  }

private:
  std::string frame() const {
    std::string text = "struct " + n_.base + "_frame {\n";
    if (n_.counted)
      text += "  " + n_.iterator->type.declare(n_.first()) + ";\n";
    for (const Capture &capture : n_.loop.captures) {
      const Object &object = n_.program[capture.object];
      if (capture.kind == CaptureKind::Own && !capture.isLeft)
        continue;
      text += "  " +
              (capture.kind == CaptureKind::Address
                   ? object.pointerType.declare(n_.member(capture.object))
                   : object.type.declare(n_.member(capture.object))) +
              ";\n";
    }
    if (n_.hasExit())
      text += "  int " + n_.exit() + ";\n";
    if (n_.hasResult())
      text += "  " + n_.result(n_.p + "spec_result") + ";\n";
    return text + "};\n";
  }

  std::string handed() const {
    if (!n_.hasEpilogue())
      return "";
    std::string text = n_.handedStruct() + " {\n";
    for (ObjectId id : n_.loop.parts.handed)
      text += "  " + n_.program[id].type.declare(n_.member(id)) + ";\n";
    return text + (n_.loop.parts.handed.empty() ? "  char nothing;\n" : "") +
           "};\n";
  }

  /// Epilogues stand there once more than the rest of the body does.
  TriedCalls triedCalls() {
    if (!mayStandTwice(n_))
      return {};
    TriedCalls calls{twins_.redirections(n_.source.body), {}};
    for (NodeId child : childrenOf(n_.program, n_.source.body))
      if (n_.loop.parts.epilogue.contains(n_.program[child].text)) {
        Replacements own = lastTwins_.redirections(child);
        calls.inEpilogues.insert(calls.inEpilogues.end(), own.begin(),
                                 own.end());
      }
    return calls;
  }

  std::string signature() const {
    return n_.base + "(void *" + n_.p + "spec_frame, long long " + n_.p +
           "spec_from)";
  }

  std::string record() const {
    std::string label = llvm::sys::path::filename(n_.node.location.file).str() +
                        ":" + std::to_string(n_.node.location.line) + " " +
                        n_.program[n_.node.function].name;
    const speculation::IterationParts &parts = n_.loop.parts;
    auto flag = [](bool is) { return std::string(is ? "1" : "0") + ", "; };
    return "static struct " + n_.p + "spec_loop " + n_.base + "_loop = {" +
           quoted(label) + ", " + n_.base + ", " +
           (hasPrologue(n_) ? prologueName(n_) : "0") + ", " +
           flag(parts.needsPrologue) + flag(parts.needsEpilogue) +
           (!n_.hasEpilogue() ? "0, "
            : parts.isApart   ? "2, "
                              : "1, ") +
           flag(n_.loop.epilogueKeepsMemory) + (always_ ? "2" : "0") + ", " +
           flag(n_.loop.isDoubtful) + "1, " + flag(n_.loop.keepsMemory) +
           "{0}};\n";
  }

  /// `f->MEMBER = value`, with its mark.
  std::string noted(const std::string &member, const std::string &value) const {
    const std::string place = n_.p + "spec_f->" + member;
    return n_.p + "spec_write(&" + place + ", sizeof " + place + "); " + place +
           " = " + value + ";";
  }

  /// The function's result, of which members may be const.
  std::string notedResult(const std::string &value) const {
    const std::string place = n_.p + "spec_f->" + value;
    return n_.p + "spec_write(&" + place + ", sizeof " + place +
           "); __builtin_memcpy((void *)&" + place + ", &" + value +
           ", sizeof " + place + ");";
  }

  /// What leaves the loop says how, and what a `return` gives.
  void markExits(MarkedText &marked) const {
    const std::string left = n_.p + "spec_left = ",
                      value = n_.p + "spec_result";
    const std::string out =
        left + n_.byReturn + "; goto " + n_.p + "spec_out; }";
    for (NodeId id : n_.loop.exits) {
      const TextRange &text = n_.program[id].text;
      const Jump &jump = *n_.program[id].as<Jump>();
      if (jump.kind == JumpKind::Break)
        marked.leave(text, {}, "{ " + left + n_.byBreak + "; break; }", "");
      else if (!isValid(jump.value))
        marked.leave(text, {}, "{ " + out, "");
      else
        marked.leave(text, n_.program[jump.value].text,
                     "{ __typeof__(" + n_.p + "spec_f->" + value + ") " +
                         value + " = (",
                     "); " + notedResult(value) + " " + out);
    }
  }

  /// The body, but for the epilogue, for which it leaves what that needs; or
  /// all of it, where the epilogue is the copy's own.
  std::string bodyOf(const MarkedText &marked) const {
    const TextRange &body = n_.program[n_.source.body].text,
                    &epilogue = n_.loop.parts.epilogue;
    if (!n_.hasEpilogue())
      return marked.text(body) + behindClone(n_);
    std::string text =
        marked.text({body.unit, body.begin, epilogue.begin}) + behindClone(n_);
    if (!n_.loop.parts.needsEpilogue)
      text += "if (!" + n_.p + "spec_leaves) {\n" + lineOf(n_, epilogue) +
              marked.text(epilogue) + behindClone(n_) + "} else ";
    text += "{ " + n_.handedStruct() + " " + n_.handed() + "; ";
    for (ObjectId id : n_.loop.parts.handed) {
      const std::string place = n_.handed() + "." + n_.member(id);
      std::string name = namesInClone(n_)(id);
      if (name.empty())
        name = n_.program[id].name;
      else
        text += n_.p + "spec_read(&" + name + ", sizeof " + place + "); ";
      text += "__builtin_memcpy((void *)&" + place + ", (const void *)&" +
              name + ", sizeof " + place + "); ";
    }
    text += n_.p + "spec_hand_on(&" + n_.handed() + ", sizeof " + n_.handed() +
            "); }";
    const TextRange &step = n_.loop.parts.step;
    if (!step.empty())
      text += "\n" + lineOf(n_, step) + marked.text(step) + behindClone(n_);
    return text + " }\n";
  }

  /// What stands between the brackets of the clone's `for`.
  std::string header(const MarkedText &marked) const {
    std::string at = n_.p + "spec_at", go = n_.p + "spec_go";
    std::string next = left() + go + " = " + n_.p + "spec_next(++" + at + ")";
    if (!n_.counted) {
      std::string begins =
          n_.begins([&](const TextRange &range) { return marked.text(range); });
      return "; " + go + " && (" + begins + " || (" + n_.p +
             "spec_left = " + n_.byCondition + ", 0)); " + next;
    }
    if (!n_.source.stepText.empty())
      next = marked.text(n_.source.stepText) + ", " + next;
    return "; " + go + " && (" + marked.text(n_.source.conditionText) + "); " +
           next;
  }

  std::string loopClone() {
    MarkedText marked(n_.program, n_.loop.code, callees_, namesInClone(n_),
                      n_.p, applies_);
    markExits(marked);
    marked.cover(n_.loop.code.covered);
    std::string text =
        openClone(n_, signature()) + "  int " + n_.p + "spec_go = 1;\n";
    if (n_.hasExit())
      text += "  int " + n_.p + "spec_left = 0;\n";
    text += "  for (" + header(marked) + ")\n" +
            lineMarker(n_.program[n_.source.body].location, true) +
            bodyOf(marked);
    if (n_.node.exits.byReturn)
      text += n_.p + "spec_out:;\n";
    if (n_.hasExit())
      text += "  if (" + n_.p + "spec_left) { " +
              noted(n_.exit(), n_.p + "spec_left") + " }\n";
    return text + "}\n\n";
  }

  /// At the end of each iteration, as any may be the last that is taken over:
  /// what the loop leaves in variables of the clone's own. Operands of commas.
  std::string left() const {
    std::string text;
    for (const Capture &capture : n_.loop.captures)
      if (capture.kind == CaptureKind::Own && capture.isLeft) {
        const std::string place = n_.p + "spec_f->" + n_.member(capture.object);
        text += n_.p + "spec_write(&" + place + ", sizeof " + place + "), " +
                place + " = " + n_.program[capture.object].name + ", ";
      }
    return text;
  }

  /// From the address of a function to that of its clone.
  std::string target() const {
    std::string text = "static void *" + callees_.target + "(void *" + n_.p +
                       "spec_function)\n{\n";
    for (const auto &[function, clone] : callees_.clones)
      if (n_.program[function].isAddressTaken)
        text += "  if (" + n_.p + "spec_function == (void *)" +
                n_.program[function].name + ")\n    return (void *)" + clone +
                ";\n";
    return text + "  " + n_.p + "spec_give_up();\n}\n\n";
  }

  const SpeculativeNames n_;
  const bool always_;
  CalleeTwins twins_, lastTwins_;
  ApplyFunctions applies_;
  MarkedText::Callees callees_;
};

} // namespace

SpeculativeText emitSpeculativeLoop(const Program &program,
                                    const speculation::SpeculativeLoop &loop,
                                    const Naming &naming, std::size_t number,
                                    bool always, const TwinOptions &twins) {
  return Emitter(SpeculativeNames(program, loop, naming.prefix, number), always,
                 twins)
      .emit();
}

} // namespace hocket::codegen
