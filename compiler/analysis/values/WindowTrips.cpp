// SPDX-License-Identifier: Apache-2.0
#include "analysis/values/WindowTrips.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace hocket::analysis {

using namespace ir;

namespace {

/// What is farther apart is no window; nothing computed below overflows.
constexpr int64_t widest = 1 << 20;

/// A sum of multiples of values, and a constant.
struct Sum {
  std::map<ObjectId, int64_t> multiples;
  int64_t constant = 0;
};

/// Adds the expression, or takes it away; false if it is no such sum.
bool add(const Program &program, ExprId id, bool isNegated, Sum &to) {
  if (!isValid(id))
    return false;
  const Expr &e = program[id];
  auto operand = [&](size_t which, bool isNegatedThere) {
    return add(program, e.operands[which], isNegatedThere, to);
  };
  switch (e.kind) {
  case ExprKind::Const:
    return !(isNegated
                 ? __builtin_sub_overflow(to.constant, e.value, &to.constant)
                 : __builtin_add_overflow(to.constant, e.value, &to.constant));
  case ExprKind::Var:
    if ((to.multiples[e.object] += isNegated ? -1 : 1) == 0)
      to.multiples.erase(e.object);
    return true;
  case ExprKind::Cast:
    return e.operands.size() == 1 && operand(0, isNegated);
  case ExprKind::Add:
    return e.operands.size() == 2 && operand(0, isNegated) &&
           operand(1, isNegated);
  case ExprKind::Sub:
    return e.operands.size() == 2 && operand(0, isNegated) &&
           operand(1, !isNegated);
  default:
    return false;
  }
}

/// `bound - lower` where that is a constant, as of `y - 1` and `y + 1`.
std::optional<int64_t> difference(const Program &program, ExprId bound,
                                  ExprId lower) {
  Sum sum;
  if (!add(program, bound, false, sum) || !add(program, lower, true, sum) ||
      !sum.multiples.empty() || sum.constant < -widest || sum.constant > widest)
    return std::nullopt;
  return sum.constant;
}

/// Variables of an iteration are followed so far: `end = min(i + 64, n)`.
constexpr unsigned deepest = 4;

/// `a < b ? a : b` is the least of two, `a < b ? b : a` the greatest.
bool isSelected(const Program &program, const Expr &e, ExprKind kind) {
  if (e.kind != ExprKind::Select)
    return false;
  const Expr &test = program[e.operands[0]];
  if (test.kind != ExprKind::Lt && test.kind != ExprKind::Le)
    return false;
  const bool isLeast = kind == ExprKind::Min;
  return difference(program, test.operands[0], e.operands[isLeast ? 1 : 2]) ==
             0 &&
         difference(program, test.operands[1], e.operands[isLeast ? 2 : 1]) ==
             0;
}

/// The expression, or what it is the least or the greatest of.
void addChoices(const Program &program, const DefinitionOf &definitionOf,
                ExprId id, ExprKind kind, unsigned depth,
                std::vector<ExprId> &all) {
  all.push_back(id);
  if (!isValid(id) || depth > deepest)
    return;
  const Expr &e = program[id];
  auto add = [&](ExprId choice) {
    addChoices(program, definitionOf, choice, kind, depth + 1, all);
  };
  if (e.kind == kind) {
    for (ExprId operand : e.operands)
      add(operand);
  } else if (isSelected(program, e, kind)) {
    add(e.operands[1]);
    add(e.operands[2]);
  } else if (e.kind == ExprKind::Cast && e.operands.size() == 1) {
    add(e.operands[0]);
  } else if (e.kind == ExprKind::Var) {
    if (ExprId definition = definitionOf(e.object); isValid(definition))
      add(definition);
  }
}

std::vector<ExprId> choicesOf(const Program &program,
                              const DefinitionOf &definitionOf, ExprId id,
                              ExprKind kind) {
  std::vector<ExprId> all;
  addChoices(program, definitionOf, id, kind, 0, all);
  return all;
}

/// Most iterations of a window around a value: `for (y = max(cy - 1, 0); y <=
/// cy + 1; y++)`.
std::optional<int64_t> tripsOf(const Program &program,
                               const DefinitionOf &definitionOf,
                               const Counted &c) {
  if (!c.isPlain || c.step == 0 || c.step > widest || c.step < -widest)
    return std::nullopt;
  bool isUp = c.step > 0;
  std::optional<int64_t> least;
  for (ExprId from : choicesOf(program, definitionOf, c.lower,
                               isUp ? ExprKind::Max : ExprKind::Min))
    for (ExprId to : choicesOf(program, definitionOf, c.bound,
                               isUp ? ExprKind::Min : ExprKind::Max))
      if (std::optional<int64_t> one = isUp ? difference(program, to, from)
                                            : difference(program, from, to))
        least = least ? std::min(*least, *one) : *one;
  if (!least)
    return std::nullopt;
  if (c.compare == Compare::Le || c.compare == Compare::Ge)
    ++*least;
  int64_t step = isUp ? c.step : -c.step;
  return std::max<int64_t>((*least + step - 1) / step, 0);
}

} // namespace

int64_t windowTrips(const Program &program, const DefinitionOf &definitionOf,
                    NodeId loop) {
  const Loop *l = program[loop].as<Loop>();
  if (!l || !l->header() || l->part)
    return -1;
  return tripsOf(program, definitionOf, *l->header()).value_or(-1);
}

} // namespace hocket::analysis
