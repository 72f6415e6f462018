// SPDX-License-Identifier: Apache-2.0
#include "analysis/values/TripGuess.h"

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
                             : policy.guess.unknownTrips) {
  for (const Stmt &stmt : program.stmts) {
    for (const Access &a : stmt.accesses)
      if (a.kind == AccessKind::Write && isValid(a.address) &&
          program[a.address].kind == ExprKind::AddrOf)
        writes_[program[a.address].object].push_back(a.value);
    for (const CallSite &call : stmt.calls)
      if (isValid(call.callee))
        calls_[call.callee].push_back(&call);
  }
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

/// The variable is read to compute the value: `width *= 2`.
bool dependsOn(const Program &program, ExprId value, ObjectId object) {
  if (!isValid(value))
    return false;
  const Expr &e = program[value];
  return (e.kind == ExprKind::Var && e.object == object) ||
         std::any_of(e.operands.begin(), e.operands.end(), [&](ExprId operand) {
           return dependsOn(program, operand, object);
         });
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
    known_[object] = {found.second, Trust::Known};
}

std::optional<TripGuess::Guess> TripGuess::measuredTrips(NodeId node) const {
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

TripGuess::Guess TripGuess::parameter(ObjectId object, unsigned depth) const {
  FunctionId function = program_[object].function;
  auto calls = calls_.find(function);
  if (!isValid(function) || calls == calls_.end())
    return unknown();
  std::optional<std::size_t> position = positionOf(program_, function, object);
  Guess result{0, Trust::Known};
  for (const CallSite *call : calls->second) {
    Guess passed = unknown();
    if (std::optional<ExprId> given =
            position ? argumentAt(*call, *position) : std::nullopt)
      passed = value(*given, depth + 1);
    result.value = std::max(result.value, passed.value);
    result.trust = std::min(result.trust, passed.trust);
  }
  return result.value > 0 ? result : unknown();
}

TripGuess::Guess TripGuess::variable(ObjectId object, unsigned depth) const {
  auto known = known_.find(object);
  if (known != known_.end())
    return known->second;
  known_[object] = unknown(); // while it depends on itself
  const Object &o = program_[object];
  Guess result = unknown();
  if (writes_.count(object))
    result = written(object, depth);
  else if (o.kind == ObjectKind::Param)
    result = parameter(object, depth);
  if (o.isAddressTaken)
    result.trust = std::min(result.trust, Trust::Default);
  known_[object] = result;
  return result;
}

/// What a run takes of two values, of which one may come from outside.
TripGuess::Guess TripGuess::alternative(const Guess &a, const Guess &b) {
  auto isDefault = [](const Guess &g) {
    return g.trust != Trust::Guessed && g.value >= policy.guess.leastDefault;
  };
  if (isDefault(a) && (!isDefault(b) || a.value >= b.value))
    return {a.value, Trust::Default};
  if (isDefault(b))
    return {b.value, Trust::Default};
  return {(a.trust == Trust::Guessed ? a : b).value, Trust::Guessed};
}

TripGuess::Guess TripGuess::written(ObjectId object, unsigned depth) const {
  const std::vector<ExprId> &stored = writes_.at(object);
  if (std::any_of(stored.begin(), stored.end(), [&](ExprId value) {
        return dependsOn(program_, value, object);
      }))
    return unknown();
  Guess result = value(stored.front(), depth + 1);
  for (std::size_t i = 1; i < stored.size(); ++i)
    result = alternative(result, value(stored[i], depth + 1));
  if (program_[object].kind != ObjectKind::Local)
    result.trust = std::min(result.trust, Trust::Default);
  return result;
}

TripGuess::Guess TripGuess::operation(const Expr &e, unsigned depth) const {
  Guess a = value(e.operands[0], depth + 1);
  Guess b = value(e.operands[1], depth + 1);
  Trust trust = std::min(a.trust, b.trust);
  switch (e.kind) {
  case ExprKind::Add:
    return {a.value + b.value, trust};
  case ExprKind::Sub:
    // Two guesses of about the same size: their difference says nothing.
    if (trust == Trust::Guessed && a.value <= b.value)
      return {a.value, trust};
    return {a.value - b.value, trust};
  case ExprKind::Mul:
    return {a.value * b.value, trust};
  case ExprKind::Div:
    if (b.value == 0)
      return unknown();
    return {a.value / b.value, trust};
  case ExprKind::Shl:
    return {a.value *
                std::exp2(std::clamp(b.value, 0.0, policy.guess.mostShift)),
            trust};
  case ExprKind::Shr:
    return {a.value /
                std::exp2(std::clamp(b.value, 0.0, policy.guess.mostShift)),
            trust};
  case ExprKind::Min:
    return {std::min(a.value, b.value), trust};
  case ExprKind::Max:
    return {std::max(a.value, b.value), trust};
  default:
    return unknown();
  }
}

TripGuess::Guess TripGuess::value(ExprId id, unsigned depth) const {
  if (!isValid(id) || depth > policy.guess.depth)
    return unknown();
  const Expr &e = program_[id];
  switch (e.kind) {
  case ExprKind::Const:
    return {double(e.value), Trust::Known};
  case ExprKind::Var:
    return variable(e.object, depth);
  case ExprKind::Cast:
    return value(e.operands[0], depth + 1);
  case ExprKind::Select:
    return alternative(value(e.operands[1], depth + 1),
                       value(e.operands[2], depth + 1));
  default:
    return e.operands.size() == 2 ? operation(e, depth) : unknown();
  }
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
TripGuess::Guess TripGuess::start(ExprId id) const {
  if (!isValid(id) || program_[id].kind != ExprKind::Var)
    return value(id, 0);
  ObjectId object = program_[id].object;
  auto writes = writes_.find(object);
  std::vector<ExprId> others;
  if (writes != writes_.end())
    for (ExprId stored : writes->second) {
      if (!isMovedSelf(stored, object))
        others.push_back(stored);
    }
  Guess result = unknown();
  if (others.size() == 1)
    result = value(others.front(), 0);
  else if (others.empty() && program_[object].kind == ObjectKind::Param)
    result = parameter(object, 0);
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
      isCompared ? value(program_[condition].operands[1], 0).value : 0;
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
      return std::max(1.0,
                      bound / std::max(1.0, value(next.operands[1], 0).value));
  }
  return std::sqrt(bound);
}

TripGuess::Guess TripGuess::ofLoop(NodeId node) const {
  for (auto *trips : {constantTrips, windowTrips})
    if (int64_t known = trips(program_, node); known >= 0)
      return {double(known), Trust::Known};
  const Loop *loop = program_[node].as<Loop>();
  if (!loop)
    return {1, Trust::Known};
  if (std::optional<Guess> measured = measuredTrips(node))
    return *measured;
  if (!loop->header())
    return {uncounted(*loop), Trust::Guessed};
  const Counted &c = *loop->header();
  Guess lower = c.isPlain ? value(c.lower, 0) : start(c.lower);
  Guess bound = c.isPlain ? value(c.bound, 0) : start(c.bound);
  double approach = double(c.step - c.boundStep);
  if (isValid(c.stepBy)) {
    Guess by = variable(c.stepBy, 0);
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
  if (loop->part) {
    int64_t trips = partTrips(*loop->part, int64_t(count));
    return {trips < 0 ? count / 2 : double(trips), trust};
  }
  return {count, trust};
}

} // namespace hocket::analysis
