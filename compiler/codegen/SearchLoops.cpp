// SPDX-License-Identifier: Apache-2.0
#include "codegen/SearchLoops.h"

#include "codegen/LoopHeader.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;

namespace {

/// Iterations that a chunk does before it looks what others have found: a few
/// where each takes long.
unsigned blockSize(unsigned grain) { return grain > 1 ? 16 * grain : 16; }

class SearchEmitter {
public:
  explicit SearchEmitter(const SearchContext &c)
      : c_(c), program_(c.program), p_(c.prefix),
        loop_(*program_[c.verdict.loop].as<Loop>()), counted_(*loop_.header()) {
  }

  SearchText chunk(const SearchCut &cut) {
    begin();
    save();
    const std::string first = p_ + "first", last = p_ + "last", k = p_ + "k",
                      count = p_ + "count";
    text_.declarations += "long long " + first + ", " + last + ", " + k + ";\n";
    std::string test = k + " < " + last;
    std::string wrapped = cut.wrap ? cut.wrap(test) : test;
    bool isEstimate = wrapped != test;
    std::string size = std::to_string(blockSize(cut.grain)) + "LL";
    std::string hasBlock = first + " < " + count;
    std::string &out = text_.statements;
    if (isEstimate) {
      out += first + " = 0;\n" + last + " = " + count + ";\nif (" + hasBlock +
             ") {\n";
    } else {
      out += "for (" + first + " = " + p_ + "c * " + size + "; " + hasBlock +
             " && " + first + " < " + p_ + "found(" + c_.place + "); " + first +
             " += " + std::to_string(cut.chunks) + " * " + size + ") {\n";
      out += last + " = " + count + " - " + first + " < " + size + " ? " +
             count + " : " + first + " + " + size + ";\n";
    }
    restart();
    out += "for (" + k + " = " + first + "; " + wrapped + "; " + next() +
           ") {\n" + startOfIteration();
    // What would end the loop is noted instead.
    std::string note = isEstimate ? "{ __builtin_trap(); }"
                                  : "{ " + p_ + "find(" + c_.place + ", " + k +
                                        "); goto " + p_ + "done; }";
    if (const TextRange &until = loop_.search->until; !until.empty())
      out +=
          "if (!(" + fill(program_, until, c_.filler) + "))\n  " + note + "\n";
    const Node &body = program_[loop_.body];
    out += lineMarker(body.location, true) +
           fillExchanged(program_, {body.id, c_.verdict.exits, note}, c_.filler,
                         *cut.insertions) +
           "\n}\n}\n";
    if (!isEstimate)
      out += p_ + "done:;\n";
    return std::move(text_);
  }

  SearchText resume() {
    begin();
    const std::string first = p_ + "first";
    std::string &out = text_.statements;
    text_.declarations += "long long " + first + ";\n";
    out += first + " = " + p_ + "resume(" + p_ + "count, " + p_ + "found(" +
           c_.place + "));\n" + p_ + "search_anew(" + c_.place + ");\n";
    std::string condition = fill(program_, loop_.conditionText, c_.filler);
    std::string step;
    if (isValid(loop_.step))
      step = fill(program_, loop_.stepText, c_.filler);
    std::string init;
    if (counted_.isPlain)
      init = assignIterator(first);
    out += advanceAll(program_, c_.verdict, c_.filler, p_);
    const Node &body = program_[loop_.body];
    out += lineMarker(program_[c_.verdict.loop].location, true);
    bool isDo = loop_.form == LoopForm::Do;
    out +=
        isDo ? "do\n" : "for (" + init + "; " + condition + "; " + step + ")\n";
    out += lineMarker(body.location, true) +
           fillNode(program_, body.id, c_.filler) + "\n";
    if (isDo)
      out += "while (" + condition + ");\n";
    return std::move(text_);
  }

  SearchText first(const std::string &count, const std::string &ended) {
    const std::string left = p_ + "left";
    text_.declarations = "long long " + left + " = " + count + ";\n";
    save();
    bool isSetByInit = isValid(loop_.init) || counted_.declaresIterator;
    if (!isSetByInit && !isInduction(counted_.iterator))
      saveOne(counted_.iterator);
    std::string condition = "(" +
                            fill(program_, loop_.conditionText, c_.filler) +
                            ") && " + left + "-- > 0";
    std::string &out = text_.statements;
    out += lineMarker(program_[c_.verdict.loop].location, true);
    bool isDo = loop_.form == LoopForm::Do;
    out += isDo ? "do\n"
                : "for (" + textIf(loop_.init, loop_.initText) + "; " +
                      condition + "; " + textIf(loop_.step, loop_.stepText) +
                      ")\n";
    const Node &body = program_[loop_.body];
    out += lineMarker(body.location, true) +
           fillNode(program_, body.id, c_.filler) + "\n";
    if (isDo)
      out += "while (" + condition + ");\n";
    out += ended + " = " + left + " >= 0;\n";
    if (!saved_.empty())
      out += "if (!" + ended + ") {\n";
    for (ObjectId object : saved_)
      out += "  " + nameOf(object) + " = " + savedName(object) + ";\n";
    if (!saved_.empty())
      out += "}\n";
    return std::move(text_);
  }

private:
  std::string textIf(StmtId stmt, const TextRange &text) const {
    return isValid(stmt) ? fill(program_, text, c_.filler) : std::string();
  }

  bool isInduction(ObjectId object) const {
    return std::any_of(c_.verdict.inductions.begin(),
                       c_.verdict.inductions.end(),
                       [&](const polyhedral::InductionObject &induction) {
                         return induction.object == object;
                       });
  }

  std::string nameOf(ObjectId object) const {
    return hocket::codegen::nameOf(program_, object, c_.filler);
  }

  /// Where the loop starts and how many iterations it may have.
  void begin() {
    std::string count = p_ + "count", start = p_ + "start";
    if (counted_.isPlain) {
      const Object &iterator = program_[counted_.iterator];
      text_.declarations =
          "const " + iterator.type.declare(start) + " = " +
          fill(program_, counted_.lowerText, c_.filler) + ";\n" +
          "const long long " + count + " = " +
          tripCount(program_, c_.verdict.loop,
                    {start, boundOf(program_, counted_, c_.filler), {}}, p_) +
          ";\n";
      return;
    }
    if (isValid(loop_.init)) {
      std::string init = fill(program_, loop_.initText, c_.filler) + ";\n";
      bool declares = program_[loop_.init].kind == StmtKind::Declaration;
      (declares ? text_.declarations : text_.statements) += init;
    }
    text_.declarations += "long long " + count + ";\n";
    Counted bare = counted_;
    if (isValid(bare.boundVariable))
      bare.boundText = {};
    text_.statements +=
        count + " = " +
        tripCount(program_, c_.verdict.loop,
                  {nameOf(counted_.iterator),
                   boundOf(program_, bare, c_.filler), nameOf(counted_.stepBy)},
                  p_) +
        ";\n";
  }

  std::string assignIterator(const std::string &number) const {
    const Object &iterator = program_[counted_.iterator];
    std::string target = counted_.declaresIterator
                             ? iterator.type.declare(iterator.name)
                             : nameOf(iterator.id);
    return target + " = " + p_ + "start + " + number + " * " +
           std::to_string(counted_.step);
  }

  std::string savedName(ObjectId object) const {
    return p_ + "at_" + program_[object].name;
  }

  /// Keeps the values on entry of what moves with the iterations.
  void save() {
    for (const polyhedral::InductionObject &induction : c_.verdict.inductions)
      saveOne(induction.object);
  }

  void saveOne(ObjectId object) {
    std::string at = savedName(object);
    text_.declarations += program_[object].type.declare(at) + ";\n";
    text_.statements += at + " = " + nameOf(object) + ";\n";
    saved_.push_back(object);
  }

  /// Moves it from there to the first iteration of a block.
  void restart() {
    for (const polyhedral::InductionObject &induction : c_.verdict.inductions)
      text_.statements += nameOf(induction.object) + " = " +
                          savedName(induction.object) + ";\n";
    text_.statements += advanceAll(program_, c_.verdict, c_.filler, p_);
  }

  bool testMoves() const {
    const std::vector<Access> &accesses = program_[loop_.condition].accesses;
    return std::any_of(accesses.begin(), accesses.end(), [](const Access &a) {
      return a.kind == AccessKind::Write;
    });
  }

  std::string test() const {
    return "(void)(" + fill(program_, loop_.conditionText, c_.filler) + ")";
  }

  std::string next() const {
    std::string text = p_ + "k++";
    if (counted_.isPlain)
      return text;
    if (isValid(loop_.step))
      text += ", " + fill(program_, loop_.stepText, c_.filler);
    if (testMoves() && loop_.form == LoopForm::Do)
      text += ", " + test();
    return text;
  }

  std::string startOfIteration() const {
    if (counted_.isPlain)
      return assignIterator(p_ + "k") + ";\n";
    return testMoves() && loop_.form != LoopForm::Do ? test() + ";\n" : "";
  }

  const SearchContext &c_;
  const Program &program_;
  const std::string &p_;
  const Loop &loop_;
  const Counted &counted_;
  SearchText text_;
  std::vector<ObjectId> saved_;
};

} // namespace

SearchText searchChunk(const SearchContext &c, const SearchCut &cut) {
  return SearchEmitter(c).chunk(cut);
}

SearchText firstIterations(const SearchContext &c, const std::string &count,
                           const std::string &ended) {
  return SearchEmitter(c).first(count, ended);
}

SearchText resumedLoop(const SearchContext &c) {
  return SearchEmitter(c).resume();
}

} // namespace hocket::codegen
