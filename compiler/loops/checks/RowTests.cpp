// SPDX-License-Identifier: Apache-2.0
//
// Rows that are parts of one block, `row[y] = all + y * width`, or whose
// pointers come from anywhere: whether they overlap is seen by looking at the
// pointers. An entry reads the cells that the loop will read, and compares
// what lies between the least and the greatest offset from each.

#include "loops/checks/AccessIntervals.h"
#include "loops/checks/AliasChecks.h"

#include "dependences/Rows.h"

#include <map>

namespace hocket::polyhedral {

namespace {

using Accesses = std::vector<const MemoryAccess *>;

/// The cells of all rows: a node Elements.
std::optional<CheckExpr> cellsOf(CheckContext &c, const Accesses &rows) {
  // One load of each cell that surely happens is enough.
  std::map<std::string, std::vector<SymbolId>> loads;
  for (const MemoryAccess *access : rows) {
    if (!Rows::isTestable(c.model, *access->base))
      return std::nullopt;
    loads[access->base->key].push_back(c.model.pointerElement(*access->base));
  }
  std::vector<SymbolId> cells;
  for (const auto &[key, symbols] : loads) {
    std::optional<SymbolId> sure;
    for (SymbolId symbol : symbols)
      if (!sure && scanOf(c, {symbol}, 0))
        sure = symbol;
    if (!sure)
      return std::nullopt;
    cells.push_back(*sure);
  }
  return scanOf(c, cells, 0);
}

EntryCondition conditionOf(const CheckContext &c, const CheckExpr &test,
                           std::string meaning) {
  EntryCondition condition;
  condition.test = withGuards(c, test);
  condition.meaning = std::move(meaning);
  return condition;
}

std::string rowsName(const CheckContext &c, const CheckExpr &cells) {
  return "'" + arrayName(c.program(), cells->operands[0]) + "'";
}

/// A range of bytes, as three operands of Disjoint.
struct Extent {
  CheckExpr base, low, end;
  std::string name; ///< for people
};

/// All that the accesses touch, as one range.
std::optional<Extent> extentOf(CheckContext &c, const Accesses &all) {
  const Base &base = *all.front()->base;
  if (base.kind != Base::Kind::Row) {
    std::optional<CheckExpr> start = baseOf(c, base);
    std::optional<Interval> range =
        start ? accessInterval(c, all) : std::nullopt;
    if (!range)
      return std::nullopt;
    return Extent{*start, range->low, range->high,
                  "'" + arrayName(c.program(), *start) + "'"};
  }
  std::optional<CheckExpr> cells = cellsOf(c, all);
  std::optional<Interval> range = cells ? accessInterval(c, all) : std::nullopt;
  if (!range)
    return std::nullopt;
  return Extent{node(CheckKind::NullPointer, {}),
                plus(node(CheckKind::IndexMin, {*cells}), range->low),
                plus(node(CheckKind::IndexMax, {*cells}), range->high),
                "the rows of " + rowsName(c, *cells)};
}

} // namespace

std::optional<EntryCondition> rowsDisjoint(AffineModel &model,
                                           const Accesses &rows) {
  CheckContext c{model};
  std::optional<CheckExpr> cells = cellsOf(c, rows);
  std::optional<Interval> range =
      cells ? accessInterval(c, rows) : std::nullopt;
  if (!range)
    return std::nullopt;
  CheckExpr span = plus(range->high, negated(range->low));
  return conditionOf(c, node(CheckKind::RowsDisjoint, {*cells, span}),
                     "no rows of " + rowsName(c, *cells) + " overlap");
}

std::optional<EntryCondition> rowsMiss(AffineModel &model, const Accesses &rows,
                                       const Accesses &others) {
  CheckContext c{model};
  std::optional<Extent> a = extentOf(c, rows);
  std::optional<Extent> b = a ? extentOf(c, others) : std::nullopt;
  if (!b)
    return std::nullopt;
  return conditionOf(c,
                     node(CheckKind::Disjoint,
                          {a->base, a->low, a->end, b->base, b->low, b->end}),
                     a->name + " and " + b->name + " do not overlap");
}

} // namespace hocket::polyhedral
