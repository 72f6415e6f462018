// SPDX-License-Identifier: Apache-2.0
//
// What a node is printed as follows from its kind alone: most are calls of the
// function of that name; the forms of their own stand in `form`. A constant is
// a `long long`, in parentheses if it is negative; a load that is converted is
// in parentheses, as it may be any postfix expression or `*p`.

#include "codegen/text/CheckText.h"

#include <stdexcept>

namespace hocket::codegen {

using namespace ir;
using polyhedral::AliasCheck;
using polyhedral::CheckExpr;
using polyhedral::CheckKind;
using polyhedral::CheckNode;

namespace {

/// The function of a CHECK_CALL, or null.
const char *functionOf(CheckKind kind) {
  switch (kind) {
#define CHECK_LEAF(name)
#define CHECK_FORM(name, operands)
#define CHECK_CALL(name, operands, function)                                   \
  case CheckKind::name:                                                        \
    return function;
#include "checks/CheckKinds.def"
  default:
    return nullptr;
  }
}

std::string number(int64_t value) {
  std::string text = std::to_string(value) + "LL";
  return value < 0 ? "(" + text + ")" : text;
}

/// Prints trees with one program's names.
class Printer {
public:
  Printer(const Program &program, const std::string &prefix,
          const std::string &work)
      : program_(program), prefix_(prefix), work_(work) {}

  std::string text(const CheckExpr &expr) const {
    if (const char *function = functionOf(expr->kind))
      return call(function, isLook(expr->kind) && !work_.empty()
                                ? boundedLook(*expr)
                                : joined(*expr, ", "));
    return expr->operands.empty() ? leaf(*expr) : form(*expr);
  }

private:
  std::string call(const char *function, const std::string &arguments) const {
    return prefix_ + function + "(" + arguments + ")";
  }

  /// A loop over elements.
  static bool isLook(CheckKind kind) {
    return kind == CheckKind::IndexMin || kind == CheckKind::IndexMax ||
           kind == CheckKind::IsMonotonic || kind == CheckKind::IsInjective ||
           kind == CheckKind::RowsDisjoint;
  }

  /// Of no more elements than take a part of the time for what is guarded: one
  /// pass over them takes less than a nanosecond for each, finding equal ones
  /// some.
  std::string boundedLook(const CheckNode &node) const {
    bool isPass = node.kind != CheckKind::IsInjective &&
                  node.kind != CheckKind::RowsDisjoint;
    std::string all = elements(*node.operands[0], isPass ? "2" : "0.5");
    for (std::size_t i = 1; i < node.operands.size(); ++i)
      all += ", " + text(node.operands[i]);
    return all;
  }

  /// \param share how many of them for each nanosecond of work; empty: all
  std::string elements(const CheckNode &node, const std::string &share) const {
    std::string all;
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      std::string operand = text(node.operands[i]);
      if (i == countOperand && !share.empty() &&
          !node.operands[i].is(CheckKind::Constant))
        operand = call("few", operand + ", " + share + " * (" + work_ + ")");
      all += operand + ", ";
    }
    return all + std::to_string(node.value);
  }

  std::string joined(const CheckNode &node, const char *between) const {
    std::string all;
    for (const CheckExpr &operand : node.operands)
      all += (all.empty() ? "" : between) + text(operand);
    return all;
  }

  std::string leaf(const CheckNode &node) const {
    switch (node.kind) {
    case CheckKind::Constant:
      return number(node.value);
    case CheckKind::Variable:
      return program_[node.object].name;
    case CheckKind::Load:
      return std::string(program_.text(node.load.text));
    case CheckKind::AddressOf:
      return "&" + program_[node.object].name;
    case CheckKind::NullPointer:
      return "(const volatile char *)0";
    case CheckKind::SizeOf:
      return "(long long)sizeof(" + program_[node.object].name + ")";
    default:
      return node.kind == CheckKind::True ? "1" : "0";
    }
  }

  std::string form(const CheckNode &node) const {
    auto operand = [&](std::size_t i) { return text(node.operands[i]); };
    switch (node.kind) {
    case CheckKind::Signed:
      return "(long long)" + converted(node.operands[0]);
    case CheckKind::Distance:
      // Of different objects, which may be more than half of all addresses
      // apart where these have 32 bits.
      return "((long long)(unsigned long)(" + operand(1) +
             ") - (long long)(unsigned long)(" + operand(0) + "))";
    case CheckKind::Negate:
      return call("times", "-1LL, " + operand(0));
    case CheckKind::CountIf:
      return "(" + operand(0) + " ? " + operand(1) + " : -1LL)";
    case CheckKind::Elements:
      return elements(node, "");
    case CheckKind::And:
      return joined(node, " && ");
    case CheckKind::IsWithin:
      return call("at_most", operand(0) + ", " + operand(1)) + " && " +
             call("at_most", operand(2) + ", " + operand(3));
    case CheckKind::IsMultiple:
      return operand(0) + " % " + operand(1) + " == 0";
    case CheckKind::ExtentAtMost:
      return call("at_most",
                  call("plus", operand(1) + ", " +
                                   call("times", "-1LL, " + operand(0))) +
                      ", " + operand(2));
      // `text` has printed these; so the compiler says which form is missing.
#define CHECK_LEAF(name) case CheckKind::name:
#define CHECK_FORM(name, operands)
#define CHECK_CALL(name, operands, function) case CheckKind::name:
#include "checks/CheckKinds.def"
      break;
    }
    throw std::logic_error("a check of a kind without a form");
  }

  std::string converted(const CheckExpr &value) const {
    return value.is(CheckKind::Load) ? "(" + text(value) + ")" : text(value);
  }

  static constexpr std::size_t countOperand = 2;
  const Program &program_;
  const std::string &prefix_;
  const std::string &work_;
};

} // namespace

std::string checkText(const Program &program, const CheckExpr &expr,
                      const std::string &prefix, const std::string &work) {
  return Printer(program, prefix, work).text(expr);
}

std::string checkText(const Program &program, const AliasCheck &check,
                      const std::string &prefix) {
  const AliasCheck::Side &a = check.first, &b = check.second;
  const std::string unbounded;
  Printer printer(program, prefix, unbounded);
  auto guard = [&](const CheckExpr &one) {
    return one.is(CheckKind::True) ? "" : printer.text(one) + " && ";
  };
  auto side = [&](const AliasCheck::Side &s) {
    return printer.text(s.base) + ", " + printer.text(s.lo) + ", " +
           printer.text(s.hi);
  };
  const std::string guards =
      guard(a.guard) + (b.guard == a.guard ? "" : guard(b.guard));
  const std::string differ = prefix + "differ(" + printer.text(a.base) + ", " +
                             printer.text(b.base) + ")";
  const std::string apart =
      prefix + "apart(" + side(a) + ",\n         " + side(b) + ")";
  switch (check.test) {
  case AliasCheck::Test::Ranges:
    return guards + apart;
  case AliasCheck::Test::Starts:
    return guards + differ;
  case AliasCheck::Test::Either:
    return guards + "(" + differ + " || " + apart + ")";
  }
  throw std::logic_error("a check without a text");
}

} // namespace hocket::codegen
