// SPDX-License-Identifier: Apache-2.0
#include "codegen/loops/SearchLoops.h"

#include "codegen/loops/LoopHeader.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;

namespace {

/// Iterations that a chunk does before it looks what others have found: a few
/// where each takes long.
unsigned blockSize(unsigned grain) { return grain > 1 ? 16 * grain : 16; }

/// What all three forms are made from.
struct Search {
  const SearchContext &c;
  const Loop &loop;
  const Counted &counted;

  explicit Search(const SearchContext &c)
      : c(c), loop(*c.program[c.verdict.loop].as<Loop>()),
        counted(*loop.header()) {}
};

std::string nameIn(const SearchContext &c, ObjectId object) {
  return nameOf(c.program, object, c.filler);
}

std::string textIf(const SearchContext &c, StmtId stmt, const TextRange &text) {
  return isValid(stmt) ? fill(c.program, text, c.filler) : std::string();
}

bool isInduction(const SearchContext &c, ObjectId object) {
  return std::any_of(c.verdict.inductions.begin(), c.verdict.inductions.end(),
                     [&](const polyhedral::InductionObject &induction) {
                       return induction.object == object;
                     });
}

/// Where the loop starts and how many iterations it may have.
void begin(const Search &s, std::vector<Local> &locals,
           std::vector<Assignment> &start) {
  const SearchContext &c = s.c;
  const std::string count = c.prefix + "count", first = c.prefix + "start";
  if (s.counted.isPlain) {
    const Object &iterator = c.program[s.counted.iterator];
    locals.push_back({LocalKind::Own, "const " + iterator.type.declare(first),
                      fill(c.program, s.counted.lowerText, c.filler)});
    locals.push_back(
        {LocalKind::Own, "const long long " + count,
         tripCount(c.program, c.verdict.loop,
                   {first, boundOf(c.program, s.counted, c.filler), {}},
                   c.prefix)});
    return;
  }
  if (isValid(s.loop.init)) {
    std::string init = fill(c.program, s.loop.initText, c.filler);
    if (c.program[s.loop.init].kind == StmtKind::Declaration)
      locals.push_back({LocalKind::Private, init});
    else
      start.push_back({"", init});
  }
  locals.push_back({LocalKind::Own, "long long " + count});
  Counted bare = s.counted;
  if (isValid(bare.boundVariable))
    bare.boundText = {};
  start.push_back({count, tripCount(c.program, c.verdict.loop,
                                    {nameIn(c, s.counted.iterator),
                                     boundOf(c.program, bare, c.filler),
                                     nameIn(c, s.counted.stepBy)},
                                    c.prefix)});
}

/// The iterator of a plain loop, at an iteration.
Assignment iteratorAt(const Search &s, const std::string &number) {
  const Object &iterator = s.c.program[s.counted.iterator];
  return {s.counted.declaresIterator ? iterator.type.declare(iterator.name)
                                     : nameIn(s.c, iterator.id),
          s.c.prefix + "start + " + number + " * " +
              std::to_string(s.counted.step)};
}

/// Values on entry, kept: what moves with the iterations.
Assignment saved(const SearchContext &c, ObjectId object,
                 std::vector<Local> &locals) {
  std::string at = c.prefix + "at_" + c.program[object].name;
  locals.push_back({LocalKind::Own, c.program[object].type.declare(at)});
  return {at, nameIn(c, object)};
}

/// Moves them from there to the first iteration of a block.
std::vector<Assignment> restart(const SearchContext &c,
                                const std::vector<Assignment> &saves) {
  std::vector<Assignment> all;
  for (const Assignment &save : saves)
    all.push_back({save.value, save.target});
  for (Assignment &advance :
       advanceAll(c.program, c.verdict, c.filler, c.prefix))
    all.push_back(std::move(advance));
  return all;
}

bool testMoves(const Search &s) {
  const std::vector<Access> &accesses = s.c.program[s.loop.condition].accesses;
  return std::any_of(accesses.begin(), accesses.end(), [](const Access &a) {
    return a.kind == AccessKind::Write;
  });
}

std::string test(const Search &s) {
  return "(void)(" + fill(s.c.program, s.loop.conditionText, s.c.filler) + ")";
}

std::string next(const Search &s) {
  std::string text = s.c.prefix + "k++";
  if (s.counted.isPlain)
    return text;
  if (isValid(s.loop.step))
    text += ", " + fill(s.c.program, s.loop.stepText, s.c.filler);
  if (testMoves(s) && s.loop.form == LoopForm::Do)
    text += ", " + test(s);
  return text;
}

std::vector<Assignment> startOfIteration(const Search &s) {
  if (s.counted.isPlain)
    return {iteratorAt(s, s.c.prefix + "k")};
  if (testMoves(s) && s.loop.form != LoopForm::Do)
    return {{"", test(s)}};
  return {};
}

} // namespace

SearchPlan searchChunk(const SearchContext &c, const SearchCut &cut) {
  const Search s(c);
  const std::string &p = c.prefix;
  const std::string first = p + "first", last = p + "last", k = p + "k";
  SearchPlan plan;
  SearchForm &form = plan.form;
  form.loop = c.verdict.loop;
  begin(s, plan.locals, form.start);
  std::vector<Assignment> saves;
  for (const polyhedral::InductionObject &induction : c.verdict.inductions)
    saves.push_back(saved(c, induction.object, plan.locals));
  form.start.insert(form.start.end(), saves.begin(), saves.end());
  plan.locals.push_back(
      {LocalKind::Own, "long long " + first + ", " + last + ", " + k});
  std::string test = k + " < " + last;
  std::string wrapped = cut.wrap ? cut.wrap(test) : test;
  form.isEstimate = wrapped != test;
  form.chunks = cut.chunks;
  form.blockSize = blockSize(cut.grain);
  form.place = c.place;
  form.restart = restart(c, saves);
  form.header = {k + " = " + first, wrapped, next(s)};
  form.iteration = startOfIteration(s);
  if (const TextRange &until = s.loop.search->until; !until.empty())
    form.until = fill(c.program, until, c.filler);
  form.exits = c.verdict.exits();
  return plan;
}

UserLoopPlan resumedLoop(const SearchContext &c) {
  const Search s(c);
  const std::string first = c.prefix + "first";
  UserLoopPlan plan;
  UserLoop &form = plan.form;
  form.loop = c.verdict.loop;
  begin(s, plan.locals, form.start);
  plan.locals.push_back({LocalKind::Own, "long long " + first});
  form.start.push_back({first, c.prefix + "resume(" + c.prefix + "count, " +
                                   c.prefix + "found(" + c.place + "))"});
  form.start.push_back({"", c.prefix + "search_anew(" + c.place + ")"});
  std::string init;
  if (s.counted.isPlain) {
    Assignment at = iteratorAt(s, first);
    init = at.target + " = " + at.value;
  }
  for (Assignment &advance :
       advanceAll(c.program, c.verdict, c.filler, c.prefix))
    form.start.push_back(std::move(advance));
  form.isDo = s.loop.form == LoopForm::Do;
  form.header = {init, fill(c.program, s.loop.conditionText, c.filler),
                 textIf(c, s.loop.step, s.loop.stepText)};
  return plan;
}

UserLoopPlan firstIterations(const SearchContext &c, const std::string &count,
                             const std::string &ended) {
  const Search s(c);
  const std::string left = c.prefix + "left";
  UserLoopPlan plan;
  UserLoop &form = plan.form;
  form.loop = c.verdict.loop;
  plan.locals.push_back({LocalKind::Own, "long long " + left, count});
  for (const polyhedral::InductionObject &induction : c.verdict.inductions)
    form.start.push_back(saved(c, induction.object, plan.locals));
  bool isSetByInit = isValid(s.loop.init) || s.counted.declaresIterator;
  if (!isSetByInit && !isInduction(c, s.counted.iterator))
    form.start.push_back(saved(c, s.counted.iterator, plan.locals));
  form.isDo = s.loop.form == LoopForm::Do;
  form.header = {textIf(c, s.loop.init, s.loop.initText),
                 "(" + fill(c.program, s.loop.conditionText, c.filler) +
                     ") && " + left + "-- > 0",
                 textIf(c, s.loop.step, s.loop.stepText)};
  form.end.push_back({"", {{ended, left + " >= 0"}}});
  if (form.start.empty())
    return plan;
  Update back{"!" + ended, {}, /*isBlock=*/true};
  for (const Assignment &save : form.start)
    back.assignments.push_back({save.value, save.target});
  form.end.push_back(std::move(back));
  return plan;
}

} // namespace hocket::codegen
