// SPDX-License-Identifier: Apache-2.0
#include "symbolic/monotonic/MonotonicExpressions.h"

#include "dataflow/EvaluateExpression.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

/// And what is known of the symbols that are named. States say nothing of how
/// symbols come about, to be small.
isl::set MonotonicExpressions::withFacts(isl::set state) const {
  state = state.intersect(always_);
  for (SymbolId id = model_.numSymbols(); id-- > 0;)
    if (const Symbol &symbol = model_.symbol(id);
        symbol.kind == Symbol::Kind::Derived &&
        isl_ext::hasParam(state, isl_ext::named(state.ctx(), symbol.name)))
      state = state.intersect(*symbol.definition);
  return model_.withTypeRanges(state);
}

/// Every possible value is one of the type.
bool MonotonicExpressions::staysIn(const Polynomial &polynomial, unsigned bits,
                                   bool isSigned,
                                   const MonotonicReading &reading) const {
  if (isGuessing)
    return true;
  if (!model_.isLinear(polynomial))
    return false;
  isl::ctx ctx = reading.given.ctx();
  isl::val size = isl_ext::powerOfTwo(ctx, bits - (isSigned ? 1 : 0));
  isl::val low = isSigned ? size.neg() : isl::val(ctx, 0L);
  isl::pw_aff self = model_.toIsl(polynomial);
  isl::set all = model_.universe();
  isl::set outside = self.lt_set(all.pw_aff_on_domain(low))
                         .unite(self.ge_set(all.pw_aff_on_domain(size)));
  return withFacts(reading.given.intersect(outside)).is_empty();
}

/// An operand as a number of its own, within the range of its type and
/// operators.
std::optional<Value>
MonotonicExpressions::readOther(ExprId id, MonotonicReading &reading) {
  const ir::Expr &expr = model_.program()[id];
  if (expr.isPointer)
    return std::nullopt;
  std::optional<ValueRange> range = ranges_.of(id);
  if (!range)
    return std::nullopt;
  std::string name = kOperandName + std::to_string(ir::index(id));
  SymbolId symbol = model_.bounded(name, 64, /*isSigned=*/true);
  reading.operands.push_back(name);
  isl::pw_aff self = model_.toIsl(Polynomial::symbol(symbol));
  reading.given =
      reading.given.intersect(self.ge_set(model_.constant(range->low)))
          .intersect(self.le_set(model_.constant(range->high)));
  return Value{std::nullopt, Polynomial::symbol(symbol), 0};
}

/// What its operands make, as integers, need not be a value of its type.
bool MonotonicExpressions::mayLeaveType(const ir::Expr &expr) const {
  if (expr.isPointer || expr.kind == ExprKind::Var)
    return false;
  if (expr.kind != ExprKind::Cast)
    return !expr.isSigned;
  const ir::Expr &from = model_.program()[expr.operands[0]];
  return !(expr.bits > from.bits && (expr.isSigned || !from.isSigned)) &&
         !(expr.bits == from.bits && expr.isSigned == from.isSigned);
}

namespace {

/// The domain of expressions in a state: sums and products of monotonic indices
/// with what stays the same in the region, as integers.
class Operators {
public:
  using Value = polyhedral::Value;

  Operators(MonotonicExpressions &expressions, const ir::Program &program,
            const MonotonicVariables &variables, StmtId stmt,
            MonotonicReading &reading)
      : expressions_(expressions), program_(program), variables_(variables),
        stmt_(stmt), reading_(reading) {}

  /// A variable that is followed.
  std::optional<Value> leaf(ExprId id) const {
    const ir::Expr &expr = program_[id];
    if (expr.kind != ExprKind::Var)
      return std::nullopt;
    const MonotonicVariable &variable = *variables_.find(expr.object);
    Value self{std::nullopt, Polynomial::symbol(variable.symbol), 0};
    if (!variable.base)
      return self;
    std::optional<Value> result = combine(*variable.base, self, true);
    if (result)
      result->wrapBits = variable.base->wrapBits;
    return result;
  }
  std::optional<Value> operand(const ir::Expr &user, unsigned position) {
    return expressions_.read(user.operands[position], stmt_, reading_);
  }
  Value constant(int64_t number) const {
    return {std::nullopt, *Polynomial::constant(number), 0};
  }
  std::optional<Value> shiftFactor(ExprId id) {
    constexpr int64_t mostBits = 30;
    std::optional<Value> count = expressions_.read(id, stmt_, reading_);
    if (!count || !isNumber(*count) || !count->polynomial.isConstant() ||
        count->polynomial.constantTerm() < 0 ||
        count->polynomial.constantTerm() > mostBits)
      return std::nullopt;
    return constant(int64_t(1) << count->polynomial.constantTerm());
  }
  bool hasBase(const Value &value) const { return value.base.has_value(); }
  bool haveOneBase(const Value &a, const Value &b) const {
    return a.base->key == b.base->key;
  }
  std::optional<Value> combine(const Value &a, const Value &b,
                               bool isSum) const {
    std::optional<Polynomial> polynomial =
        isSum ? a.polynomial.plus(b.polynomial)
              : a.polynomial.minus(b.polynomial);
    if (!polynomial)
      return std::nullopt;
    bool isDistance = a.base && b.base;
    return Value{isDistance ? std::nullopt
                 : a.base   ? a.base
                            : b.base,
                 *polynomial, 0};
  }
  bool multiplies(const ir::Expr &) const { return true; }
  std::optional<Value> times(const Value &a, const Value &b) const {
    if (!isNumber(a) || !isNumber(b) ||
        (!a.polynomial.isConstant() && !b.polynomial.isConstant()))
      return std::nullopt;
    std::optional<Polynomial> product = a.polynomial.times(b.polynomial);
    return product ? std::optional(Value{std::nullopt, *product, 0})
                   : std::nullopt;
  }
  std::optional<Value> divide(const ir::Expr &, const Division &) const {
    return std::nullopt;
  }
  std::optional<Value> convert(const ir::Expr &expr) {
    std::optional<Value> value = operand(expr, 0);
    return value && isNumber(*value) ? value : std::nullopt;
  }
  /// Addresses alone may be residues.
  std::optional<Value> settle(const ir::Expr &expr, Value value, const Value &a,
                              const Value &b) const {
    value.wrapBits = std::max(a.wrapBits, b.wrapBits);
    if ((value.wrapBits != 0 && !expr.isPointer) ||
        value.base.has_value() != expr.isPointer)
      return std::nullopt;
    return value;
  }
  std::optional<Value> other(ExprId) const { return std::nullopt; }

private:
  static bool isNumber(const Value &value) {
    return !value.base && value.wrapBits == 0;
  }

  MonotonicExpressions &expressions_;
  const ir::Program &program_;
  const MonotonicVariables &variables_;
  StmtId stmt_;
  MonotonicReading &reading_;
};

} // namespace

std::optional<Value>
MonotonicExpressions::readOperation(ExprId id, StmtId stmt,
                                    MonotonicReading &reading) {
  const ir::Program &program = model_.program();
  if (program[id].kind == ExprKind::Not)
    return std::nullopt;
  Operators domain(*this, program, variables_, stmt, reading);
  return evaluateExpression(program, domain, id);
}

/// Before the statement. Nothing: any value.
std::optional<Value> MonotonicExpressions::read(ExprId id, StmtId stmt,
                                                MonotonicReading &reading) {
  const ir::Expr &expr = model_.program()[id];
  if (expr.isFloat)
    return std::nullopt;
  if (!variables_.names(id)) {
    std::optional<Value> known = model_.valueAt(id, stmt);
    if (known && variables_.isStable(*known) &&
        (known->wrapBits == 0 || known->wrapBits >= 64))
      return known;
    return readOther(id, reading);
  }
  std::optional<Value> result = readOperation(id, stmt, reading);
  if (!result || (mayLeaveType(expr) && !staysIn(result->polynomial, expr.bits,
                                                 expr.isSigned, reading)))
    return readOther(id, reading);
  return result;
}

} // namespace hocket::polyhedral
