// SPDX-License-Identifier: Apache-2.0
//
// From a C expression to a symbolic value: what the operators make of their
// operands. A value is a number, which may count from a *base*: an object, or
// what a pointer holds. How numbers are represented, what a variable or a load
// is, and what has to be proved before the result of an operator may be taken
// for the integer that mathematics says, is a *domain's* affair: polynomials
// over the unknowns of a loop, monotonic indices at a place, linear terms of
// variables.
//
// Promises: a value that the domain's own answers make the expression's; or
// nothing, if an operator has no such value.
#pragma once

#include "ir/Program.h"

#include <concepts>
#include <optional>

namespace hocket::polyhedral {

/// An operand divided by a constant.
struct Division {
  enum class Kind : uint8_t {
    Quotient,  ///< as C's `/`: truncated
    Remainder, ///< as C's `%`: with the dividend's sign
    Shift,     ///< by 2^by, rounded down
    Mask,      ///< `dividend & by`
  };
  Kind kind = Kind::Quotient;
  ir::ExprId dividend = ir::ExprId::None;
  int64_t by = 0; ///< any constant; Shift: the number of bits
};

/// What evaluateExpression asks of a domain D. Nothing: there is no such value.
template <typename D>
concept ValueDomain = requires(D &domain, ir::ExprId id, const ir::Expr &expr,
                               const typename D::Value &value, int64_t number,
                               unsigned position, const Division &division) {
  typename D::Value;
  /// The expression is what it is called: a constant, variable, address, load
  /// or result of a call.
  { domain.leaf(id) } -> std::same_as<std::optional<typename D::Value>>;
  /// An operand of a sum or product.
  {
    domain.operand(expr, position)
  } -> std::same_as<std::optional<typename D::Value>>;
  { domain.constant(number) } -> std::same_as<typename D::Value>;
  /// What `x << count` multiplies by, from the count.
  { domain.shiftFactor(id) } -> std::same_as<std::optional<typename D::Value>>;
  { domain.hasBase(value) } -> std::same_as<bool>;
  { domain.haveOneBase(value, value) } -> std::same_as<bool>;
  /// The sum, or the difference: of two with one base a number, else with the
  /// base of either.
  {
    domain.combine(value, value, /*isSum=*/true)
  } -> std::same_as<std::optional<typename D::Value>>;
  /// The product of two numbers; asked if `multiplies(expr)`.
  { domain.multiplies(expr) } -> std::same_as<bool>;
  {
    domain.times(value, value)
  } -> std::same_as<std::optional<typename D::Value>>;
  {
    domain.divide(expr, division)
  } -> std::same_as<std::optional<typename D::Value>>;
  /// The operand converted to the type of the cast.
  { domain.convert(expr) } -> std::same_as<std::optional<typename D::Value>>;
  /// The value of an expression of which two operands, a and b, make `value` by
  /// a sum or product: what the type makes of it, or nothing where that cannot
  /// be told.
  {
    domain.settle(expr, value, value, value)
  } -> std::same_as<std::optional<typename D::Value>>;
  /// All other operators.
  { domain.other(id) } -> std::same_as<std::optional<typename D::Value>>;
};

namespace evaluation {

/// Numbers add up; one side of a sum may have a base, and a difference of two
/// with one base is a number.
template <ValueDomain D>
std::optional<typename D::Value> sum(D &domain, const ir::Expr &expr) {
  using ir::ExprKind;
  bool isUnary = expr.kind == ExprKind::Neg || expr.kind == ExprKind::Not;
  std::optional<typename D::Value> a = domain.operand(expr, 0), b = a;
  if (isUnary) // ~x is -x - 1 in two's complement.
    a = domain.constant(expr.kind == ExprKind::Not ? -1 : 0);
  else if (a)
    b = domain.operand(expr, 1);
  if (!a || !b)
    return std::nullopt;
  bool isSum = expr.kind == ExprKind::Add;
  bool hasA = domain.hasBase(*a), hasB = domain.hasBase(*b);
  if (hasB && (isSum ? hasA : !hasA || !domain.haveOneBase(*a, *b)))
    return std::nullopt;
  std::optional<typename D::Value> result = domain.combine(*a, *b, isSum);
  return result ? domain.settle(expr, *result, *a, *b) : std::nullopt;
}

template <ValueDomain D>
std::optional<typename D::Value> product(D &domain, const ir::Expr &expr) {
  if (!domain.multiplies(expr))
    return std::nullopt;
  std::optional<typename D::Value> a = domain.operand(expr, 0);
  if (!a || domain.hasBase(*a))
    return std::nullopt;
  std::optional<typename D::Value> b =
      expr.kind == ir::ExprKind::Shl ? domain.shiftFactor(expr.operands[1])
                                     : domain.operand(expr, 1);
  if (!b || domain.hasBase(*b))
    return std::nullopt;
  std::optional<typename D::Value> result = domain.times(*a, *b);
  return result ? domain.settle(expr, *result, *a, *b) : std::nullopt;
}

/// The division that the expression is, if it is by a constant.
inline std::optional<Division> divisionOf(const ir::Program &program,
                                          const ir::Expr &expr) {
  using ir::ExprKind;
  bool isMask = expr.kind == ExprKind::And;
  unsigned which =
      isMask && program[expr.operands[0]].kind == ExprKind::Const ? 0 : 1;
  const ir::Expr &by = program[expr.operands[which]];
  if (by.kind != ExprKind::Const)
    return std::nullopt;
  Division::Kind kind = isMask                       ? Division::Kind::Mask
                        : expr.kind == ExprKind::Div ? Division::Kind::Quotient
                        : expr.kind == ExprKind::Shr
                            ? Division::Kind::Shift
                            : Division::Kind::Remainder;
  return Division{kind, expr.operands[1 - which], by.value};
}

} // namespace evaluation

/// The value of the expression; nothing if it cannot be told.
template <ValueDomain D>
std::optional<typename D::Value> evaluateExpression(const ir::Program &program,
                                                    D &domain, ir::ExprId id) {
  using ir::ExprKind;
  const ir::Expr &expr = program[id];
  switch (expr.kind) {
  case ExprKind::Const:
  case ExprKind::Var:
  case ExprKind::AddrOf:
  case ExprKind::Load:
  case ExprKind::CallResult:
    return domain.leaf(id);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
  case ExprKind::Not:
    return evaluation::sum(domain, expr);
  case ExprKind::Mul:
  case ExprKind::Shl:
    return evaluation::product(domain, expr);
  case ExprKind::Div:
  case ExprKind::Rem:
  case ExprKind::Shr:
  case ExprKind::And: {
    std::optional<Division> division = evaluation::divisionOf(program, expr);
    return division ? domain.divide(expr, *division) : std::nullopt;
  }
  case ExprKind::Cast:
    return domain.convert(expr);
  default:
    return domain.other(id);
  }
}

} // namespace hocket::polyhedral
