// SPDX-License-Identifier: Apache-2.0
#include "codegen/loops/LoopHeader.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;

namespace {

std::string number(int64_t value) {
  std::string text = std::to_string(value) + "LL";
  return value < 0 ? "(" + text + ")" : text;
}

/// `text` moved by a constant, in the arithmetic of its own type if that is as
/// wide as int; nothing that the user's test does not compute can overflow.
std::string moved(const std::string &text, int64_t by) {
  if (by == 0)
    return text;
  return "(" + text + (by < 0 ? " - " : " + ") +
         std::to_string(by < 0 ? -by : by) + ")";
}

/// The test fails for great values.
bool goesUp(const Counted &counted) {
  if (!isValid(counted.stepBy) || counted.compare == Compare::Ne)
    return counted.step > counted.boundStep;
  return counted.compare == Compare::Lt || counted.compare == Compare::Le;
}

/// The function of the runtime that counts, and its arguments.
std::string countTrips(const Counted &counted, const std::string &prefix,
                       const std::string &way, const std::string &stepBy) {
  int64_t approach = counted.step - counted.boundStep;
  std::string step = std::to_string(goesUp(counted) ? approach : -approach);
  if (!isValid(counted.stepBy))
    return prefix + "trips(" + way + ", " + step + ")";
  return prefix + "trips_by(" + way + ", " + step + ", " + stepBy + ")";
}

/// Trips of a loop over addresses; all distances in bytes.
std::string pointerTrips(const Counted &counted, const TripTexts &texts,
                         const std::string &prefix) {
  std::string from = texts.lower, to = texts.bound;
  int64_t ahead = counted.boundTested - counted.tested;
  if (!goesUp(counted)) {
    std::swap(from, to);
    ahead = -ahead;
  }
  if (counted.compare == Compare::Le || counted.compare == Compare::Ge)
    ++ahead;
  std::string way = "(const char *)(" + to + ") - (const char *)(" + from + ")";
  if (ahead != 0)
    way += " + " + number(ahead);
  return countTrips(counted, prefix, "0, (long long)(" + way + ")",
                    texts.stepBy);
}

std::string integerTrips(const Program &program, const Counted &counted,
                         const TripTexts &texts, const std::string &prefix) {
  const std::string &lower = texts.lower, &bound = texts.bound;
  const Object &iterator = program[counted.iterator];
  const Expr &limit = program[counted.bound];
  bool isUp = goesUp(counted);
  bool isInclusive =
      counted.compare == Compare::Le || counted.compare == Compare::Ge;
  // The comparison is made in the common type of both sides.
  std::string cast;
  if (!iterator.isSigned || !limit.isSigned)
    cast = "(__typeof__((" + lower + ") + (" + bound + ")))";
  std::string from = cast.empty() ? lower : cast + "(" + lower + ")";
  std::string to = cast.empty() ? bound : cast + "(" + bound + ")";
  from = moved(from, counted.tested);
  to = moved(to, counted.boundTested);
  if (!isUp)
    std::swap(from, to);
  // Signed 64 bits hold every value of a type that is narrower or signed.
  bool isWide = !cast.empty() && (iterator.bits == 64 || limit.bits == 64);
  if (!isWide) {
    if (isInclusive)
      (isUp ? to : from) += isUp ? " + 1LL" : " - 1LL";
    return countTrips(counted, prefix, from + ", " + to, texts.stepBy);
  }
  std::string compare = isInclusive ? " <= " : " < ";
  std::string distance = to + " - " + from + (isInclusive ? " + 1" : "");
  return "(" + from + compare + to + " ? " +
         countTrips(counted, prefix, "0, (long long)(" + distance + ")",
                    texts.stepBy) +
         " : 0LL)";
}

/// `p = p + first * step`, where p is a variable on entry to the loop.
Assignment advance(const Program &program,
                   const polyhedral::InductionObject &induction,
                   const Filler &filler, std::string first) {
  const Object &object = program[induction.object];
  const std::string name = nameOf(program, induction.object, filler);
  std::string by = nameOf(program, induction.by, filler);
  if (induction.byIsCount)
    by = "(" + by + " > 0 ? " + by + " : 0)";
  if (object.isPointer) {
    if (!by.empty())
      first += " * (long long)" + by;
    return {"", name + " += " + first + " * (" + number(induction.step) +
                    " / (long long)sizeof *" + name + ")"};
  }
  std::string wide = "(unsigned long long)";
  if (!by.empty())
    first += " * " + wide + by;
  return {name, "(" + object.type.declare("") + ")(" + wide + name + " + " +
                    wide + first + " * " + wide + number(induction.step) + ")"};
}

} // namespace

std::string nameOf(const Program &program, ObjectId object,
                   const Filler &filler) {
  if (!isValid(object))
    return {};
  std::string name = filler(object);
  return name.empty() ? program[object].name : name;
}

std::string tripCount(const Program &program, NodeId node,
                      const TripTexts &texts, const std::string &prefix) {
  const Loop &loop = *program[node].as<Loop>();
  const Counted &counted = *loop.header();
  std::string text = program[counted.iterator].isPointer
                         ? pointerTrips(counted, texts, prefix)
                         : integerTrips(program, counted, texts, prefix);
  return loop.form == LoopForm::Do ? "(__extension__(" + text + " ?: 1LL))"
                                   : text;
}

std::string boundOf(const Program &program, const Counted &counted,
                    const Filler &filler) {
  if (!counted.otherBoundText.empty()) {
    bool isLeast =
        counted.compare == Compare::Lt || counted.compare == Compare::Le;
    std::string a = "(" + fill(program, counted.boundText, filler) + ")";
    std::string b = "(" + fill(program, counted.otherBoundText, filler) + ")";
    return "(" + a + (isLeast ? " < " : " > ") + b + " ? " + a + " : " + b +
           ")";
  }
  if (!counted.aheadText.empty())
    return "((long long)(" + fill(program, counted.boundText, filler) + ") " +
           (counted.isBehind ? "+" : "-") + " (" +
           fill(program, counted.aheadText, filler) + "))";
  if (!counted.boundText.empty())
    return fill(program, counted.boundText, filler);
  return isValid(counted.boundVariable)
             ? nameOf(program, counted.boundVariable, filler)
             : "0";
}

std::vector<Assignment> advanceAll(const Program &program,
                                   const polyhedral::LoopVerdict &verdict,
                                   const Filler &filler,
                                   const std::string &prefix) {
  std::vector<Assignment> all;
  for (const polyhedral::InductionObject &induction : verdict.inductions)
    if (!induction.isRecomputed)
      all.push_back(advance(program, induction, filler, prefix + "first"));
  return all;
}

TurnPlan inTurn(const Program &program, const polyhedral::LoopVerdict &verdict,
                const Filler &filler, const std::string &prefix,
                const std::string &number) {
  TurnPlan plan;
  for (const polyhedral::InductionObject &induction : verdict.inductions) {
    const Object &object = program[induction.object];
    std::string name = nameOf(program, object.id, filler);
    std::string entry = prefix + "in_" + object.name;
    plan.locals.push_back({LocalKind::Own, object.type.declare(entry)});
    plan.start.push_back({entry, name});
    plan.iteration.push_back({name, entry});
    plan.iteration.push_back(advance(program, induction, filler, number));
  }
  return plan;
}

WarmUp warmUpLoop(const Program &program, NodeId loop,
                  const std::vector<NodeId> &parts, unsigned depth,
                  const std::string &prefix) {
  const Counted &counted = *program[loop].as<Loop>()->counted;
  const Object &iterator = program[counted.iterator];
  const std::string number = prefix + "w", first = prefix + "first",
                    back = std::to_string(depth);
  std::string declared = counted.declaresIterator
                             ? iterator.type.declare(iterator.name)
                             : iterator.name;
  return {{number + " = " + first + " > " + back + " ? " + first + " - " +
               back + " : 0",
           number + " < " + first, number + "++"},
          {declared,
           prefix + "start + " + number + " * " + std::to_string(counted.step)},
          parts};
}

std::string valueAtEnd(const Program &program,
                       const polyhedral::InductionObject &induction,
                       const std::string &name) {
  const Object &object = program[induction.object];
  if (induction.addedAtEnd == 0)
    return name;
  if (object.isPointer)
    return name + " + " + number(induction.addedAtEnd) +
           " / (long long)sizeof *" + name;
  return "(" + object.type.declare("") + ")((unsigned long long)" + name +
         " + (unsigned long long)" + number(induction.addedAtEnd) + ")";
}

std::string iterationNumber(const Program &program, const IterationPoint &point,
                            const std::string &trips, const std::string &lower,
                            const Filler &filler) {
  std::string count = std::to_string(point.count) + "LL";
  std::string place;
  switch (point.from) {
  case IterationPoint::From::Start:
    if (point.count == 0)
      return "0LL";
    return "(" + trips + " < " + count + " ? " + trips + " : " + count + ")";
  case IterationPoint::From::End:
    if (point.count == 0)
      return trips;
    return "(" + trips + " > " + count + " ? " + trips + " - " + count +
           " : 0LL)";
  case IterationPoint::From::Half:
    return "((" + trips + " + " + count + ") / 2)";
  case IterationPoint::From::Value:
    break;
  }
  const Object &object = program[program[point.variable].object];
  std::string name = filler(object.id);
  if (name.empty())
    name = object.name;
  // In 128 bits nothing overflows; targets with small pointers do not have so
  // many, so there a number too great for the rest of it is told beforehand.
  std::string beyond;
  place = "((__int128)" + name + " + " + count + " - " + lower + ")";
  if (program.pointerBytes < 8) {
    const std::string far = "4611686018427387904LL"; // 2^62
    if (object.bits > 32)
      beyond = name + " > " + far + " ? " + trips + " : ";
    if (object.bits > 32 && object.isSigned)
      beyond += name + " < -" + far + " ? 0LL : ";
    place = "((long long)" + name + " + " + count + " - (long long)(" + lower +
            "))";
  }
  return "(" + beyond + place + " < 0 ? 0LL : " + place + " > " + trips +
         " ? " + trips + " : (long long)" + place + ")";
}

namespace {

/// The text is for cost estimates, where conditions tell their probability.
bool isForCosts(const Cut &cut) { return cut.wrap("0") != "0"; }

/// The condition of a loop over blocks. What is said of the trips holds of the
/// iterations in them; this one counts once.
std::string overBlocks(const Cut &cut, const std::string &condition) {
  if (!isForCosts(cut))
    return condition;
  return "__builtin_expect_with_probability((" + condition + ") != 0, 1, 0.5)";
}

/// How many iterations a block has. For cost estimates one block has them all:
/// that a block holds one iteration, which the compiler sees where iterations
/// are long, would make that the trip count of the loop in it.
std::string blockSize(const Cut &cut, const std::string &all,
                      const std::string &prefix) {
  if (isForCosts(cut))
    return all + " + 1";
  return prefix + "ordered_block(" + all + ", " + std::to_string(cut.chunks) +
         ", " + std::to_string(cut.block) + ", " + std::to_string(cut.grain) +
         ")";
}

/// Of a loop over the iterations that <prefix>o says, from the chunk's first
/// one on. The chunk with the last one is <prefix>last.
void addTurn(const Cut &cut, const std::string &prefix, ChunkLoop &loop) {
  const std::string k = prefix + "k", last = prefix + "last";
  loop.locals.push_back(
      {LocalKind::Own, "struct " + prefix + "overlap " + prefix + "o"});
  loop.locals.push_back({LocalKind::Own, "unsigned " + last});
  loop.start.push_back({last, prefix + "final(" + prefix + "count, " +
                                  std::to_string(cut.chunks) + ")"});
  loop.start.push_back({"", "(void)" + last});
  const std::string more = k + " < " + prefix + "count";
  loop.header = {k + " = " + prefix + "c",
                 cut.block != 0 ? overBlocks(cut, more) : cut.wrap(more),
                 k + " = " + prefix + "next(&" + prefix + "o, " + k + ")"};
}

/// The chunk's loop is over blocks: how many there are, and where one begins
/// and ends. \returns the locals of a block.
std::vector<Local> &addOrderedBlocks(const Cut &cut, const std::string &trips,
                                     const std::string &prefix,
                                     ChunkLoop &loop) {
  const std::string all = prefix + "all", size = prefix + "size",
                    from = prefix + "from", count = prefix + "count";
  auto own = [](std::vector<Local> &to, const std::string &name,
                const std::string &value) {
    to.push_back({LocalKind::Own, "const long long " + name, value});
  };
  own(loop.locals, all, trips);
  own(loop.locals, size, blockSize(cut, all, prefix));
  own(loop.locals, count, "(" + all + " + " + size + " - 1) / " + size);
  loop.locals.push_back({LocalKind::Own, "long long " + prefix + "k"});
  addTurn(cut, prefix, loop);
  loop.blocks = BlockLoop();
  own(loop.blocks->locals, from, prefix + "k * " + size);
  own(loop.blocks->locals, prefix + "to",
      all + " - " + from + " < " + size + " ? " + all + " : " + from + " + " +
          size);
  return loop.blocks->locals;
}

/// The iteration that chunk `chunk`, a C expression, begins with:
/// `hk_chunk(hk_count, hk_c, 4, 64)`, or `hk_cuts[hk_c]` of the parts that the
/// cuts count.
std::string chunkBegin(const Cut &cut, const std::string &trips,
                       const std::string &chunk, const std::string &prefix) {
  const bool isEqual = cut.cuts.empty();
  auto begin = [&](const std::string &of) {
    return prefix + "chunk(" + of + ", " +
           (isEqual ? chunk : prefix + "cuts[" + chunk + "]") + ", " +
           std::to_string(isEqual ? cut.chunks : cut.cuts.back()) + ", " +
           std::to_string(cut.grain) + ")";
  };
  if (cut.phase == 0)
    return begin(trips);
  const std::string phase = std::to_string(cut.phase);
  return prefix + "least(" + prefix + "most(0, " +
         begin(trips + " + " + phase) + " - " + phase + "), " + trips + ")";
}

/// The table that chunkBegin() looks into, if it does.
void addCuts(const Cut &cut, const std::string &prefix,
             std::vector<Local> &locals) {
  if (cut.cuts.empty())
    return;
  std::string numbers;
  for (unsigned at : cut.cuts)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(at);
  locals.push_back({LocalKind::Own,
                    "static const unsigned short " + prefix + "cuts[]",
                    "{" + numbers + "}"});
}

/// `(void)(test)`, where the user's test moves a variable; else empty.
std::string movingTest(const Program &program, const Loop &loop,
                       const Filler &filler) {
  const std::vector<Access> &accesses = program[loop.condition].accesses;
  bool testMoves =
      std::any_of(accesses.begin(), accesses.end(),
                  [](const Access &a) { return a.kind == AccessKind::Write; });
  return testMoves ? "(void)(" + fill(program, loop.conditionText, filler) + ")"
                   : "";
}

/// The user's init, and the trip count from the values that it leaves.
void startNormalized(const Program &program, NodeId node, const Filler &filler,
                     const std::string &prefix, const Cut &cut,
                     ChunkLoop &result) {
  const Loop &loop = *program[node].as<Loop>();
  const Counted &counted = *loop.counted;
  const std::string trips = prefix + "count";
  if (isValid(loop.init)) {
    std::string init = fill(program, loop.initText, filler);
    if (program[loop.init].kind == StmtKind::Declaration)
      result.locals.push_back({LocalKind::Private, init});
    else
      result.start.push_back({"", init});
  }
  result.locals.push_back(
      {LocalKind::Own, "long long " + trips + ", " + prefix + "k"});
  if (!cut.inTurn)
    result.locals.push_back(
        {LocalKind::Own, "long long " + prefix + "first, " + prefix + "last"});
  // The init has run: the variables hold their first values.
  Counted bare = counted;
  if (isValid(bare.boundVariable))
    bare.boundText = {};
  result.start.push_back(
      {trips, tripCount(program, node,
                        {nameOf(program, counted.iterator, filler),
                         boundOf(program, bare, filler),
                         nameOf(program, counted.stepBy, filler)},
                        prefix)});
}

/// One that counts its iterations by number beside the user's header and body.
ChunkLoop normalizedLoop(const Program &program, NodeId node,
                         const Filler &filler, const std::string &prefix,
                         const Cut &cut) {
  const Loop &loop = *program[node].as<Loop>();
  const std::string first = prefix + "first", last = prefix + "last",
                    trips = prefix + "count", k = prefix + "k";
  ChunkLoop result;
  startNormalized(program, node, filler, prefix, cut, result);
  std::string test = movingTest(program, loop, filler);
  bool isDo = loop.form == LoopForm::Do;
  if (!test.empty() && !isDo)
    result.iteration.push_back({"", test});
  std::string step;
  if (isValid(loop.step))
    step = ", " + fill(program, loop.stepText, filler);
  if (!test.empty() && isDo)
    step += ", " + test;
  if (cut.inTurn) {
    addTurn(cut, prefix, result);
    result.header.next += step; // for the values after the last iteration
    return result;
  }
  addCuts(cut, prefix, result.locals);
  const std::string c = prefix + "c";
  result.start.push_back({first, chunkBegin(cut, trips, c, prefix)});
  result.start.push_back({last, chunkBegin(cut, trips, c + " + 1", prefix)});
  result.header = {k + " = " + first, cut.wrap(k + " < " + last),
                   k + "++" + step};
  return result;
}

/// First and last of chunk `<prefix>c`.
std::vector<Local> chunkBorders(const Program &program, const Cut &cut,
                                const Filler &filler,
                                const std::string &prefix) {
  const std::string trips = prefix + "count", start = prefix + "start";
  std::vector<Local> locals;
  addCuts(cut, prefix, locals);
  std::string base, all = trips;
  if (!cut.part.hasAllIterations()) {
    std::string begin = prefix + "from";
    locals.push_back(
        {LocalKind::Own, "const long long " + begin,
         iterationNumber(program, cut.part.begin, trips, start, filler)});
    base = begin + " + ";
    all = iterationNumber(program, cut.part.end, trips, start, filler) + " - " +
          begin;
    all = "(" + all + " > 0 ? " + all + " : 0LL)";
  }
  // Else all iterations come before the border between the first chunk and the
  // second.
  if (!cut.test.empty())
    locals.push_back(
        {LocalKind::Own, "const int " + prefix + "apart_here", cut.test});
  auto border = [&](const std::string &name, const std::string &chunk) {
    std::string value;
    if (!cut.test.empty())
      value += "!" + prefix + "apart_here ? (" + prefix + chunk + " ? " +
               trips + " : 0LL) : ";
    value += base + chunkBegin(cut, all, prefix + chunk, prefix);
    locals.push_back(
        {LocalKind::Own, "const long long " + prefix + name, value});
  };
  border("first", "c");
  border("last", "c + 1");
  return locals;
}

/// The loop that takes blocks; \returns where it puts more locals.
std::vector<Local> &takeBlocks(ChunkLoop &loop, const Cut &cut,
                               const std::string &prefix) {
  const std::string first = prefix + "first", trips = prefix + "count",
                    size = prefix + "size";
  loop.locals.push_back(
      {LocalKind::Own, "const long long " + size,
       prefix + "block(" + trips + ", " + std::to_string(cut.chunks) + ")"});
  loop.locals.push_back({LocalKind::Own, "long long " + first});
  loop.blocks = BlockLoop{"(" + first + " = " + cut.take + ", " + trips + ", " +
                              size + ")) < " + trips,
                          {}};
  loop.blocks->locals.push_back(
      {LocalKind::Own, "const long long " + prefix + "last",
       prefix + "block_end(" + trips + ", " + size + ", " + first + ")"});
  return loop.blocks->locals;
}

/// Where a chunk, or each block that it takes, begins and ends. \returns the
/// locals to which the header may add.
std::vector<Local> &addBorders(const Program &program, const Cut &cut,
                               const Filler &filler, const std::string &prefix,
                               ChunkLoop &loop) {
  if (!cut.take.empty())
    return takeBlocks(loop, cut, prefix);
  for (Local &border : chunkBorders(program, cut, filler, prefix))
    loop.locals.push_back(std::move(border));
  return loop.locals;
}

} // namespace

ChunkLoop chunkLoop(const Program &program, NodeId node, const Filler &filler,
                    const std::string &prefix, const Cut &cut) {
  const Counted &counted = *program[node].as<Loop>()->counted;
  if (!counted.isPlain)
    return normalizedLoop(program, node, filler, prefix, cut);
  const Object &object = program[counted.iterator];
  const std::string &i = object.name;
  const std::string first = prefix + "first", last = prefix + "last",
                    trips = prefix + "count", start = prefix + "start",
                    k = prefix + "k", step = std::to_string(counted.step);
  ChunkLoop loop;
  // In the iterator's own type, as the user's comparison sees it.
  loop.locals.push_back({LocalKind::Own, "const " + object.type.declare(start),
                         counted.lowerText.empty()
                             ? i
                             : fill(program, counted.lowerText, filler)});
  const std::string number = tripCount(
      program, node, {start, boundOf(program, counted, filler), {}}, prefix);
  if (cut.block == 0)
    loop.locals.push_back({LocalKind::Own, "const long long " + trips, number});
  std::string declared = counted.declaresIterator ? object.type.declare(i) : i;
  // Iterations are counted, so that no value beyond the bound is formed.
  auto countBy = [&](const std::string &afterLast) {
    loop.iteration.push_back({declared, start + " + " + k + " * " + step});
    if (!counted.declaresIterator)
      loop.end.push_back({i, start + " + " + afterLast + " * " + step});
  };
  if (cut.block != 0) {
    const std::string at = prefix + "j", from = prefix + "from",
                      to = prefix + "to", all = prefix + "all";
    std::vector<Local> &locals = addOrderedBlocks(cut, number, prefix, loop);
    if (counted.step == 1 || counted.step == -1) {
      const std::string end = prefix + "end",
                        sign = counted.step == 1 ? " + " : " - ";
      locals.push_back({LocalKind::Own, "const " + object.type.declare(end),
                        start + sign + to});
      loop.blocks->inner = {
          declared + " = " + start + sign + from,
          cut.wrap(i + (counted.step == 1 ? " < " : " > ") + end),
          i + (counted.step == 1 ? "++" : "--")};
      if (!counted.declaresIterator)
        loop.end.push_back({i, start + sign + all});
      return loop;
    }
    locals.push_back({LocalKind::Own, "long long " + at});
    loop.blocks->inner = {at + " = " + from, cut.wrap(at + " < " + to),
                          at + "++"};
    loop.iteration.push_back({declared, start + " + " + at + " * " + step});
    if (!counted.declaresIterator)
      loop.end.push_back({i, start + " + " + all + " * " + step});
    return loop;
  }
  if (cut.inTurn) {
    loop.locals.push_back({LocalKind::Own, "long long " + k});
    addTurn(cut, prefix, loop);
    countBy(trips);
    return loop;
  }
  std::vector<Local> &borders = addBorders(program, cut, filler, prefix, loop);
  if (counted.step == 1 || counted.step == -1) {
    bool isUp = counted.step == 1;
    std::string end = prefix + "end", sign = isUp ? " + " : " - ";
    borders.push_back({LocalKind::Own, "const " + object.type.declare(end),
                       start + sign + last});
    loop.header = {declared + " = " + start + sign + first,
                   cut.wrap(i + (isUp ? " < " : " > ") + end),
                   i + (isUp ? "++" : "--")};
    return loop;
  }
  borders.push_back({LocalKind::Own, "long long " + k}); // C89: not in the for
  loop.header = {k + " = " + first, cut.wrap(k + " < " + last), k + "++"};
  countBy(last);
  return loop;
}

} // namespace hocket::codegen
