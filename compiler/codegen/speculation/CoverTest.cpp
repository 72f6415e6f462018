// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/CoverTest.h"

#include "codegen/loops/LoopHeader.h"

#include <set>

namespace hocket::codegen {

using namespace ir;
using speculation::CoveredLoop;

namespace {

struct Writer {
  const Program &program;
  const Filler &filler;
  const std::string &p; ///< prefix

  /// Declares how often a loop runs, the iterator's first value and the next.
  /// \param around count of the loop that it is in, which evaluates its header
  /// if it runs; empty: it is in none
  std::string firstValues(NodeId loop, const std::string &number,
                          const std::string &around) const {
    const Counted &counted = *program[loop].as<Loop>()->counted;
    const CType &type = program[counted.iterator].type;
    const std::string first = p + "f" + number,
                      cast = "(" + type.declare("") + ")",
                      lower = "(" + cast + "(" +
                              fill(program, counted.lowerText, filler) + "))",
                      guard = around.empty() ? "" : around + " > 0 ? ",
                      other = around.empty() ? "" : " : 0";
    return "const long long " + p + "c" + number + " = " + guard +
           tripCount(program, loop,
                     {lower, boundOf(program, counted, filler), ""}, p) +
           other + "; " + type.declare(first) + " = " + guard + lower + other +
           ", " + p + "s" + number + " = " + cast + "(" + first + " + (" +
           std::to_string(counted.step) + "LL)); ";
  }

  /// True if all that the loop comes to has been touched. Short loops are not
  /// worth a look; much longer ones than any array has places might come round.
  std::string test(const CoveredLoop &covered,
                   const std::string &number) const {
    const bool isNest = !covered.inner.empty();
    std::string values, holds = "1";
    if (covered.isCounted) {
      values = firstValues(covered.loop, number, "");
      holds = isInRange(number, isNest ? 1 : 8);
    }
    for (std::size_t i = 0; i < covered.inner.size(); ++i) {
      std::string own = number + "_" + std::to_string(i);
      values += firstValues(covered.inner[i], own, p + "c" + number);
      holds += " && " + isInRange(own, 1);
    }
    std::set<std::string> asked;
    for (const TextRange &place : covered.places) {
      std::string question = coverQuestion(covered, place, number);
      if (asked.insert(question).second)
        holds += " && " + p + "spec_covers(&" + p + "k" + number + "[" +
                 std::to_string(asked.size() - 1) + "], " + question + ")";
    }
    for (const speculation::CoveredRange &range : covered.ranges) {
      std::string question = rangeQuestion(range);
      if (asked.insert(question).second)
        holds += " && " + p + "spec_covers_all(&" + p + "k" + number + "[" +
                 std::to_string(asked.size() - 1) + "], " + question + ")";
    }
    return "static struct " + p + "spec_cover " + p + "k" + number + "[" +
           std::to_string(asked.size()) + "]; " + values + "if (" + holds + ")";
  }

  /// Where it begins, and how many bytes it has.
  std::string rangeQuestion(const speculation::CoveredRange &range) const {
    return std::string("(const volatile char *)") + (range.isPlace ? "&" : "") +
           "(" + fill(program, range.base, filler) + ") + (" +
           std::to_string(range.begin) + "LL), " +
           std::to_string(range.end - range.begin) + "ul";
  }

  std::string isInRange(const std::string &number, unsigned least) const {
    return "(unsigned long long)" + p + "c" + number + " - " +
           std::to_string(least) + " < 0x7ffffff0ull";
  }

  /// Where the place is in the first iterations, its size, and how often that
  /// is.
  std::string coverQuestion(const CoveredLoop &covered, const TextRange &place,
                            const std::string &number) const {
    auto iterator = [&](NodeId loop) {
      return program[loop].as<Loop>()->counted->iterator;
    };
    // Both loops by number; a loop without loops inside is one row.
    ObjectId outer = iterator(covered.loop), inner = ObjectId::None;
    std::string own;
    for (std::size_t i = 0; i < covered.inner.size(); ++i)
      if (program[covered.inner[i]].text.contains(place)) {
        inner = iterator(covered.inner[i]);
        own = number + "_" + std::to_string(i);
      }
    auto at = [&](const std::string &ofOuter, const std::string &ofInner) {
      return fill(program, place, [&](ObjectId id) {
        return id == inner   ? p + ofInner + own
               : id == outer ? p + ofOuter + number
                             : filler(id);
      });
    };
    const std::string first = at("f", "f"), size = ", sizeof(" + first + "), ",
                      outerNext = at("s", "f"), count = p + "c" + number;
    if (!isValid(inner))
      return "&(" + first + "), &(" + outerNext + "), &(" + first + ")" + size +
             count + ", 1";
    return "&(" + first + "), &(" + at("f", "s") + "), &(" + outerNext + ")" +
           size + p + "c" + own + ", " + count;
  }
};

} // namespace

std::string coverTest(const Program &program, const CoveredLoop &covered,
                      const Filler &filler, const std::string &prefix,
                      const std::string &number) {
  return Writer{program, filler, prefix}.test(covered, number);
}

} // namespace hocket::codegen
