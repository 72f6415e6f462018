// SPDX-License-Identifier: Apache-2.0
#include "codegen/LoopHeader.h"

namespace hocket::codegen {

using namespace ir;

std::string tripCount(const Counted &counted, const std::string &lower,
                      const std::string &bound) {
  // Compare as the user's loop does, in the common type, then subtract in
  // signed 64 bits: right also where unsigned values are above the middle.
  std::string type = "(__typeof__((" + lower + ") + (" + bound + ")))";
  std::string from = "(long long)" + type + "(" + lower + ")";
  std::string to = "(long long)" + type + "(" + bound + ")";
  bool isUp = counted.step > 0;
  std::string distance = isUp ? to + " - " + from : from + " - " + to;
  bool isInclusive =
      counted.compare == Compare::Le || counted.compare == Compare::Ge;
  std::string step = std::to_string(isUp ? counted.step : -counted.step);
  std::string count = distance + (isInclusive ? " + 1" : "");
  if (step != "1")
    count = "(" + count + " + " + step + " - 1) / " + step;
  std::string runs = isUp ? type + "(" + lower + ") <" : type + "(" + lower + ") >";
  if (counted.compare == Compare::Ne)
    runs = type + "(" + lower + ") !=";
  else if (isInclusive)
    runs += "=";
  return "(" + runs + " " + type + "(" + bound + ") ? " + count + " : 0)";
}

ChunkedLoop chunkLoop(const Program &program, const Counted &counted,
                      const Filler &filler, const std::string &prefix,
                      unsigned chunks,
                      const std::function<std::string(std::string)> &wrap) {
  const Object &object = program[counted.iterator];
  const std::string &i = object.name;
  bool isStartGiven = !counted.lowerText.empty();
  std::string lower =
      isStartGiven ? fill(program, counted.lowerText, filler) : i;
  std::string bound = fill(program, counted.boundText, filler);
  std::string first = prefix + "first", last = prefix + "last",
              trips = prefix + "trips", start = prefix + "start";
  ChunkedLoop loop;
  std::string n = std::to_string(chunks);
  // In the iterator's own type, as the user's comparison sees it.
  loop.prologue = "const " + object.type.declare(start) + " = " + lower + ";\n";
  loop.prologue +=
      "const long long " + trips + " = " + tripCount(counted, start, bound) + ";\n";
  loop.prologue += "const long long " + first + " = " + prefix + "chunk(" +
                   trips + ", " + prefix + "c, " + n + ");\n";
  loop.prologue += "const long long " + last + " = " + prefix + "chunk(" +
                   trips + ", " + prefix + "c + 1, " + n + ");\n";

  std::string declared =
      counted.declaresIterator ? object.type.declare(i) : i;
  if (counted.step == 1 || counted.step == -1) {
    std::string end = prefix + "end", sign = counted.step == 1 ? " + " : " - ";
    loop.prologue += "const " + object.type.declare(end) + " = " + start + sign +
                     last + ";\n";
    loop.header = "for (" + declared + " = " + start + sign + first + "; " +
                  wrap(i + (counted.step == 1 ? " < " : " > ") + end) + "; " +
                  i + (counted.step == 1 ? "++" : "--") + ")";
    return loop;
  }
  // Other steps count iterations, so that no value beyond the bound is formed.
  std::string k = prefix + "k", step = std::to_string(counted.step);
  loop.header = "for (long long " + k + " = " + first + "; " +
                wrap(k + " < " + last) + "; " + k + "++)";
  loop.bodyPrologue = declared + " = " + start + " + " + k + " * " + step + ";\n";
  if (!counted.declaresIterator)
    loop.epilogue = i + " = " + start + " + " + last + " * " + step + ";\n";
  return loop;
}

} // namespace hocket::codegen
