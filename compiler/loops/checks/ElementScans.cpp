// SPDX-License-Identifier: Apache-2.0
//
// Passes over an index array: which elements to look at.
//
// An entry must not read what the loop would not. So the elements are those of
// a load that runs in every iteration of loops whose bounds are known on entry,
// and none of them is counted where one of the loops has no iteration. Of
// a loop over segments, `for (k = rp[i]; k < rp[i + 1]; k++)`, the iterations
// of all i together are those from the first segment's start to the last one's
// end, if rp is monotonic; which is tested first. Of a variable of known size
// everything may be looked at.

#include "loops/checks/AliasChecks.h"
#include "loops/checks/Intervals.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <numeric>
#include <set>

namespace hocket::polyhedral {

using ir::NodeId;

namespace {

/// The loads of the elements, relative to the one with the least constant.
struct Family {
  Polynomial address; ///< without constant
  int64_t least = 0;  ///< constants of the addresses
  int64_t beyond = 0; ///< greatest - least
};

std::optional<Family> familyOf(const AffineModel &model,
                               const std::vector<SymbolId> &symbols) {
  Family family;
  int64_t greatest = 0;
  for (SymbolId id : symbols) {
    Polynomial address = model.symbol(id).address;
    int64_t constant = address.constantTerm();
    address.add({}, -constant);
    bool isFirst = id == symbols.front();
    if (!isFirst && address != family.address)
      return std::nullopt;
    family.address = address;
    family.least = isFirst ? constant : std::min(family.least, constant);
    greatest = isFirst ? constant : std::max(greatest, constant);
  }
  family.beyond = greatest - family.least;
  return family;
}

/// Distance of neighbours among the addresses, 0 if that is not known. Each
/// varying symbol stands alone in one term, so that the ends are attained.
int64_t stepOf(AffineModel &model, const Family &family) {
  int64_t step = family.beyond;
  for (const auto &[monomial, coefficient] : family.address.terms()) {
    bool varies = false;
    for (SymbolId id : monomial)
      varies |= model.symbol(id).isVariant;
    if (!varies)
      continue;
    const Symbol &symbol = model.symbol(monomial.front());
    const LoopShape *shape = symbol.kind == Symbol::Kind::Iterator
                                 ? model.loopShape(symbol.loop)
                                 : nullptr;
    if (monomial.size() != 1 ||
        (!shape && symbol.kind != Symbol::Kind::Element))
      return 0;
    step = std::gcd(step, coefficient * (shape ? shape->step : 1));
  }
  return step;
}

/// The symbol, if the polynomial is nothing else.
std::optional<SymbolId> onlyElement(const AffineModel &model,
                                    const Polynomial &polynomial) {
  if (polynomial.terms().size() != 1)
    return std::nullopt;
  const auto &[monomial, coefficient] = *polynomial.terms().begin();
  if (coefficient != 1 || monomial.size() != 1 ||
      model.symbol(monomial[0]).kind != Symbol::Kind::Element)
    return std::nullopt;
  return monomial[0];
}

/// The load happens each time its statement runs.
bool isSureOf(const ir::Program &program, const Symbol &symbol) {
  ir::ExprId address = program[symbol.expr].operands[0];
  for (const ir::Access &access : program[symbol.at].accesses)
    if (access.kind == ir::AccessKind::Read && access.address == address &&
        access.must)
      return true;
  return false;
}

/// The loops that alone decide how often the symbol's load runs, or nothing.
std::optional<std::vector<NodeId>> loopsDeciding(AffineModel &model,
                                                 const Symbol &symbol) {
  const ir::Program &program = model.program();
  if (!isValid(symbol.at) || !isSureOf(program, symbol))
    return std::nullopt;
  NodeId node = model.index().nodeOf(symbol.at);
  const ir::Loop *own = program[node].as<ir::Loop>();
  if (node == model.root() || (own && own->step == symbol.at) ||
      !model.domain(node).exact)
    return std::nullopt;
  std::vector<NodeId> loops;
  while (node != model.root()) {
    const NodeId child = node;
    node = program[node].parent;
    // What a statement calls runs each time that the statement does.
    if (model.index().inlinedIn(node) == child)
      continue;
    if (program[node].as<ir::Loop>())
      loops.push_back(node);
    else if (!program[node].as<ir::Block>())
      return std::nullopt;
  }
  return loops;
}

/// The loop over segments runs over one range without gaps.
std::optional<CheckExpr> segmentTest(CheckContext &c, const LoopShape &shape,
                                     unsigned depth) {
  AffineModel &model = c.model;
  std::optional<SymbolId> begin = onlyElement(model, *shape.lower);
  std::optional<SymbolId> end = onlyElement(model, *shape.bound);
  if (!begin || !end || shape.compare != ir::Compare::Lt || shape.step != 1 ||
      model.symbol(*begin).array->key != model.symbol(*end).array->key)
    return std::nullopt;
  std::optional<Family> family = familyOf(model, {*begin, *end});
  if (!family || family->beyond != model.symbol(*begin).bits / 8 ||
      model.symbol(*begin).address.constantTerm() != family->least)
    return std::nullopt;
  Family start{family->address, family->least, 0};
  unsigned numVariant = 0;
  for (SymbolId id : family->address.symbols())
    numVariant += model.symbol(id).isVariant;
  if (numVariant != 1 || stepOf(model, start) != family->beyond)
    return std::nullopt;
  std::optional<CheckExpr> cells = scanOf(c, {*begin, *end}, depth + 1);
  if (!cells)
    return std::nullopt;
  return node(CheckKind::IsMonotonic, {*cells});
}

/// `count` of cells in [range], if all of them are in the variable.
CheckExpr countInside(const Symbol &symbol, uint64_t size,
                      const Interval &range, const CheckExpr &count) {
  int64_t last = static_cast<int64_t>(size) - symbol.bits / 8 -
                 symbol.address.constantTerm();
  return node(
      CheckKind::CountIf,
      {node(CheckKind::IsWithin, {constant(-symbol.address.constantTerm()),
                                  range.low, range.high, constant(last)}),
       count});
}

/// Of the elements [low, high] of the array: as many as may be looked at.
std::optional<CheckExpr> countOf(CheckContext &c,
                                 const std::vector<SymbolId> &symbols,
                                 const Interval &range, int64_t step,
                                 unsigned depth) {
  CheckExpr count =
      node(CheckKind::Count, {range.low, range.high, constant(step)});
  std::set<NodeId> guards;
  for (SymbolId id : symbols) {
    const Symbol symbol = c.model.symbol(id);
    const uint64_t size = symbol.array->kind == Base::Kind::Object
                              ? c.program()[symbol.array->object].size
                              : 0;
    if (std::optional<std::vector<NodeId>> loops =
            loopsDeciding(c.model, symbol)) {
      for (NodeId loop : *loops) {
        if (!guards.insert(loop).second)
          continue;
        std::optional<CheckExpr> inLoop = countInLoop(c, loop, count, depth);
        if (!inLoop)
          return std::nullopt;
        count = *inLoop;
      }
    } else if (size != 0 && size < INT32_MAX) {
      count = countInside(symbol, size, range, count);
    } else {
      return std::nullopt;
    }
  }
  return count;
}

/// What the symbols' loads read.
ReadObjects readsOf(const CheckContext &c,
                    const std::vector<SymbolId> &symbols) {
  ReadObjects reads;
  for (SymbolId id : symbols) {
    const Symbol &symbol = c.model.symbol(id);
    addReads(c, c.program()[symbol.expr].operands[0], symbol.at, reads);
  }
  return reads;
}

} // namespace

std::optional<CheckExpr> countInLoop(CheckContext &c, NodeId loop,
                                     const CheckExpr &count, unsigned depth) {
  const LoopShape *shape = c.model.loopShape(loop);
  if (!shape || !shape->lower || !shape->bound)
    return std::nullopt;
  std::optional<Interval> range =
      iteratorInterval(c, c.model.symbol(shape->iterator), depth + 1);
  if (!range)
    return std::nullopt;
  CheckExpr some = node(CheckKind::Where, {range->low, range->high, count});
  if (!c.model.isVariant(*shape->lower) && !c.model.isVariant(*shape->bound))
    return some;
  std::optional<CheckExpr> test = segmentTest(c, *shape, depth);
  if (!test)
    return std::nullopt;
  return node(CheckKind::CountIf, {*test, some});
}

std::optional<CheckExpr>
scanOf(CheckContext &c, const std::vector<SymbolId> &symbols, unsigned depth) {
  const Symbol first = c.model.symbol(symbols.front());
  std::optional<Family> family = familyOf(c.model, symbols);
  int64_t step = family ? stepOf(c.model, *family) : 0;
  bool isWhole = first.bits == 8 || first.bits == 16 || first.bits == 32 ||
                 first.bits == 64;
  if (depth > policy.loops.checkDepth || step == 0 || !isWhole)
    return std::nullopt;
  std::optional<CheckExpr> base = baseOf(c, *first.array);
  std::optional<Interval> range =
      polynomialInterval(c, family->address, depth + 1);
  if (!base || !range)
    return std::nullopt;
  std::optional<CheckExpr> count = countOf(c, symbols, *range, step, depth + 1);
  if (!count || (*count)->size > policy.loops.checkNodes)
    return std::nullopt;
  if (family->beyond != 0)
    count = node(CheckKind::More, {*count, constant(family->beyond / step)});
  int type = first.bits / 8 * (first.isSigned ? -1 : 1);
  return elements(*base, plus(range->low, constant(family->least)), *count,
                  step, type, readsOf(c, symbols));
}

std::optional<Interval> elementInterval(CheckContext &c, SymbolId symbol,
                                        unsigned depth) {
  std::optional<CheckExpr> cells = scanOf(c, {symbol}, depth + 1);
  if (!cells)
    return std::nullopt;
  return Interval{node(CheckKind::IndexMin, {*cells}),
                  node(CheckKind::IndexMax, {*cells})};
}

std::optional<EntryCondition>
elementTest(AffineModel &model, ElementTest test,
            const std::vector<SymbolId> &symbols) {
  CheckContext c{model};
  bool isInjective = test == ElementTest::Injective;
  // Bytes have so few values that some stands there twice where it matters.
  if (isInjective && model.symbol(symbols.front()).bits <= 8)
    return std::nullopt;
  std::optional<CheckExpr> cells = scanOf(c, symbols, 0);
  if (!cells)
    return std::nullopt;
  EntryCondition condition;
  condition.test = withGuards(
      c, node(isInjective ? CheckKind::IsInjective : CheckKind::IsMonotonic,
              {*cells}));
  condition.meaning =
      "'" + arrayName(c.program(), (*cells)->operands[0]) +
      (isInjective ? "' holds no value twice" : "' never falls");
  return condition;
}

} // namespace hocket::polyhedral
