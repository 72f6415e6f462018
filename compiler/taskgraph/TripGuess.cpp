// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/TripGuess.h"

#include "ir/Inductions.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hocket::taskgraph {

using namespace ir;

namespace {

constexpr unsigned maxDepth = 8;
constexpr double most = 1e9;

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

TripGuess::TripGuess(const Program &program) : program_(program) {
  for (const Stmt &stmt : program.stmts) {
    for (const Access &a : stmt.accesses)
      if (a.kind == AccessKind::Write && isValid(a.address) &&
          program[a.address].kind == ExprKind::AddrOf)
        writes_[program[a.address].object].push_back(a.value);
    for (const CallSite &call : stmt.calls)
      if (isValid(call.callee))
        calls_[call.callee].push_back(&call);
  }
}

double TripGuess::parameter(ObjectId object, unsigned depth) const {
  FunctionId function = program_[object].function;
  if (!isValid(function))
    return guessedTrips;
  const std::vector<ObjectId> &params = program_[function].params;
  size_t position =
      size_t(std::find(params.begin(), params.end(), object) - params.begin());
  double result = 0;
  auto calls = calls_.find(function);
  if (calls != calls_.end())
    for (const CallSite *call : calls->second)
      if (position < call->args.size())
        result = std::max(result, value(call->args[position], depth + 1));
  return result > 0 ? result : guessedTrips;
}

double TripGuess::variable(ObjectId object, unsigned depth) const {
  auto known = known_.find(object);
  if (known != known_.end())
    return known->second;
  known_[object] = guessedTrips; // while it depends on itself
  auto writes = writes_.find(object);
  double result = guessedTrips;
  if (writes == writes_.end()) {
    if (program_[object].kind == ObjectKind::Param)
      result = parameter(object, depth);
  } else if (writes->second.size() == 1) {
    result = value(writes->second.front(), depth + 1);
  }
  known_[object] = result;
  return result;
}

double TripGuess::value(ExprId id, unsigned depth) const {
  if (!isValid(id) || depth > maxDepth)
    return guessedTrips;
  const Expr &e = program_[id];
  auto operand = [&](unsigned i) { return value(e.operands[i], depth + 1); };
  switch (e.kind) {
  case ExprKind::Const:
    return double(e.value);
  case ExprKind::Var:
    return variable(e.object, depth);
  case ExprKind::Cast:
    return operand(0);
  case ExprKind::Add:
    return operand(0) + operand(1);
  case ExprKind::Sub: {
    // Two guesses of about the same size: their difference says nothing.
    double difference = operand(0) - operand(1);
    return difference > 0 ? difference : operand(0);
  }
  case ExprKind::Mul:
    return operand(0) * operand(1);
  case ExprKind::Div: {
    double divisor = operand(1);
    return divisor == 0 ? guessedTrips : operand(0) / divisor;
  }
  case ExprKind::Shl:
    return operand(0) * std::exp2(std::clamp(operand(1), 0.0, 30.0));
  case ExprKind::Shr:
    return operand(0) / std::exp2(std::clamp(operand(1), 0.0, 30.0));
  case ExprKind::Min:
    return std::min(operand(0), operand(1));
  case ExprKind::Max:
    return std::max(operand(0), operand(1));
  case ExprKind::Select:
    return operand(1);
  default:
    return guessedTrips;
  }
}

/// A variable that a loop moves, before it does so: what is assigned to it
/// elsewhere.
double TripGuess::start(ExprId id) const {
  if (!isValid(id) || program_[id].kind != ExprKind::Var)
    return value(id, 0);
  ObjectId object = program_[id].object;
  auto writes = writes_.find(object);
  std::vector<ExprId> others;
  if (writes != writes_.end())
    for (ExprId stored : writes->second) {
      std::optional<Moved> moved = movedVariable(program_, stored);
      if (!moved || moved->object != object)
        others.push_back(stored);
    }
  if (others.size() == 1)
    return value(others.front(), 0);
  bool isParam = program_[object].kind == ObjectKind::Param;
  return others.empty() && isParam ? parameter(object, 0) : guessedTrips;
}

/// `for (w = 1; w < n; w *= 2)` runs as often as n can be halved; other steps
/// divide the way to the bound.
double TripGuess::uncounted(const Loop &loop) const {
  if (!isValid(loop.step) || !isValid(loop.condition))
    return std::sqrt(guessedTrips);
  ExprId condition = program_[loop.condition].value;
  bool isCompared =
      isValid(condition) && program_[condition].operands.size() == 2;
  double bound = isCompared ? value(program_[condition].operands[1], 0) : 0;
  bound = std::clamp(bound, guessedTrips, most);
  for (const Access &a : program_[loop.step].accesses) {
    if (a.kind != AccessKind::Write || !isValid(a.value))
      continue;
    const Expr &next = program_[a.value];
    ExprKind kind = next.kind;
    if (kind == ExprKind::Mul || kind == ExprKind::Div ||
        kind == ExprKind::Shl || kind == ExprKind::Shr)
      return std::log2(bound);
    if (kind == ExprKind::Add || kind == ExprKind::Sub)
      return std::max(1.0, bound / std::max(1.0, value(next.operands[1], 0)));
  }
  return std::sqrt(bound);
}

double TripGuess::trips(NodeId node) const {
  int64_t constant = constantTrips(program_, node);
  if (constant >= 0)
    return double(constant);
  const Loop *loop = program_[node].as<Loop>();
  if (!loop)
    return 1;
  if (!loop->counted)
    return uncounted(*loop);
  const Counted &c = *loop->counted;
  double lower = c.isPlain ? value(c.lower, 0) : start(c.lower);
  double bound = c.isPlain ? value(c.bound, 0) : start(c.bound);
  double approach = double(c.step - c.boundStep);
  double distance = approach > 0 ? bound - lower : lower - bound;
  double count = distance / std::abs(approach);
  // A bound that is not constant is meant to vary; small ones come from guesses
  // that were divided or subtracted from each other.
  count = std::clamp(count, guessedTrips, most);
  if (loop->part) {
    int64_t trips = partTrips(*loop->part, int64_t(count));
    return trips < 0 ? count / 2 : double(trips);
  }
  return count;
}

} // namespace hocket::taskgraph
