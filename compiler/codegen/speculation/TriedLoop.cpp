// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/TriedLoop.h"

#include "codegen/text/Text.h"
#include "ir/Tree.h"

#include <algorithm>
#include <iterator>

namespace hocket::codegen {

using namespace ir;
using speculation::Capture;
using speculation::CaptureKind;

namespace {

bool isCopiedBack(const Capture &capture) {
  return capture.kind == CaptureKind::Tracked ||
         (capture.kind == CaptureKind::Own && capture.isLeft);
}

class Emitter {
public:
  Emitter(const SpeculativeNames &names, const TriedCalls &calls)
      : n_(names), calls_(calls), hasOther_(mayStandTwice(names)) {}

  Replacements edits() const {
    const TextRange &body = n_.program[n_.source.body].text;
    SourceLocation after = n_.node.location;
    after.line = n_.node.endLine;
    std::string begin = system() + "{ const int " + asks() + " = !" + n_.p +
                        "spec_skips(&" + n_.base + "_loop); int " + over() +
                        " = 0; ";
    if (!n_.source.initText.empty())
      begin += asUser(n_.source.initText) + "; ";
    const std::string end = lineMarker(after, false);
    if (!hasOther_) {
      Replacements all = exits();
      all.push_back({n_.node.text.begin, body.begin, begin + opening()});
      all.push_back({body.end, n_.node.text.end, closing() + " }\n" + end});
      return all;
    }
    begin += "if (__builtin_expect(" + asks() + ", 0)) { " + opening() +
             tried(body, asWritten, calls_.inBody) + closing() + " } if (!" +
             over() + ")\n" + lineMarker(n_.node.location, false);
    const bool isFor = n_.source.form == LoopForm::For;
    return {{n_.node.text.begin, isFor ? body.begin : n_.node.text.begin,
             isFor ? begin + rest() : begin},
            {n_.node.text.end, n_.node.text.end, system() + "}\n" + end}};
  }

private:
  std::string copies(bool isBack) const {
    std::string text;
    for (const Capture &capture : n_.loop.captures) {
      if (!isCopiedBack(capture))
        continue;
      std::string here = n_.program[capture.object].name;
      std::string there = n_.p + "spec_f." + n_.member(capture.object);
      text += (isBack ? here + " = " + there : there + " = " + here) + "; ";
    }
    return text;
  }

  std::string asUser(const TextRange &range) const {
    return fill(n_.program, range, [](ObjectId) { return std::string(); });
  }

  /// A part of the body with its jumps and calls as they are where somebody may
  /// run ahead.
  std::string tried(const TextRange &part, const Filler &filler,
                    const Replacements &calls) const {
    Replacements all;
    auto add = [&](const Replacement &one) {
      if (part.begin <= one.begin && one.end <= part.end)
        all.push_back(one);
    };
    const Replacements ends = exits();
    std::for_each(ends.begin(), ends.end(), add);
    for (const Replacement &call : calls)
      if (std::none_of(ends.begin(), ends.end(), [&](const Replacement &end) {
            return end.begin <= call.begin && call.begin <= end.end;
          }))
        add(call);
    return fillReplaced(n_.program, part, filler, all);
  }

  static std::string asWritten(ObjectId) { return ""; }

  /// Those of iterations that have been taken over, with what their children
  /// have handed on.
  std::string epilogues() const {
    if (!n_.hasEpilogue())
      return "";
    const std::string at = n_.p + "spec_of";
    const std::vector<ObjectId> &handed = n_.loop.parts.handed;
    auto named = [&](ObjectId id) {
      bool is = std::find(handed.begin(), handed.end(), id) != handed.end();
      return is ? "(" + n_.handed() + "." + n_.member(id) + ")" : std::string();
    };
    const TextRange &text = n_.loop.parts.epilogue;
    SourceLocation from = n_.program[n_.source.body].location;
    for (NodeId child : childrenOf(n_.program, n_.source.body))
      if (n_.program[child].text.begin == text.begin)
        from = n_.program[child].location;
    return "{ " + n_.handedStruct() + " " + n_.handed() + "; long long " + at +
           "; while (" + n_.p + "spec_due(&" + n_.base + "_loop, &" + at +
           ", &" + n_.handed() + ")) { " + iteratorAt(at) + "do {\n" +
           lineMarker(from, false) + tried(text, named, calls_.inEpilogues) +
           system() + "} while (0); if (" + over() + " > 1) break; } } if (" +
           over() + " > 1) { " + end() + "break; } ";
  }

  /// The iterator gets its value in an iteration.
  std::string iteratorAt(const std::string &at) const {
    if (!n_.counted)
      return "";
    return n_.iterator->name + " = " +
           n_.valueAt(n_.p + "spec_f." + n_.first(), at) + "; ";
  }

  /// The user's `for`, from where the iterator is by now.
  std::string rest() const {
    auto part = [&](const TextRange &range) {
      return range.empty() ? std::string() : asUser(range);
    };
    return "for (; " + part(n_.source.conditionText) + "; " +
           part(n_.source.stepText) + ") ";
  }

  /// Nobody runs ahead from here on, so the user's loop goes on. It then makes
  /// no difference that an iteration has been before.
  std::string goesOn() const {
    std::string between;
    if (!n_.counted && n_.source.form == LoopForm::Do)
      between = "if (!" + begins() + ") " + over() + " = 1; ";
    else if (!n_.counted && !n_.source.stepText.empty())
      between = "if (" + n_.p + "spec_at != 0) { " +
                asUser(n_.source.stepText) + "; } ";
    return "if (" + n_.p + "spec_to == " + whole() + ") { " + between +
           "break; } ";
  }

  std::string begins() const {
    return n_.begins([&](const TextRange &range) { return asUser(range); });
  }

  std::string trips() const {
    if (!n_.counted)
      return "-0x7fffffffffffffffLL - 1"; // nobody knows
    std::string bound =
        n_.counted->boundText.empty() ? "0" : asUser(n_.counted->boundText);
    return "((long long)(" + bound + ") - (long long)" + n_.iterator->name +
           ") / (" + std::to_string(n_.counted->step) + "LL) + 1";
  }

  /// From here on the loop asks how far to go before somebody looks again, if
  /// this entry asks at all. Up to its body.
  std::string opening() const {
    const std::string f = n_.p + "spec_f", at = n_.p + "spec_at",
                      to = n_.p + "spec_to", count = n_.p + "spec_trips",
                      where = hasOther_ ? "{ " : "if (" + asks() + ") { ";
    std::string text = "struct " + n_.base + "_frame " + f + "; long long " +
                       at + " = 0, " + to + " = " + whole() + ", " + count +
                       " = 0; ";
    // gcc takes copies to the frame for uses of what has no value yet.
    for (const Capture &capture : n_.loop.captures)
      if (capture.isGivenFirst)
        text += n_.program[capture.object].name + " = 0; ";
    text += where + givenOnce();
    if (n_.counted)
      text += f + "." + n_.first() + " = " + n_.iterator->name + "; ";
    text += count + " = " + trips() + "; } for (;;) { " + where +
            copies(false) + to + " = " + n_.p + "spec_begin(&" + n_.base +
            "_loop, " + at + ", " + count + ", &" + f + "); } " +
            (hasOther_ ? goesOn() : "") + header() + "\n";
    return text + lineMarker(n_.program[n_.source.body].location, false);
  }

  /// A piece's `for`, up to the body.
  std::string header() const {
    const std::string at = n_.p + "spec_at",
                      stops = "if (" + at + " == " + n_.p + "spec_to) break;",
                      ends = "{ " + n_.p + "spec_over = 1; break; }";
    if (!n_.counted)
      return "for (;; ++" + at + ") { " + stops + " if (!" + begins() + ") " +
             ends;
    std::string step;
    if (!n_.source.stepText.empty())
      step = asUser(n_.source.stepText) + ", ";
    return "for (;; " + step + "++" + at + ") { if (!(" +
           asUser(n_.source.conditionText) + ")) " + ends + " " + stops;
  }

  /// Behind the body.
  std::string closing() const {
    const std::string at = n_.p + "spec_at", to = n_.p + "spec_to",
                      alone = "if (" + to + " == " + whole() + ") break; ";
    return system() + "} " + (hasOther_ ? "" : alone) + copies(false) + at +
           " = " + n_.p + "spec_end(&" + n_.base + "_loop, " + at + ", " +
           over() + "); " + copies(true) + epilogues() + iteratorAt(at) +
           leaving() + "if (" + over() + ") break; }";
  }

  /// Ends the entry, on the way out of the loop.
  std::string end() const {
    return "(void)" + n_.p + "spec_end(&" + n_.base + "_loop, " + n_.p +
           "spec_at, 1); ";
  }

  /// As the clone whose work has been taken over did.
  std::string leaving() const {
    if (!n_.hasExit())
      return "";
    const std::string exit = n_.p + "spec_f." + n_.exit();
    std::string text = "if (" + exit + ") { " + end();
    if (n_.node.exits.byReturn)
      text += "if (" + exit + " == " + n_.byReturn + ") return" +
              (n_.hasResult() ? " " + n_.p + "spec_f." + n_.p + "spec_result"
                              : "") +
              "; ";
    return text + over() + " = 1; break; } ";
  }

  /// The body's jumps out of the loop, where somebody may run ahead.
  Replacements exits() const {
    Replacements result;
    const std::string value = n_.p + "spec_result",
                      ended = "if (" + n_.p + "spec_to != " + whole() + ") " +
                              end();
    for (NodeId id : n_.loop.exits) {
      const TextRange &text = n_.program[id].text;
      const Jump &jump = *n_.program[id].as<Jump>();
      if (jump.kind == JumpKind::Break) {
        bool isLast = n_.loop.parts.epilogue.contains(text);
        result.push_back({text.begin, text.end,
                          "{ " + n_.p + "spec_over = " + (isLast ? "2" : "1") +
                              "; break; }"});
      } else if (!isValid(jump.value)) {
        result.push_back({text.begin, text.end, "{ " + ended + "return; }"});
      } else {
        const TextRange &given = n_.program[jump.value].text;
        result.push_back({text.begin, given.begin,
                          "{ __typeof__(" + n_.p + "spec_f." + value + ") " +
                              value + " = ("});
        result.push_back(
            {given.end, text.end, "); " + ended + "return " + value + "; }"});
      }
    }
    return result;
  }

  std::string asks() const { return n_.p + "spec_asks"; }
  std::string over() const { return n_.p + "spec_over"; }

  /// What the loop leaves as it is; it may be const.
  std::string givenOnce() const {
    std::string values;
    for (const Capture &capture : n_.loop.captures) {
      std::string name = n_.program[capture.object].name;
      if (capture.kind == CaptureKind::Value)
        values += "." + n_.member(capture.object) + " = " + name + ", ";
      else if (capture.kind == CaptureKind::Address)
        values +=
            "." + n_.member(capture.object) + " = (void *)&" + name + ", ";
    }
    std::string given = n_.p + "spec_given", f = n_.p + "spec_f";
    return "const struct " + n_.base + "_frame " + given + " = {" +
           (values.empty() ? "0" : values) + "}; __builtin_memcpy(&" + f +
           ", &" + given + ", sizeof " + f + "); ";
  }

  /// To the end, and that is all.
  static std::string whole() { return "0x7fffffffffffffffLL"; }

  std::string system() const {
    return "\n# 1 \"hocket: speculative loop " + n_.base + "\" 3\n";
  }

  const SpeculativeNames &n_;
  const TriedCalls &calls_;
  /// The user's loop stands beside this text.
  const bool hasOther_;
};

} // namespace

Replacements triedLoop(const SpeculativeNames &names, const TriedCalls &calls) {
  return Emitter(names, calls).edits();
}

bool mayStandTwice(const SpeculativeNames &names) {
  if (names.node.hasLabel)
    return false;
  for (StmtId stmt : allStmts(names.program, names.node.id))
    if (ObjectId declared = names.program[stmt].declares;
        isValid(declared) && names.program[declared].kind == ObjectKind::Static)
      return false;
  return true;
}

} // namespace hocket::codegen
