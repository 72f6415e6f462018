// SPDX-License-Identifier: Apache-2.0
#include "symbolic/monotonic/MonotonicStates.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

namespace {
constexpr int kFewParts = policy.loops.monotonicParts;
constexpr int kMaxParts = policy.loops.mostMonotonicParts;
/// Of a variable, after a statement that is being executed.
constexpr const char *kNew = "'new";

int numParts(const isl::set &set) { return isl_set_n_basic_set(set.get()); }
} // namespace

isl::pw_aff MonotonicStates::named(const std::string &name) const {
  isl::set all = model_.universe();
  return all.param_pw_aff_on_domain(isl_ext::named(all.ctx(), name));
}

isl::set MonotonicStates::without(const isl::set &state,
                                  const std::string &name) {
  return isl_ext::projectOut(state, name);
}

isl::set MonotonicStates::withoutSuffix(const isl::set &state,
                                        const std::string &suffix) {
  return isl_ext::projectOutSuffix(state, suffix);
}

isl::set MonotonicStates::tidy(const isl::set &state) {
  isl::set result =
      isl_ext::managed(state.ctx(), isl_set_remove_divs(state.copy()));
  if (numParts(result) > kFewParts)
    result = result.coalesce();
  if (numParts(result) > kMaxParts)
    result = isl_ext::managed(
        result.ctx(),
        isl_set_from_basic_set(isl_set_simple_hull(result.copy())));
  return result;
}

isl::set MonotonicStates::forget(
    isl::set state,
    const std::vector<const MonotonicVariable *> &variables) const {
  for (const MonotonicVariable *variable : variables)
    state = without(state, variable->name);
  return state;
}

isl::set MonotonicStates::finish(MonotonicReading reading) const {
  isl::set result = reading.given;
  if (!reading.operands.empty())
    result = model_.withTypeRanges(result);
  for (const std::string &operand : reading.operands)
    result = without(result, operand);
  return tidy(result);
}

isl::set MonotonicStates::assume(const isl::set &state, ExprId id, StmtId stmt,
                                 bool truth) {
  if (!isValid(id))
    return state;
  const ir::Expr &expr = model_.program()[id];
  switch (expr.kind) {
  case ExprKind::Const:
    return (expr.value != 0) == truth
               ? state
               : isl::set::empty(model_.universe().space());
  case ExprKind::LogicalNot:
    return assume(state, expr.operands[0], stmt, !truth);
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr: {
    bool both = (expr.kind == ExprKind::LogicalAnd) == truth;
    isl::set first = assume(state, expr.operands[0], stmt, truth);
    if (both)
      return assume(first, expr.operands[1], stmt, truth);
    return tidy(first.unite(assume(state, expr.operands[1], stmt, truth)));
  }
  default:
    return variables_.names(id) ? compare(state, id, stmt, truth) : state;
  }
}

/// Of two numbers, or two places that are counted from one.
std::optional<Polynomial> MonotonicStates::difference(const Value &a,
                                                      const Value &b) const {
  if (a.base.has_value() != b.base.has_value() ||
      (a.base && a.base->key != b.base->key) || a.wrapBits != b.wrapBits)
    return std::nullopt;
  std::optional<Polynomial> result = a.polynomial.minus(b.polynomial);
  if (!result || !model_.isLinear(*result))
    return std::nullopt;
  // Of addresses modulo 2^64, what they have in common must have cancelled.
  std::vector<SymbolId> symbols = result->symbols();
  bool isExact =
      a.wrapBits == 0 ||
      std::all_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
        return model_.symbol(symbol).kind == Symbol::Kind::Bounded;
      });
  return isExact ? result : std::nullopt;
}

/// A comparison, or a number that is or is not zero.
isl::set MonotonicStates::compare(const isl::set &state, ExprId condition,
                                  StmtId stmt, bool truth) {
  const ir::Expr &expr = model_.program()[condition];
  bool isComparison = expr.kind == ExprKind::Lt || expr.kind == ExprKind::Le ||
                      expr.kind == ExprKind::Eq || expr.kind == ExprKind::Ne;
  MonotonicReading reading{state, {}};
  std::optional<Value> a = expressions_.read(
      isComparison ? expr.operands[0] : condition, stmt, reading);
  std::optional<Value> b = Value{};
  if (isComparison)
    b = expressions_.read(expr.operands[1], stmt, reading);
  std::optional<Polynomial> way = a && b ? difference(*a, *b) : std::nullopt;
  if (!way)
    return state;
  isl::pw_aff self = model_.toIsl(*way), zero = model_.constant(0);
  isl::set holds;
  if (expr.kind == ExprKind::Lt)
    holds = truth ? self.lt_set(zero) : self.ge_set(zero);
  else if (expr.kind == ExprKind::Le)
    holds = truth ? self.le_set(zero) : self.gt_set(zero);
  else // also of a number that is not a comparison
    holds = (expr.kind == ExprKind::Eq) == truth ? self.eq_set(zero)
                                                 : self.ne_set(zero);
  reading.given = reading.given.intersect(holds);
  return finish(std::move(reading));
}

void MonotonicStates::addWays(ExprId id, StmtId stmt,
                              std::vector<Polynomial> &ways) {
  if (!isValid(id) || !variables_.names(id))
    return;
  const ir::Expr &expr = model_.program()[id];
  if (expr.kind == ExprKind::LogicalAnd) {
    for (ExprId operand : expr.operands)
      addWays(operand, stmt, ways);
    return;
  }
  if (expr.kind != ExprKind::Lt && expr.kind != ExprKind::Le)
    return;
  MonotonicReading reading{model_.universe(), {}};
  std::optional<Value> a = expressions_.read(expr.operands[0], stmt, reading);
  std::optional<Value> b = expressions_.read(expr.operands[1], stmt, reading);
  std::optional<Polynomial> way = a && b ? difference(*a, *b) : std::nullopt;
  if (way && reading.operands.empty())
    ways.push_back(*way);
}

namespace {

/// The one plain write of the variable in the statement; null if there is
/// anything else.
const ir::Access *onlyWrite(const ir::Program &program, StmtId stmt,
                            ir::ObjectId object) {
  const ir::Access *found = nullptr;
  if (program[stmt].isOpaque)
    return nullptr;
  for (const ir::Access &access : program[stmt].accesses) {
    if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
        program[access.address].kind != ExprKind::AddrOf ||
        program[access.address].object != object)
      continue;
    if (found || access.size != program[object].size)
      return nullptr;
    found = &access;
  }
  return found;
}

} // namespace

/// What the access stores; of a pointer, in bytes from its base.
std::optional<Polynomial>
MonotonicStates::assigned(const MonotonicVariable &variable,
                          const ir::Access &access, StmtId stmt,
                          MonotonicReading &reading) {
  if (!isValid(access.value))
    return std::nullopt;
  const ir::Expr &stored = model_.program()[access.value];
  const ir::Object &object = model_.program()[variable.object];
  std::optional<Value> value = expressions_.read(access.value, stmt, reading);
  if (!value || value->base.has_value() != variable.base.has_value())
    return std::nullopt;
  std::optional<Polynomial> polynomial = value->polynomial;
  if (variable.base) {
    if (value->base->key != variable.base->base->key ||
        value->wrapBits != variable.base->wrapBits)
      return std::nullopt;
    polynomial = value->polynomial.minus(variable.base->polynomial);
  } else if (value->wrapBits != 0 ||
             ((stored.bits > object.bits ||
               stored.isSigned != object.isSigned) &&
              !expressions_.staysIn(*polynomial, object.bits, object.isSigned,
                                    reading))) {
    return std::nullopt;
  }
  return polynomial && model_.isLinear(*polynomial) ? polynomial : std::nullopt;
}

/// { : the variable's new value is ... }.
isl::set MonotonicStates::assign(const MonotonicVariable &variable,
                                 const ir::Access *access, StmtId stmt,
                                 MonotonicReading &reading) {
  if (!access)
    return model_.universe();
  std::optional<Polynomial> value = assigned(variable, *access, stmt, reading);
  if (!value)
    return model_.universe();
  isl::pw_aff next = named(variable.name + kNew);
  isl::set written = next.eq_set(model_.toIsl(*value));
  return access->must ? written
                      : written.unite(next.eq_set(named(variable.name)));
}

isl::set MonotonicStates::execute(const isl::set &state, StmtId stmt) {
  const ir::Program &program = model_.program();
  MonotonicReading reading{state, {}};
  std::vector<const MonotonicVariable *> written;
  isl::set effect = model_.universe();
  for (const auto &[object, variable] : variables_.all()) {
    const std::vector<StmtId> &writers = model_.index().namedWriters(object);
    bool isWriter = std::binary_search(writers.begin(), writers.end(), stmt);
    if (!isWriter && program[stmt].declares != object)
      continue;
    // Declared without a value, it has none.
    written.push_back(&variable);
    effect = effect.intersect(
        assign(variable, isWriter ? onlyWrite(program, stmt, object) : nullptr,
               stmt, reading));
  }
  if (written.empty())
    return state;
  reading.given = forget(reading.given.intersect(effect), written);
  isl::set result = finish(std::move(reading));
  for (const MonotonicVariable *variable : written)
    result = isl_ext::renameParam(
        result, isl_ext::named(result.ctx(), variable->name + kNew),
        isl_ext::named(result.ctx(), variable->name));
  return result;
}

/// Over the model's symbols alone: what variables and operands hold, or held on
/// entry of a loop, is another number in another instance.
isl::set MonotonicStates::withoutOwn(isl::set state) const {
  for (const std::string &name : isl_ext::paramsOf(state))
    if (name.starts_with(kMonotonicName) || name.starts_with(kOperandName))
      state = without(state, name);
  return tidy(state);
}

std::optional<Value> MonotonicStates::addressOf(const isl::set &state,
                                                const MemoryAccess &access,
                                                const std::string &name) {
  MonotonicReading reading{state, {}};
  std::optional<Value> address =
      expressions_.read(access.item->address, access.stmt, reading);
  std::optional<Polynomial> offset = Polynomial::constant(access.item->offset);
  if (!address || !address->base || !offset)
    return std::nullopt;
  Polynomial moves; // what is not the same everywhere
  Value result = *address;
  result.polynomial = *offset;
  for (const auto &[monomial, coefficient] : address->polynomial.terms()) {
    bool isFixed =
        std::none_of(monomial.begin(), monomial.end(), [&](SymbolId symbol) {
          return model_.symbol(symbol).kind == Symbol::Kind::Bounded;
        });
    if ((!isFixed && monomial.size() > 1) ||
        !(isFixed ? result.polynomial : moves).add(monomial, coefficient))
      return std::nullopt;
  }
  isl::set where =
      reading.given.intersect(named(name).eq_set(model_.toIsl(moves)));
  SymbolId symbol = model_.bounded(name, 64, /*isSigned=*/true,
                                   withoutOwn(expressions_.withFacts(where)));
  result.polynomial.add({symbol}, 1);
  return result;
}

} // namespace hocket::polyhedral
