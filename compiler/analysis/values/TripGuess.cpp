// SPDX-License-Identifier: Apache-2.0
#include "analysis/values/TripGuess.h"

#include "analysis/values/ExtentTrips.h"
#include "analysis/values/WindowTrips.h"
#include "ir/CallInstance.h"
#include "ir/Inductions.h"
#include "support/Policy.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hocket::analysis {

using namespace ir;

namespace {

std::optional<int64_t> constantOf(const Program &program, ExprId id) {
  if (!isValid(id))
    return std::nullopt;
  const Expr &e = program[id];
  if (e.kind == ExprKind::Const)
    return e.value;
  if (e.kind == ExprKind::Cast && e.operands.size() == 1)
    return constantOf(program, e.operands[0]);
  if (e.operands.size() != 2)
    return std::nullopt;
  std::optional<int64_t> a = constantOf(program, e.operands[0]);
  std::optional<int64_t> b = constantOf(program, e.operands[1]);
  if (!a || !b)
    return std::nullopt;
  int64_t result = 0;
  bool overflows = true;
  if (e.kind == ExprKind::Add)
    overflows = __builtin_add_overflow(*a, *b, &result);
  else if (e.kind == ExprKind::Sub)
    overflows = __builtin_sub_overflow(*a, *b, &result);
  else if (e.kind == ExprKind::Mul)
    overflows = __builtin_mul_overflow(*a, *b, &result);
  if (overflows)
    return std::nullopt;
  return result;
}

/// Number of a place among `all` iterations; nothing where that depends on a
/// variable.
std::optional<int64_t> placeOf(const IterationPoint &point, int64_t all) {
  switch (point.from) {
  case IterationPoint::From::Start:
    return std::min(point.count, all);
  case IterationPoint::From::End:
    return std::max<int64_t>(all - point.count, 0);
  case IterationPoint::From::Half:
    return (all + point.count) / 2;
  case IterationPoint::From::Value:
    return std::nullopt;
  }
  return std::nullopt;
}

/// Of the part of a loop with `all` iterations; -1 if not constant.
int64_t partTrips(const LoopPart &part, int64_t all) {
  std::optional<int64_t> begin = placeOf(part.begin, all);
  std::optional<int64_t> end = placeOf(part.end, all);
  return begin && end ? std::max<int64_t>(*end - *begin, 0) : -1;
}

} // namespace

int64_t constantTrips(const Program &program, NodeId loop) {
  const Loop *l = program[loop].as<Loop>();
  if (!l || !l->counted)
    return -1;
  const Counted &c = *l->counted;
  if (isValid(c.stepBy))
    return -1;
  std::optional<int64_t> lower = constantOf(program, c.lower);
  std::optional<int64_t> bound = constantOf(program, c.bound);
  int64_t approach = c.step - c.boundStep, distance = 0;
  int64_t ahead = c.boundTested - c.tested;
  if (!lower || !bound || approach == 0 ||
      __builtin_sub_overflow(approach > 0 ? *bound : *lower,
                             approach > 0 ? *lower : *bound, &distance) ||
      __builtin_add_overflow(distance, approach > 0 ? ahead : -ahead,
                             &distance))
    return -1;
  int64_t step = approach > 0 ? approach : -approach;
  if (c.compare == Compare::Le || c.compare == Compare::Ge)
    ++distance;
  int64_t least = l->form == LoopForm::Do ? 1 : 0;
  int64_t all = distance <= 0 ? least : (distance + step - 1) / step;
  return l->part ? partTrips(*l->part, all) : all;
}

TripGuess::TripGuess(const Program &program, const Measured *measured)
    : program_(program), measured_(measured),
      unknownTrips_(measured ? measured->unknownTrips
                             : policy.guess.unknownTrips),
      values_(program, unknownTrips_) {
  if (measured_)
    takeBounds();
}

namespace {

/// The variable that the expression is, whatever it is converted to.
ObjectId variableOf(const Program &program, ExprId id) {
  while (isValid(id) && program[id].kind == ExprKind::Cast &&
         program[id].operands.size() == 1)
    id = program[id].operands[0];
  return isValid(id) && program[id].kind == ExprKind::Var ? program[id].object
                                                          : ObjectId::None;
}

} // namespace

/// `for (i = 0; i < n; i++)` that ran 500 times: n was 500. Where several loops
/// have the bound, the one entered most often tells.
void TripGuess::takeBounds() {
  std::map<ObjectId, std::pair<double, double>> best; // runs, value
  for (const auto &[node, measure] : measured_->nodes) {
    const Loop *loop = program_[node].as<Loop>();
    if (!loop || !loop->counted || !loop->counted->isPlain || loop->part ||
        measure.runs <= 0)
      continue;
    const Counted &c = *loop->counted;
    std::optional<int64_t> lower = constantOf(program_, c.lower);
    ObjectId bound = variableOf(program_, c.bound);
    if (!lower || !isValid(bound) || isValid(c.stepBy) || c.step <= 0)
      continue;
    double value = double(*lower) + measure.perRun() * double(c.step);
    auto [it, isNew] = best.try_emplace(bound, measure.runs, value);
    if (!isNew && it->second.first < measure.runs)
      it->second = {measure.runs, value};
  }
  for (const auto &[object, found] : best)
    values_.set(object, found.second);
}

std::optional<Guess> TripGuess::measuredTrips(NodeId node) const {
  const Measure *measure = measured_ ? measured_->find(node) : nullptr;
  if (!measure)
    return std::nullopt;
  double count = measure->perRun();
  const Loop &loop = *program_[node].as<Loop>();
  if (loop.part) {
    int64_t trips = partTrips(*loop.part, int64_t(count));
    return Guess{trips < 0 ? count / 2 : double(trips), Trust::Known};
  }
  return Guess{count, Trust::Known};
}

/// `object + ...`: by a constant, or by a variable.
bool TripGuess::isMovedSelf(ExprId stored, ObjectId object) const {
  std::optional<Moved> moved = movedVariable(program_, stored);
  if (!isValid(stored) || moved)
    return moved && moved->object == object;
  const Expr &sum = program_[stored];
  return (sum.kind == ExprKind::Add || sum.kind == ExprKind::Sub) &&
         program_[sum.operands[0]].kind == ExprKind::Var &&
         program_[sum.operands[0]].object == object;
}

/// A variable that a loop moves, before it does so: what is assigned to it
/// elsewhere.
Guess TripGuess::start(ExprId id) const {
  if (!isValid(id) || program_[id].kind != ExprKind::Var)
    return values_.ofExpr(id);
  ObjectId object = program_[id].object;
  std::vector<ExprId> others;
  for (ExprId stored : values_.assigned(object))
    if (!isMovedSelf(stored, object))
      others.push_back(stored);
  Guess result = values_.unknown();
  if (others.size() == 1)
    result = values_.ofExpr(others.front());
  else if (others.empty() && program_[object].kind == ObjectKind::Param)
    result = values_.ofParameter(object);
  return {result.value, std::min(result.trust, Trust::Default)};
}

/// `for (w = 1; w < n; w *= 2)` runs as often as n can be halved; other steps
/// divide the way to the bound.
double TripGuess::uncounted(const Loop &loop) const {
  if (!isValid(loop.step) || !isValid(loop.condition))
    return std::sqrt(unknownTrips_);
  ExprId condition = program_[loop.condition].value;
  bool isCompared =
      isValid(condition) && program_[condition].operands.size() == 2;
  double bound =
      isCompared ? values_.ofExpr(program_[condition].operands[1]).value : 0;
  bound = std::clamp(bound, unknownTrips_, policy.guess.mostTrips);
  for (const Access &a : program_[loop.step].accesses) {
    if (a.kind != AccessKind::Write || !isValid(a.value))
      continue;
    const Expr &next = program_[a.value];
    ExprKind kind = next.kind;
    if (kind == ExprKind::Mul || kind == ExprKind::Div ||
        kind == ExprKind::Shl || kind == ExprKind::Shr)
      return std::log2(bound);
    if (kind == ExprKind::Add || kind == ExprKind::Sub)
      return std::max(
          1.0, bound / std::max(1.0, values_.ofExpr(next.operands[1]).value));
  }
  return std::sqrt(bound);
}

/// A loop with a header, from its bounds.
Guess TripGuess::counted(const Loop &loop) const {
  const Counted &c = *loop.header();
  Guess lower = c.isPlain ? values_.ofExpr(c.lower) : start(c.lower);
  Guess bound = c.isPlain ? values_.ofExpr(c.bound) : start(c.bound);
  double approach = double(c.step - c.boundStep);
  if (isValid(c.stepBy)) {
    Guess by = values_.ofVariable(c.stepBy);
    lower.trust = std::min(lower.trust, by.trust);
    approach *= std::clamp(by.value, 1.0, unknownTrips_);
  }
  double distance =
      approach > 0 ? bound.value - lower.value : lower.value - bound.value;
  double count = distance / std::abs(approach);
  // A bound that is not constant is meant to vary; small ones come from guesses
  // that were divided or subtracted from each other.
  Trust trust =
      count >= 1 ? std::min(lower.trust, bound.trust) : Trust::Guessed;
  count = std::clamp(count, trust == Trust::Guessed ? unknownTrips_ : 1,
                     policy.guess.mostTrips);
  if (loop.part) {
    int64_t trips = partTrips(*loop.part, int64_t(count));
    return {trips < 0 ? count / 2 : double(trips), trust};
  }
  return {count, trust};
}

Guess TripGuess::ofLoop(NodeId node) const {
  auto nothing = [](ObjectId) { return ExprId::None; };
  for (int64_t known :
       {constantTrips(program_, node), windowTrips(program_, nothing, node)})
    if (known >= 0)
      return {double(known), Trust::Known};
  const Loop *loop = program_[node].as<Loop>();
  if (!loop)
    return {1, Trust::Known};
  if (std::optional<Guess> measured = measuredTrips(node))
    return *measured;
  if (!loop->header())
    return {uncounted(*loop), Trust::Guessed};
  Guess fromBounds = counted(*loop);
  if (fromBounds.trust == Trust::Known)
    return fromBounds;
  // What a variable was computed from may have changed since.
  auto definition = [this](ObjectId object) { return onlyValueOf(object); };
  if (int64_t likely = windowTrips(program_, definition, node); likely >= 0)
    return {double(likely), Trust::Default};
  if (std::optional<int64_t> most = extentTrips(program_, node);
      most && double(*most) <= fromBounds.value)
    return {double(*most), std::max(fromBounds.trust, Trust::Default)};
  return fromBounds;
}

bool TripGuess::isMost(NodeId node) const {
  std::optional<int64_t> most = extentTrips(program_, node);
  return most && !isMeasured(node) &&
         double(*most) <= counted(*program_[node].as<Loop>()).value;
}

} // namespace hocket::analysis
