// SPDX-License-Identifier: Apache-2.0
//
// Rows that are parts of one block, `row[y] = all + y * width`, or whose
// pointers come from anywhere: whether they overlap is seen by looking at the
// pointers. An entry reads the cells that the loop will read, and compares
// what lies between the least and the greatest offset from each.

#include "loops/checks/EntryText.h"
#include "loops/checks/RangeChecks.h"

#include "dependences/Rows.h"

#include <map>

namespace hocket::polyhedral {

namespace {

/// A pointer variable or array without the "&" of its address.
std::string nameOf(const std::string &base) {
  return base.starts_with("&") ? base.substr(1) : base;
}

} // namespace

/// "base, low, count, step, type" for the cells of all rows.
std::optional<std::string>
RangeText::scanOfCells(const std::vector<const MemoryAccess *> &rows) {
  // One load of each cell that surely happens is enough.
  std::map<std::string, std::vector<AtomId>> loads;
  for (const MemoryAccess *access : rows) {
    if (!Rows::isTestable(model_, *access->root))
      return std::nullopt;
    loads[access->root->key].push_back(model_.pointerElement(*access->root));
  }
  std::vector<AtomId> cells;
  for (const auto &[key, atoms] : loads) {
    std::optional<AtomId> sure;
    for (AtomId atom : atoms)
      if (!sure && scan({atom}, 0))
        sure = atom;
    if (!sure)
      return std::nullopt;
    cells.push_back(*sure);
  }
  return scan(cells, 0);
}

EntryCondition RangeText::conditionOf(const std::string &text,
                                      std::string meaning) const {
  EntryCondition condition;
  condition.text = withGuards(text);
  condition.meaning = std::move(meaning);
  condition.uses = needs_.uses;
  condition.readsMemory = needs_.readsMemory;
  condition.reads = needs_.reads;
  return condition;
}

std::optional<EntryCondition>
RangeText::rowsApart(const std::vector<const MemoryAccess *> &rows) {
  start();
  std::optional<std::string> cells = scanOfCells(rows);
  std::optional<Interval> range = cells ? offsets(rows) : std::nullopt;
  if (!range)
    return std::nullopt;
  std::string name = nameOf(*baseText(*rows.front()->root->cell->root));
  std::string span = plus(range->high, times("-1LL", range->low));
  return conditionOf("@rows_apart(" + *cells + ", " + span + ")",
                     "no rows of '" + name + "' overlap");
}

/// All that the accesses touch, as one range.
std::optional<RangeText::Extent>
RangeText::extent(const std::vector<const MemoryAccess *> &all) {
  const Root &root = *all.front()->root;
  if (root.kind != Root::Kind::Row) {
    std::optional<std::string> base = baseText(root);
    std::optional<Interval> range = base ? offsets(all) : std::nullopt;
    if (!range)
      return std::nullopt;
    return Extent{*base, range->low, range->high, "'" + nameOf(*base) + "'"};
  }
  std::optional<std::string> cells = scanOfCells(all);
  std::optional<Interval> range = cells ? offsets(all) : std::nullopt;
  if (!range)
    return std::nullopt;
  return Extent{"(const volatile char *)0",
                plus("@index_min(" + *cells + ")", range->low),
                plus("@index_max(" + *cells + ")", range->high),
                "the rows of '" + nameOf(*baseText(*root.cell->root)) + "'"};
}

std::optional<EntryCondition>
RangeText::rowsMiss(const std::vector<const MemoryAccess *> &rows,
                    const std::vector<const MemoryAccess *> &others) {
  start();
  std::optional<Extent> a = extent(rows);
  std::optional<Extent> b = a ? extent(others) : std::nullopt;
  if (!b)
    return std::nullopt;
  return conditionOf("@apart(" + a->base + ", " + a->low + ", " + a->end +
                         ", " + b->base + ", " + b->low + ", " + b->end + ")",
                     a->name + " and " + b->name + " do not overlap");
}

} // namespace hocket::polyhedral
