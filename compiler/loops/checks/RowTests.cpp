// SPDX-License-Identifier: Apache-2.0
//
// Rows that are parts of one block, `row[y] = all + y * width`, or whose
// pointers come from anywhere: whether they overlap is seen by looking at the
// pointers. An entry reads the cells that the loop will read, and compares
// what lies between the least and the greatest offset from each.

#include "loops/checks/AccessIntervals.h"
#include "loops/checks/AliasChecks.h"

#include "dependences/Rows.h"
#include "ir/Tree.h"
#include "support/Isl.h"

#include <algorithm>
#include <map>

namespace hocket::polyhedral {

namespace {

using Accesses = std::vector<const MemoryAccess *>;

/// Where a scan of the load's cells finds none, the load does not happen.
bool hasExactLoops(AffineModel &model, ir::StmtId load) {
  const ir::NodeId node = model.index().nodeOf(load);
  for (ir::NodeId loop : ir::loopsAround(model.program(), node))
    if (ir::isWithin(model.program(), loop, model.root())) {
      const LoopShape *shape = model.loopShape(loop);
      if (!shape || !shape->exact)
        return false;
    }
  return true;
}

/// Every cell that the load reads, whenever it happens, is among those from the
/// first to the last that the other load may read, of which a scan looks at
/// all: `if (i > 0) s += m[i - 1][j]` beside `m[i][j]`.
bool isCovered(AffineModel &model, SymbolId load, SymbolId other) {
  const Symbol &some = model.symbol(load), &all = model.symbol(other);
  if (some.array->key != all.array->key || some.bits != all.bits ||
      !isValid(some.at) || !isValid(all.at))
    return false;
  for (const Symbol *symbol : {&some, &all})
    for (SymbolId id : symbol->address.symbols())
      if (model.symbol(id).isVariant &&
          model.symbol(id).kind != Symbol::Kind::Iterator)
        return false;
  const Domain runs = model.domain(model.index().nodeOf(all.at));
  if (!model.isLinear(some.address) || !model.isLinear(all.address) ||
      (!runs.exact && !hasExactLoops(model, all.at)))
    return false;
  const isl::set reads =
      model.instance(model.domain(model.index().nodeOf(some.at)).set, kFirst);
  isl::set both =
      reads.intersect(model.instance(runs.set, kSecond))
          .intersect(model.toIsl(some.address, kFirst)
                         .eq_set(model.toIsl(all.address, kSecond)));
  return model.withTypeRanges(reads).is_subset(
      isl_ext::projectOutSuffix(both, kSecond));
}

/// The cells of all rows: a node Elements.
std::optional<CheckExpr> cellsOf(CheckContext &c, const Accesses &rows) {
  const CheckNeeds before = c.needs;
  // One load of each cell that surely happens is enough.
  std::map<std::string, std::vector<SymbolId>> loads;
  for (const MemoryAccess *access : rows) {
    if (!Rows::isTestable(c.model, *access->base))
      return std::nullopt;
    loads[access->base->key].push_back(c.model.pointerElement(*access->base));
  }
  std::vector<SymbolId> cells, others;
  for (const auto &[key, symbols] : loads) {
    auto sure =
        std::find_if(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
          return scanOf(c, {symbol}, 0).has_value();
        });
    if (sure != symbols.end())
      cells.push_back(*sure);
    else
      others.insert(others.end(), symbols.begin(), symbols.end());
  }
  auto isCoveredBy = [&](SymbolId load, const std::vector<SymbolId> &by) {
    return std::any_of(by.begin(), by.end(), [&](SymbolId cell) {
      return isCovered(c.model, load, cell);
    });
  };
  // Two loops over the same rows look at them once.
  for (size_t i = cells.size(); i-- > 0;) {
    std::vector<SymbolId> rest = cells;
    rest.erase(rest.begin() + ptrdiff_t(i));
    if (isCoveredBy(cells[i], rest))
      cells = std::move(rest);
  }
  if (cells.empty() ||
      !std::all_of(others.begin(), others.end(),
                   [&](SymbolId load) { return isCoveredBy(load, cells); }))
    return std::nullopt;
  c.needs = before;
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
