// SPDX-License-Identifier: Apache-2.0
#include "forkjoin/LinearExpressions.h"

#include <algorithm>

namespace hocket::polyhedral {

using namespace ir;

std::optional<Linear> sum(const Linear &a, const Linear &b, int64_t factor) {
  Linear result = a;
  int64_t product;
  auto add = [&](int64_t &to, int64_t value) {
    return !__builtin_mul_overflow(value, factor, &product) &&
           !__builtin_add_overflow(to, product, &to);
  };
  if (!add(result.constant, b.constant))
    return std::nullopt;
  for (const auto &[name, coefficient] : b.terms)
    if (!add(result.terms[name], coefficient))
      return std::nullopt;
  std::erase_if(result.terms, [](const auto &term) { return !term.second; });
  return result;
}

LinearExpressions::LinearExpressions(const ProgramIndex &index, isl::ctx ctx,
                                     FunctionId function)
    : index_(index), program_(index.program()), ctx_(ctx),
      function_(program_[function]) {}

isl::set LinearExpressions::atLeastZero(const Linear &linear) const {
  std::vector<std::pair<std::string, isl::val>> terms;
  for (const auto &[name, coefficient] : linear.terms)
    terms.emplace_back(name, isl::val(ctx_, long(coefficient)));
  isl::aff aff = isl_ext::affineOfParams(
      ctx_, isl::val(ctx_, long(linear.constant)), terms);
  return aff.ge_set(isl::aff::zero_on_domain(aff.domain().space()));
}

bool LinearExpressions::proves(const isl::set &state,
                               const Linear &linear) const {
  // Somewhere - linear - 1 >= 0?
  std::optional<Linear> violated = sum(Linear::of(-1), linear, -1);
  return violated && state.intersect(atLeastZero(*violated)).is_empty();
}

bool LinearExpressions::isTracked(ObjectId id) const {
  const Object &object = program_[id];
  return index_.isNamedOnly(id) && object.isScalar && !object.isFloat &&
         object.bits <= 64 && object.function == function_.id;
}

bool LinearExpressions::isWritten(ObjectId param) const {
  return !index_.namedWriters(param).empty();
}

std::string LinearExpressions::nameOf(ObjectId object) const {
  return "v" + std::to_string(index(object));
}

Linear LinearExpressions::onEntry(ObjectId param) const {
  return Linear::of((isWritten(param) ? "e" : "v") +
                    std::to_string(index(param)));
}

/// The variable that a seen-through call of the statement leaves its result in.
ObjectId LinearExpressions::resultOf(const Expr &call) const {
  return stmt_ && std::size_t(call.value) < stmt_->calls.size()
             ? stmt_->calls[std::size_t(call.value)].result
             : ObjectId::None;
}

Linear LinearExpressions::unknown(const Expr &expr, isl::set &state) {
  Linear fresh = Linear::of("t" + std::to_string(fresh_++));
  state = withinType(expr, fresh, state);
  return fresh;
}

/// More than any unsigned value of 64 bits can be is more than this.
Linear greatest64() { return Linear::of("m64"); }

/// What the type of a value says.
isl::set LinearExpressions::withinType(const Expr &expr, const Linear &value,
                                       isl::set state) const {
  if (expr.isSigned || expr.isPointer || expr.isFloat)
    return state;
  std::optional<Linear> room = sum(
      expr.bits < 63 ? Linear::of((int64_t(1) << expr.bits) - 1) : greatest64(),
      value, -1);
  state = state.intersect(atLeastZero(value));
  return room ? state.intersect(atLeastZero(*room)) : state;
}

/// The expression's type holds `value`, what its operators make of its
/// operands.
bool LinearExpressions::fits(const Expr &expr, const Linear &value,
                             const isl::set &state) const {
  bool isCast = expr.kind == ExprKind::Cast;
  if (expr.isPointer || (expr.isSigned && !isCast))
    return true;
  bool fromSigned = isCast && program_[expr.operands[0]].isSigned;
  bool isWide = expr.bits > 62;
  int64_t most =
      isWide ? INT64_MAX : (int64_t(1) << (expr.bits - expr.isSigned)) - 1;
  Linear high = isWide && !expr.isSigned ? greatest64() : Linear::of(most);
  std::optional<Linear> above =
      sum(value, Linear::of(expr.isSigned ? -most : 0), -1);
  std::optional<Linear> below = sum(high, value, -1);
  bool isBelow = (isWide && !expr.isSigned && fromSigned) ||
                 (below && proves(state, *below));
  return isBelow && above && proves(state, *above);
}

std::optional<Linear> LinearExpressions::difference(ExprId a, ExprId b,
                                                    isl::set &state) {
  const Expr &first = program_[a], &second = program_[b];
  if (first.isPointer != second.isPointer || first.isFloat || second.isFloat)
    return std::nullopt;
  if (!first.isPointer)
    return sum(value(a, state), value(b, state), -1);
  std::optional<Place> p = place(a, state), q = place(b, state);
  return p && q && p->base == q->base ? sum(p->offset, q->offset, -1)
                                      : std::nullopt;
}

/// By a constant, truncating; of a shift, rounding down.
std::optional<Linear> LinearExpressions::quotient(const Division &division,
                                                  isl::set &state) {
  bool isShift = division.kind == Division::Kind::Shift;
  if (division.by < 1 || division.by > (isShift ? 31 : 1 << 30))
    return std::nullopt;
  int64_t divisor = isShift ? int64_t(1) << division.by : division.by;
  const Linear of = value(division.dividend, state);
  Linear quotient = Linear::of("t" + std::to_string(fresh_++));
  // rest = of - divisor * quotient
  std::optional<Linear> rest = sum(of, quotient, -divisor);
  if (!rest)
    return std::nullopt;
  bool isPositive = isShift || proves(state, of);
  std::optional<Linear> least =
      sum(*rest, Linear::of(isPositive ? 0 : divisor - 1), 1);
  std::optional<Linear> most = sum(Linear::of(divisor - 1), *rest, -1);
  if (!least || !most)
    return std::nullopt;
  state = state.intersect(atLeastZero(*least)).intersect(atLeastZero(*most));
  return quotient;
}

std::optional<Linear> LinearExpressions::remainder(const Division &division,
                                                   isl::set &state) {
  if (division.by < 1)
    return std::nullopt;
  bool isMask = division.kind == Division::Kind::Mask;
  int64_t most = isMask ? division.by : division.by - 1;
  Linear result = Linear::of("t" + std::to_string(fresh_++));
  bool isPositive = isMask || proves(state, value(division.dividend, state));
  std::optional<Linear> low = sum(result, Linear::of(isPositive ? 0 : most), 1);
  std::optional<Linear> high = sum(Linear::of(most), result, -1);
  state = state.intersect(atLeastZero(*low)).intersect(atLeastZero(*high));
  return result;
}

/// The domain of expressions in a state, which learns of new parameters:
/// integers are offsets from no base.
class LinearExpressions::Operators {
public:
  using Value = Place;

  Operators(LinearExpressions &expressions, isl::set &state)
      : expressions_(expressions), program_(expressions.program_),
        state_(state) {}

  std::optional<Place> leaf(ExprId id) const {
    const Expr &expr = program_[id];
    switch (expr.kind) {
    case ExprKind::Const: // unsigned values of 64 bits may look negative
      return (expr.isSigned || expr.value >= 0) && !expr.isPointer
                 ? std::optional(constant(expr.value))
                 : std::nullopt;
    case ExprKind::AddrOf:
      if (!isValid(expressions_.baseOf(id)))
        return std::nullopt;
      return Place{expr.object, {}};
    case ExprKind::Var:
      return variable(expr.object, expressions_.baseOfVariable(expr.object));
    case ExprKind::CallResult: {
      ObjectId result = expressions_.resultOf(expr);
      return isValid(result) ? variable(result, ObjectId::None) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  std::optional<Place> operand(const Expr &user, unsigned position) {
    ExprId id = user.operands[position];
    const Expr &expr = program_[id];
    if (expr.isPointer)
      return expressions_.place(id, state_);
    // Pointers do not wrap around, nor does what is added to them.
    bool isScaled = user.isPointer && expr.kind == ExprKind::Mul &&
                    program_[expr.operands[0]].kind == ExprKind::Const &&
                    program_[expr.operands[0]].value > 0;
    if (!isScaled)
      return number(expressions_.value(id, state_));
    return number(sum({}, expressions_.value(expr.operands[1], state_),
                      program_[expr.operands[0]].value));
  }

  Place constant(int64_t number) const {
    return {ObjectId::None, Linear::of(number)};
  }
  std::optional<Place> shiftFactor(ExprId id) const {
    return constant(int64_t(1) << *constantOf(id));
  }
  bool hasBase(const Place &place) const { return isValid(place.base); }
  bool haveOneBase(const Place &a, const Place &b) const {
    return a.base == b.base;
  }
  std::optional<Place> combine(const Place &a, const Place &b,
                               bool isSum) const {
    std::optional<Place> result =
        number(sum(a.offset, b.offset, isSum ? 1 : -1));
    if (result && !(hasBase(a) && hasBase(b)))
      result->base = hasBase(a) ? a.base : b.base;
    return result;
  }
  /// By a constant.
  bool multiplies(const Expr &expr) const {
    std::optional<int64_t> by = constantOf(expr.operands[1]);
    if (expr.kind == ExprKind::Shl)
      return by && *by >= 0 && *by < 31;
    return by || constantOf(expr.operands[0]);
  }
  std::optional<Place> times(const Place &a, const Place &b) const {
    bool isByB = b.offset.terms.empty();
    return number(sum({}, isByB ? a.offset : b.offset,
                      isByB ? b.offset.constant : a.offset.constant));
  }
  std::optional<Place> divide(const Expr &expr, const Division &division) {
    bool isQuotient = expr.kind == ExprKind::Div || expr.kind == ExprKind::Shr;
    return number(isQuotient ? expressions_.quotient(division, state_)
                             : expressions_.remainder(division, state_));
  }
  std::optional<Place> convert(const Expr &expr) {
    return number(expressions_.value(expr.operands[0], state_));
  }
  /// That the type holds it is asked of each value.
  std::optional<Place> settle(const Expr &expr, const Place &value,
                              const Place &, const Place &) const {
    return expr.kind == ExprKind::Not ? std::nullopt : std::optional(value);
  }
  std::optional<Place> other(ExprId) const { return std::nullopt; }

private:
  static std::optional<Place> number(const std::optional<Linear> &linear) {
    return linear ? std::optional(Place{ObjectId::None, *linear})
                  : std::nullopt;
  }
  /// A pointer without a base says nothing.
  std::optional<Place> variable(ObjectId object, ObjectId base) const {
    if (!expressions_.isTracked(object) ||
        program_[object].isPointer != isValid(base))
      return std::nullopt;
    return Place{base, Linear::of(expressions_.nameOf(object))};
  }
  std::optional<int64_t> constantOf(ExprId id) const {
    const Expr &expr = program_[id];
    return expr.kind == ExprKind::Const && (expr.isSigned || expr.value >= 0)
               ? std::optional(expr.value)
               : std::nullopt;
  }

  LinearExpressions &expressions_;
  const Program &program_;
  isl::set &state_;
};

Linear LinearExpressions::value(ExprId id, isl::set &state) {
  const Expr &expr = program_[id];
  if (expr.isFloat || expr.isPointer)
    return unknown(expr, state);
  for (ExprId operand : expr.operands)
    if (expr.kind != ExprKind::Unknown && program_[operand].isFloat)
      return unknown(expr, state);
  Operators domain(*this, state);
  std::optional<Place> found = evaluateExpression(program_, domain, id);
  std::optional<Linear> result;
  if (found && !isValid(found->base))
    result = found->offset;
  bool isExact = expr.kind == ExprKind::Const || expr.kind == ExprKind::Var ||
                 expr.kind == ExprKind::CallResult;
  if (result && !isExact && !fits(expr, *result, state)) {
    // What wraps around gets less.
    Linear wrapped = unknown(expr, state);
    if (!expr.isSigned && proves(state, *result))
      if (std::optional<Linear> less = sum(*result, wrapped, -1))
        state = state.intersect(atLeastZero(*less));
    return wrapped;
  }
  if (!result)
    return unknown(expr, state);
  if (expr.kind == ExprKind::Var)
    state = withinType(expr, *result, state);
  return *result;
}

std::optional<Place> LinearExpressions::place(ExprId id, isl::set &state) {
  switch (program_[id].kind) {
  case ExprKind::AddrOf:
  case ExprKind::Var:
  case ExprKind::Add:
  case ExprKind::Sub: {
    Operators domain(*this, state);
    std::optional<Place> result = evaluateExpression(program_, domain, id);
    return result && isValid(result->base) ? result : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

ObjectId LinearExpressions::baseOf(ExprId id) {
  const Expr &expr = program_[id];
  switch (expr.kind) {
  case ExprKind::AddrOf: // a parameter as base is what it points to
    return program_[expr.object].kind == ObjectKind::Param ? ObjectId::None
                                                           : expr.object;
  case ExprKind::Var:
    return baseOfVariable(expr.object);
  case ExprKind::Add:
  case ExprKind::Sub: {
    unsigned pointer = program_[expr.operands[0]].isPointer ? 0 : 1;
    return baseOf(expr.operands[pointer]);
  }
  default:
    return ObjectId::None;
  }
}

/// What all values come from that the variable is given.
ObjectId LinearExpressions::baseOfVariable(ObjectId id) {
  if (auto it = bases_.find(id); it != bases_.end())
    return it->second;
  const Object &object = program_[id];
  if (!isTracked(id) || !object.isPointer || !pending_.insert(id).second)
    return ObjectId::None;
  bool isParam =
      std::count(function_.params.begin(), function_.params.end(), id) != 0;
  ObjectId base = isParam ? id : ObjectId::None;
  bool isOne = true;
  for (StmtId writer : index_.namedWriters(id))
    for (const Access &access : program_[writer].accesses) {
      if (access.kind != AccessKind::Write || !isValid(access.address) ||
          program_[access.address].kind != ExprKind::AddrOf ||
          program_[access.address].object != id)
        continue;
      // `p++`: the variable's own base, whatever it is.
      ExprId from = access.value;
      while (isValid(from) && (program_[from].kind == ExprKind::Add ||
                               program_[from].kind == ExprKind::Sub))
        from =
            program_[from]
                .operands[program_[program_[from].operands[0]].isPointer ? 0
                                                                         : 1];
      if (isValid(from) && program_[from].kind == ExprKind::Var &&
          program_[from].object == id)
        continue;
      ObjectId given = isValid(from) ? baseOf(from) : ObjectId::None;
      isOne &= isValid(given) && (!isValid(base) || base == given);
      base = given;
    }
  pending_.erase(id);
  return bases_[id] = isOne ? base : ObjectId::None;
}

} // namespace hocket::polyhedral
