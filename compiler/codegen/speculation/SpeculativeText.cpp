// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/SpeculativeText.h"

#include "codegen/speculation/MarkedText.h"
#include "codegen/text/Text.h"
#include "ir/FunctionClones.h"
#include "ir/Tree.h"

#include "llvm/Support/Path.h"

namespace hocket::codegen {

using namespace ir;
using speculation::Capture;
using speculation::CaptureKind;

namespace {

class Emitter {
public:
  Emitter(const Program &program, const speculation::SpeculativeLoop &loop,
          const Naming &naming, std::size_t number, bool always)
      : program_(program), loop_(loop), node_(program[loop.loop]),
        for_(*node_.as<Loop>()), counted_(*for_.counted),
        iterator_(program[counted_.iterator]),
        function_(program[node_.function]), p_(naming.prefix),
        base_(p_ + function_.name + "_s" + std::to_string(number)),
        always_(always), applies_(p_, base_) {
    for (const speculation::InstrumentedFunction &one : loop.functions)
      callees_.clones[one.function] = base_ + "_" + program[one.function].name;
    callees_.target = base_ + "_target";
  }

  SpeculativeText emit() {
    SpeculativeText result;
    result.declaration =
        frame() + "static void " + signature() + ";\n" + record();
    result.edits = edits();
    std::string clone = loopClone();
    std::string prototypes, functions;
    for (const speculation::InstrumentedFunction &one : loop_.functions) {
      prototypes += header(one.function) + ";\n";
      functions += functionClone(one);
    }
    result.tail = prototypes + applies_.definitions() +
                  (loop_.hasIndirectCalls ? target() : "") + functions + clone;
    return result;
  }

private:
  static Filler asWritten() {
    return [](ObjectId) { return std::string(); };
  }

  std::string member(ObjectId id) const {
    return p_ + "v" + std::to_string(index(id)) + "_" + program_[id].name;
  }
  /// What the iterator was when the loop began.
  std::string first() const { return p_ + "spec_first"; }

  bool isCopiedBack(const Capture &capture) const {
    return capture.kind == CaptureKind::Tracked ||
           (capture.kind == CaptureKind::Own && capture.isLeft);
  }

  /// `T x` without what forbids to assign it.
  std::string declared(const Object &object, const std::string &name) const {
    return object.type.declare(name);
  }

  std::string frame() const {
    std::string text = "struct " + base_ + "_frame {\n  " +
                       declared(iterator_, first()) + ";\n";
    for (const Capture &capture : loop_.captures) {
      const Object &object = program_[capture.object];
      if (capture.kind == CaptureKind::Own && !capture.isLeft)
        continue;
      text += "  " +
              (capture.kind == CaptureKind::Address
                   ? object.pointerType.declare(member(capture.object))
                   : declared(object, member(capture.object))) +
              ";\n";
    }
    return text + "};\n";
  }

  std::string signature() const {
    return base_ + "(void *" + p_ + "spec_frame, long long " + p_ +
           "spec_from)";
  }

  std::string record() const {
    std::string label = llvm::sys::path::filename(node_.location.file).str() +
                        ":" + std::to_string(node_.location.line) + " " +
                        function_.name;
    return "static struct " + p_ + "spec_loop " + base_ + "_loop = {" +
           quoted(label) + ", " + base_ + ", " + (always_ ? "1" : "0") + ", " +
           (loop_.isDoubtful ? "1" : "0") + ", {0}};\n";
  }

  // The user's function -------------------------------------------------------

  std::string copies(bool isBack) const {
    std::string text;
    for (const Capture &capture : loop_.captures) {
      if (!isCopiedBack(capture))
        continue;
      std::string here = program_[capture.object].name;
      std::string there = p_ + "spec_f." + member(capture.object);
      text += (isBack ? here + " = " + there : there + " = " + here) + "; ";
    }
    return text;
  }

  std::string asUser(const TextRange &range) const {
    return fill(program_, range, asWritten());
  }

  /// The iterator's value in an iteration.
  std::string valueAt(const std::string &start, const std::string &at) const {
    std::string type = "(__typeof__(" + iterator_.name + "))";
    return type + "(" + start + " + " + type + "(" +
           std::to_string(counted_.step) + "LL * " + at + "))";
  }

  std::string trips() const {
    std::string bound =
        counted_.boundText.empty() ? "0" : asUser(counted_.boundText);
    return "((long long)(" + bound + ") - (long long)" + iterator_.name +
           ") / (" + std::to_string(counted_.step) + "LL) + 1";
  }

  /// From here on the loop asks how far to go before somebody looks again, if
  /// this entry asks at all. Up to its body.
  std::string opening() const {
    const std::string f = p_ + "spec_f", at = p_ + "spec_at",
                      to = p_ + "spec_to", over = p_ + "spec_over",
                      count = p_ + "spec_trips";
    std::string text = "struct " + base_ + "_frame " + f + "; long long " + at +
                       " = 0, " + to + " = " + whole() + ", " + count +
                       " = 0; int " + over + " = 0; ";
    if (!for_.initText.empty())
      text += asUser(for_.initText) + "; ";
    text += "if (" + asks() + ") { " + givenOnce() + f + "." + first() + " = " +
            iterator_.name + "; " + count + " = " + trips() +
            "; } for (;;) { if (" + asks() + ") { " + copies(false) + to +
            " = " + p_ + "spec_begin(&" + base_ + "_loop, " + at + ", " +
            count + ", &" + f + "); } for (;; ";
    if (!for_.stepText.empty())
      text += asUser(for_.stepText) + ", ";
    return text + "++" + at + ") { if (!(" + asUser(for_.conditionText) +
           ")) { " + over + " = 1; break; } if (" + at + " == " + to +
           ") break;\n" + lineMarker(program_[for_.body].location, false);
  }

  /// Behind the body.
  std::string closing() const {
    const std::string f = p_ + "spec_f", at = p_ + "spec_at",
                      to = p_ + "spec_to", over = p_ + "spec_over";
    return system() + "} if (" + to + " == " + whole() + ") break; " +
           copies(false) + at + " = " + p_ + "spec_end(&" + base_ + "_loop, " +
           at + ", " + over + "); " + copies(true) + iterator_.name + " = " +
           valueAt(f + "." + first(), at) + "; if (" + over + ") break; }";
  }

  std::string asks() const { return p_ + "spec_asks"; }

  /// The text can stand in its function twice.
  bool mayBeDoubled() const {
    if (node_.hasLabel)
      return false;
    for (StmtId stmt : allStmts(program_, node_.id))
      if (ObjectId declared = program_[stmt].declares;
          isValid(declared) && program_[declared].kind == ObjectKind::Static)
        return false;
    return true;
  }

  /// What the loop leaves as it is; it may be const.
  std::string givenOnce() const {
    std::string values;
    for (const Capture &capture : loop_.captures) {
      std::string name = program_[capture.object].name;
      if (capture.kind == CaptureKind::Value)
        values += "." + member(capture.object) + " = " + name + ", ";
      else if (capture.kind == CaptureKind::Address)
        values += "." + member(capture.object) + " = (void *)&" + name + ", ";
    }
    std::string given = p_ + "spec_given", f = p_ + "spec_f";
    return "const struct " + base_ + "_frame " + given + " = {" +
           (values.empty() ? "0" : values) + "}; __builtin_memcpy(&" + f +
           ", &" + given + ", sizeof " + f + "); ";
  }

  /// To the end, and that is all.
  static std::string whole() { return "0x7fffffffffffffffLL"; }

  std::string system() const {
    return "\n# 1 \"hocket: speculative loop " + base_ + "\" 3\n";
  }

  /// Beside the user's loop, which runs where nobody asks: it loses nothing
  /// then, as compilers see it. Where it cannot stand beside a copy, it becomes
  /// what the copy would be.
  Replacements edits() const {
    const TextRange &body = program_[for_.body].text;
    SourceLocation after = node_.location;
    after.line = node_.endLine;
    const std::string begin = system() + "{ const int " + asks() + " = !" + p_ +
                              "spec_skips(&" + base_ + "_loop); ",
                      end = lineMarker(after, false);
    if (!mayBeDoubled())
      return {{node_.text.begin, body.begin, begin + opening()},
              {node_.text.end, node_.text.end, closing() + " }\n" + end}};
    return {{node_.text.begin, node_.text.begin,
             begin + "if (__builtin_expect(" + asks() + ", 0)) { " + opening() +
                 asUser(body) + closing() + " } else {\n"},
            {node_.text.end, node_.text.end, system() + "} }\n" + end}};
  }

  // The clones
  // ------------------------------------------------------------------

  Filler names() const {
    return [this](ObjectId id) -> std::string {
      for (const Capture &capture : loop_.captures)
        if (capture.object == id) {
          if (capture.kind == CaptureKind::Tracked)
            return "(" + p_ + "spec_f->" + member(id) + ")";
          if (capture.kind == CaptureKind::Address)
            return "(*" + p_ + "spec_f->" + member(id) + ")";
        }
      return "";
    };
  }

  std::string loopClone() {
    MarkedText marked(program_, loop_.code, callees_, names(), p_, applies_);
    std::string at = p_ + "spec_at", go = p_ + "spec_go",
                from = p_ + "spec_from", f = p_ + "spec_f";
    std::string text = "static void " + signature() + "\n{\n  struct " + base_ +
                       "_frame *" + f + " = (struct " + base_ + "_frame *)" +
                       p_ + "spec_frame;\n";
    for (const Capture &capture : loop_.captures) {
      const Object &object = program_[capture.object];
      if (capture.kind == CaptureKind::Value)
        text += "  " + declared(object, object.name) + " = " + f + "->" +
                member(capture.object) + ";\n";
      else if (capture.kind == CaptureKind::Own)
        text += "  " + declared(object, object.name) + ";\n";
    }
    std::string i = iterator_.name;
    text += "  long long " + at + " = " + from + ";\n  int " + go +
            " = 1;\n  " + declared(iterator_, i) + " = " +
            valueAt(f + "->" + first(), from) + ";\n  for (; " + go + " && (" +
            marked.text(for_.conditionText) + "); ";
    if (!for_.stepText.empty())
      text += marked.text(for_.stepText) + ", ";
    text += go + " = " + p_ + "spec_next(++" + at + "))\n" +
            lineMarker(program_[for_.body].location, true) +
            marked.text(program_[for_.body].text) +
            "\n# 1 \"hocket: clone of " + base_ + "\" 3\n";
    std::string left;
    for (const Capture &capture : loop_.captures)
      if (capture.kind == CaptureKind::Own && capture.isLeft)
        left += "    " + p_ + "spec_write(&" + f + "->" +
                member(capture.object) + ", sizeof " + f + "->" +
                member(capture.object) + ");\n    " + f + "->" +
                member(capture.object) + " = " + program_[capture.object].name +
                ";\n";
    if (!left.empty())
      text += "  if (" + at + " != " + from + ") {\n" + left + "  }\n";
    return text + "}\n\n";
  }

  /// From the address of a function to that of its clone.
  std::string target() const {
    std::string text = "static void *" + callees_.target + "(void *" + p_ +
                       "spec_function)\n{\n";
    for (const auto &[function, clone] : callees_.clones)
      if (program_[function].isAddressTaken)
        text += "  if (" + p_ + "spec_function == (void *)" +
                program_[function].name + ")\n    return (void *)" + clone +
                ";\n";
    return text + "  " + p_ + "spec_give_up();\n}\n\n";
  }

  std::string header(FunctionId id) const {
    const Function &function = program_[id];
    std::string parameters;
    for (ObjectId param : function.params)
      parameters += (parameters.empty() ? "" : ", ") +
                    program_[param].type.declare(program_[param].name);
    return "static " + cloneAttributes(program_, id) +
           function.resultType.declare(
               callees_.clones.at(id) + "(" +
               (parameters.empty() ? "void" : parameters) + ")");
  }

  std::string functionClone(const speculation::InstrumentedFunction &one) {
    MarkedText marked(program_, one.code, callees_, asWritten(), p_, applies_);
    const Node &body = program_[program_[one.function].body];
    return header(one.function) + "\n" + lineMarker(body.location, true) +
           marked.text(body.text) + "\n\n";
  }

  const Program &program_;
  const speculation::SpeculativeLoop &loop_;
  const Node &node_;
  const Loop &for_;
  const Counted &counted_;
  const Object &iterator_;
  const Function &function_;
  const std::string p_;
  const std::string base_;
  const bool always_;
  ApplyFunctions applies_;
  MarkedText::Callees callees_;
};

} // namespace

SpeculativeText emitSpeculativeLoop(const Program &program,
                                    const speculation::SpeculativeLoop &loop,
                                    const Naming &naming, std::size_t number,
                                    bool always) {
  return Emitter(program, loop, naming, number, always).emit();
}

} // namespace hocket::codegen
