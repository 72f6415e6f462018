// SPDX-License-Identifier: Apache-2.0
#include "codegen/LoopHeader.h"

namespace hocket::codegen {

using namespace ir;

std::string tripCount(const Program &program, const Counted &counted,
                      const std::string &lower, const std::string &bound,
                      const std::string &prefix) {
  const Object &iterator = program[counted.iterator];
  const Expr &limit = program[counted.bound];
  bool isUp = counted.step > 0;
  bool isInclusive =
      counted.compare == Compare::Le || counted.compare == Compare::Ge;
  std::string step = std::to_string(isUp ? counted.step : -counted.step);
  // The comparison is made in the common type of both sides.
  std::string cast;
  if (!iterator.isSigned || !limit.isSigned)
    cast = "(__typeof__((" + lower + ") + (" + bound + ")))";
  std::string from = cast.empty() ? lower : cast + "(" + lower + ")";
  std::string to = cast.empty() ? bound : cast + "(" + bound + ")";
  if (!isUp)
    std::swap(from, to);
  // Signed 64 bits hold every value of a type that is narrower or signed.
  bool isWide = !cast.empty() && (iterator.bits == 64 || limit.bits == 64);
  if (!isWide) {
    if (isInclusive)
      (isUp ? to : from) += isUp ? " + 1LL" : " - 1LL";
    return prefix + "trips(" + from + ", " + to + ", " + step + ")";
  }
  std::string compare = isInclusive ? " <= " : " < ";
  std::string distance = to + " - " + from + (isInclusive ? " + 1" : "");
  return "(" + from + compare + to + " ? " + prefix + "trips(0, (long long)(" +
         distance + "), " + step + ") : 0LL)";
}

ChunkedLoop chunkLoop(const Program &program, const Counted &counted,
                      const Filler &filler, const std::string &prefix,
                      const Cut &cut) {
  const Object &object = program[counted.iterator];
  const std::string &i = object.name;
  bool isStartGiven = !counted.lowerText.empty();
  std::string lower =
      isStartGiven ? fill(program, counted.lowerText, filler) : i;
  std::string bound = fill(program, counted.boundText, filler);
  std::string first = prefix + "first", last = prefix + "last",
              trips = prefix + "count", start = prefix + "start";
  ChunkedLoop loop;
  std::string n = std::to_string(cut.chunks) + ", " + std::to_string(cut.grain);
  // In the iterator's own type, as the user's comparison sees it.
  loop.prologue = "const " + object.type.declare(start) + " = " + lower + ";\n";
  loop.prologue += "const long long " + trips + " = " +
                   tripCount(program, counted, start, bound, prefix) + ";\n";
  loop.prologue += "const long long " + first + " = " + prefix + "chunk(" +
                   trips + ", " + prefix + "c, " + n + ");\n";
  loop.prologue += "const long long " + last + " = " + prefix + "chunk(" +
                   trips + ", " + prefix + "c + 1, " + n + ");\n";

  std::string declared = counted.declaresIterator ? object.type.declare(i) : i;
  if (counted.step == 1 || counted.step == -1) {
    std::string end = prefix + "end", sign = counted.step == 1 ? " + " : " - ";
    loop.prologue += "const " + object.type.declare(end) + " = " + start +
                     sign + last + ";\n";
    loop.header = "for (" + declared + " = " + start + sign + first + "; " +
                  cut.wrap(i + (counted.step == 1 ? " < " : " > ") + end) +
                  "; " + i + (counted.step == 1 ? "++" : "--") + ")";
    return loop;
  }
  // Other steps count iterations, so that no value beyond the bound is formed.
  std::string k = prefix + "k", step = std::to_string(counted.step);
  loop.prologue += "long long " + k + ";\n"; // C89: not in the for
  loop.header = "for (" + k + " = " + first + "; " +
                cut.wrap(k + " < " + last) + "; " + k + "++)";
  loop.bodyPrologue =
      declared + " = " + start + " + " + k + " * " + step + ";\n";
  if (!counted.declaresIterator)
    loop.epilogue = i + " = " + start + " + " + last + " * " + step + ";\n";
  return loop;
}

} // namespace hocket::codegen
