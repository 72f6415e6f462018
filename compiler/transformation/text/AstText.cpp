// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/AstText.h"

#include <stdexcept>

namespace hocket::transformation {

namespace {

isl_ast_expr_op_type kindOf(const isl::ast_expr &expr) {
  return isl_ast_expr_op_get_type(expr.get());
}

bool isOperation(const isl::ast_expr &expr) {
  return isl_ast_expr_get_type(expr.get()) == isl_ast_expr_op;
}

std::optional<long> numberOf(const isl::ast_expr &expr) {
  if (isl_ast_expr_get_type(expr.get()) != isl_ast_expr_int)
    return std::nullopt;
  isl::val value = expr.as<isl::ast_expr_int>().val();
  return isl_val_get_num_si(value.get());
}

/// a / b, rounded down; b > 0.
std::string flooredQuotient(const std::string &a, const std::string &b) {
  return "(" + a + " >= 0 ? " + a + " / " + b + " : -((" + b + " - 1 - " + a +
         ") / " + b + "))";
}

std::string chosen(const std::string &a, const char *compare,
                   const std::string &b) {
  return "(" + a + " " + compare + " " + b + " ? " + a + " : " + b + ")";
}

} // namespace

bool AstText::isSimple(const isl::ast_expr &expr) { return !isOperation(expr); }

std::string AstText::text(const isl::ast_expr &expr) const {
  if (isl_ast_expr_get_type(expr.get()) == isl_ast_expr_id)
    return plainNameOf_(expr.as<isl::ast_expr_id>().id().name());
  if (std::optional<long> number = numberOf(expr))
    return std::to_string(*number);
  return operation(expr.as<isl::ast_expr_op>());
}

std::string AstText::successor(const isl::ast_expr &expr) const {
  if (std::optional<long> number = numberOf(expr))
    return std::to_string(*number + 1);
  if (isOperation(expr) && kindOf(expr) == isl_ast_expr_op_sub) {
    isl::ast_expr_op op = expr.as<isl::ast_expr_op>();
    if (std::optional<long> number = numberOf(op.arg(1)); number == 1)
      return text(op.arg(0));
  }
  if (isOperation(expr) && kindOf(expr) == isl_ast_expr_op_min) {
    isl::ast_expr_op op = expr.as<isl::ast_expr_op>();
    auto next = [&](int k) { return "(" + successor(op.arg(k)) + ")"; };
    std::string result = next(0);
    for (unsigned k = 1; k < op.n_arg(); ++k)
      result = chosen(result, "<", next(int(k)));
    return result;
  }
  if (isOperation(expr) && kindOf(expr) == isl_ast_expr_op_add) {
    isl::ast_expr_op op = expr.as<isl::ast_expr_op>();
    if (std::optional<long> number = numberOf(op.arg(1)))
      return operand(op.arg(0)) + " + " + std::to_string(*number + 1);
  }
  return operand(expr) + " + 1";
}

/// In parentheses where it has operators.
std::string AstText::operand(const isl::ast_expr &expr) const {
  if (isl_ast_expr_get_type(expr.get()) == isl_ast_expr_id)
    return nameOf_(expr.as<isl::ast_expr_id>().id().name());
  std::string result = text(expr);
  bool isWrapped = result.front() == '(' && isOperation(expr) &&
                   (kindOf(expr) == isl_ast_expr_op_min ||
                    kindOf(expr) == isl_ast_expr_op_max ||
                    kindOf(expr) == isl_ast_expr_op_fdiv_q);
  return isWrapped || (!isOperation(expr) && result.front() != '-')
             ? result
             : "(" + result + ")";
}

std::string AstText::operation(const isl::ast_expr_op &op) const {
  auto arg = [&](int k) { return operand(op.arg(k)); };
  auto joined = [&](const std::string &with) {
    std::string result = arg(0);
    for (unsigned k = 1; k < op.n_arg(); ++k)
      result += " " + with + " " + arg(int(k));
    return result;
  };
  auto folded = [&](const char *compare) {
    std::string result = arg(0);
    for (unsigned k = 1; k < op.n_arg(); ++k)
      result = chosen(result, compare, arg(int(k)));
    return result;
  };
  switch (kindOf(op)) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return joined("&&");
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return joined("||");
  case isl_ast_expr_op_max:
    return folded(">");
  case isl_ast_expr_op_min:
    return folded("<");
  case isl_ast_expr_op_minus:
    return "-" + arg(0);
  case isl_ast_expr_op_add:
    return joined("+");
  case isl_ast_expr_op_sub:
    return joined("-");
  case isl_ast_expr_op_mul:
    return joined("*");
  case isl_ast_expr_op_div:    // known to leave nothing
  case isl_ast_expr_op_pdiv_q: // of what is not negative
    return joined("/");
  case isl_ast_expr_op_fdiv_q:
    return flooredQuotient(arg(0), arg(1));
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r: // compared with 0 alone
    return joined("%");
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select:
    return "(" + arg(0) + " ? " + arg(1) + " : " + arg(2) + ")";
  case isl_ast_expr_op_eq:
    return joined("==");
  case isl_ast_expr_op_le:
    return joined("<=");
  case isl_ast_expr_op_lt:
    return joined("<");
  case isl_ast_expr_op_ge:
    return joined(">=");
  case isl_ast_expr_op_gt:
    return joined(">");
  default:
    throw std::logic_error("an expression of isl that bounds do not have");
  }
}

} // namespace hocket::transformation
