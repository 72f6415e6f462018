// SPDX-License-Identifier: Apache-2.0
#include "analysis/values/ValueGuess.h"

#include "ir/CallInstance.h"
#include "support/Policy.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hocket::analysis {

using namespace ir;

namespace {

/// What a run takes of two values, of which one may come from outside.
Guess alternative(const Guess &a, const Guess &b) {
  auto isDefault = [](const Guess &g) {
    return g.trust != Trust::Guessed && g.value >= policy.guess.leastDefault;
  };
  if (isDefault(a) && (!isDefault(b) || a.value >= b.value))
    return {a.value, Trust::Default};
  if (isDefault(b))
    return {b.value, Trust::Default};
  return {(a.trust == Trust::Guessed ? a : b).value, Trust::Guessed};
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

ValueGuess::ValueGuess(const Program &program, double unknownTrips)
    : program_(program), unknownTrips_(unknownTrips) {
  for (const Stmt &stmt : program.stmts)
    readStatement(stmt);
  for (const InitialNumber &number : program.initialNumbers) {
    Stored &stored = isValid(number.object) ? variables_[number.object]
                                            : members_[number.field];
    stored.initial.push_back(double(number.value));
  }
}

void ValueGuess::readStatement(const Stmt &stmt) {
  readResults(stmt.value, stmt);
  for (const Access &a : stmt.accesses) {
    readResults(a.value, stmt);
    if (isValid(a.field))
      memberAt_[a.address] = a.field;
    if (a.kind != AccessKind::Write || !isValid(a.address))
      continue;
    if (program_[a.address].kind == ExprKind::AddrOf)
      variables_[program_[a.address].object].values.push_back(a.value);
    if (isValid(a.field))
      members_[a.field].values.push_back(a.value);
  }
  for (const CallSite &call : stmt.calls) {
    for (ExprId argument : call.args)
      readResults(argument, stmt);
    if (isValid(call.callee))
      calls_[call.callee].push_back(&call);
  }
}

/// Notes which calls the results in an expression are of.
void ValueGuess::readResults(ExprId id, const Stmt &stmt) {
  if (!isValid(id) || !seen_.insert(id).second)
    return;
  const Expr &e = program_[id];
  if (e.kind == ExprKind::CallResult && e.value >= 0 &&
      std::size_t(e.value) < stmt.calls.size())
    resultOf_[id] = &stmt.calls[std::size_t(e.value)];
  for (ExprId operand : e.operands)
    readResults(operand, stmt);
}

const std::vector<ExprId> &ValueGuess::assigned(ObjectId object) const {
  static const std::vector<ExprId> none;
  auto found = variables_.find(object);
  return found == variables_.end() ? none : found->second.values;
}

Guess ValueGuess::argument(const CallSite &call, std::size_t position,
                           unsigned depth) const {
  std::optional<ExprId> given = argumentAt(call, position);
  return given ? value(*given, depth + 1) : unknown();
}

Guess ValueGuess::parameter(ObjectId object, unsigned depth) const {
  FunctionId function = program_[object].function;
  auto calls = calls_.find(function);
  if (!isValid(function) || calls == calls_.end())
    return unknown();
  std::optional<std::size_t> position = positionOf(program_, function, object);
  if (!position)
    return unknown();
  if (!within_.empty() && within_.back()->callee == function) {
    const CallSite *call = within_.back();
    within_.pop_back();
    Guess passed = argument(*call, *position, depth);
    within_.push_back(call);
    return passed;
  }
  Guess result{0, Trust::Known};
  for (const CallSite *call : calls->second) {
    Guess passed = argument(*call, *position, depth);
    result.value = std::max(result.value, passed.value);
    result.trust = std::min(result.trust, passed.trust);
  }
  return result.value > 0 ? result : unknown();
}

Guess ValueGuess::variable(ObjectId object, unsigned depth) const {
  auto known = known_.find(object);
  if (known != known_.end())
    return known->second;
  known_[object] = unknown(); // while it depends on itself
  const Object &o = program_[object];
  bool isOfCall = !within_.empty() && o.function == within_.back()->callee;
  Guess result = isOfCall
                     ? variableValue(o, depth)
                     : outsideCalls([&] { return variableValue(o, depth); });
  known_[object] = result;
  if (isOfCall)
    known_.erase(object); // another call passes something else
  return result;
}

Guess ValueGuess::variableValue(const Object &o, unsigned depth) const {
  Guess result = unknown();
  auto all = variables_.find(o.id);
  if (all != variables_.end()) {
    const std::vector<ExprId> &values = all->second.values;
    if (std::none_of(values.begin(), values.end(), [&](ExprId value) {
          return dependsOn(program_, value, o.id);
        }))
      result = stored(all->second, depth);
    if (o.kind != ObjectKind::Local)
      result.trust = std::min(result.trust, Trust::Default);
  } else if (o.kind == ObjectKind::Param) {
    result = parameter(o.id, depth);
  }
  if (o.isAddressTaken)
    result.trust = std::min(result.trust, Trust::Default);
  return result;
}

Guess ValueGuess::stored(const Stored &all, unsigned depth) const {
  std::optional<Guess> result;
  auto add = [&](const Guess &guess) {
    result = result ? alternative(*result, guess) : guess;
  };
  for (ExprId value : all.values)
    add(this->value(value, depth + 1));
  for (double value : all.initial)
    add({value, Trust::Default});
  return result.value_or(unknown());
}

/// A member of any record of the type.
Guess ValueGuess::member(ExprId address, unsigned depth) const {
  auto field = memberAt_.find(address);
  auto all =
      field == memberAt_.end() ? members_.end() : members_.find(field->second);
  if (all == members_.end())
    return unknown();
  auto [known, isNew] = knownMembers_.try_emplace(all->first, unknown());
  if (!isNew)
    return known->second; // unknown while it depends on itself
  Guess result = outsideCalls([&] { return stored(all->second, depth); });
  result.trust = std::min(result.trust, Trust::Default);
  return knownMembers_[all->first] = result;
}

/// Of a call: what the function returns for these arguments.
Guess ValueGuess::result(ExprId id, unsigned depth) const {
  auto call = resultOf_.find(id);
  if (call == resultOf_.end() || !isValid(call->second->callee) ||
      within_.size() >= policy.guess.calls)
    return unknown();
  within_.push_back(call->second);
  Stored returned{program_[call->second->callee].results, {}};
  Guess result = stored(returned, depth);
  within_.pop_back();
  return result;
}

Guess ValueGuess::operation(const Expr &e, unsigned depth) const {
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

Guess ValueGuess::value(ExprId id, unsigned depth) const {
  if (!isValid(id) || depth > policy.guess.depth)
    return unknown();
  const Expr &e = program_[id];
  switch (e.kind) {
  case ExprKind::Const:
    return {double(e.value), Trust::Known};
  case ExprKind::Var:
    return variable(e.object, depth);
  case ExprKind::Load:
    return member(e.operands[0], depth);
  case ExprKind::CallResult:
    return result(id, depth);
  case ExprKind::Cast:
    return value(e.operands[0], depth + 1);
  case ExprKind::Select:
    return alternative(value(e.operands[1], depth + 1),
                       value(e.operands[2], depth + 1));
  default:
    return e.operands.size() == 2 ? operation(e, depth) : unknown();
  }
}

} // namespace hocket::analysis
