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

#include "loops/checks/Intervals.h"
#include "loops/checks/RangeChecks.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <numeric>
#include <set>

namespace hocket::polyhedral {

using ir::NodeId;

namespace {

/// The loads of the elements, relative to the one with the least constant.
struct Family {
  Poly address;       ///< without constant
  int64_t least = 0;  ///< constants of the addresses
  int64_t beyond = 0; ///< greatest - least
};

std::optional<Family> familyOf(const AffineModel &model,
                               const std::vector<AtomId> &atoms) {
  Family family;
  int64_t greatest = 0;
  for (AtomId id : atoms) {
    Poly address = model.atom(id).address;
    int64_t constant = address.constantTerm();
    address.add({}, -constant);
    bool isFirst = id == atoms.front();
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
/// varying atom stands alone in one term, so that the ends are attained.
int64_t stepOf(AffineModel &model, const Family &family) {
  int64_t step = family.beyond;
  for (const auto &[monomial, coefficient] : family.address.terms()) {
    bool varies = false;
    for (AtomId id : monomial)
      varies |= model.atom(id).isVariant;
    if (!varies)
      continue;
    const Atom &atom = model.atom(monomial.front());
    const LoopShape *shape = atom.kind == Atom::Kind::Iterator
                                 ? model.loopShape(atom.loop)
                                 : nullptr;
    if (monomial.size() != 1 || (!shape && atom.kind != Atom::Kind::Element))
      return 0;
    step = std::gcd(step, coefficient * (shape ? shape->step : 1));
  }
  return step;
}

/// The atom, if the polynomial is nothing else.
std::optional<AtomId> onlyElement(const AffineModel &model, const Poly &poly) {
  if (poly.terms().size() != 1)
    return std::nullopt;
  const auto &[monomial, coefficient] = *poly.terms().begin();
  if (coefficient != 1 || monomial.size() != 1 ||
      model.atom(monomial[0]).kind != Atom::Kind::Element)
    return std::nullopt;
  return monomial[0];
}

/// The load happens each time its statement runs.
bool isSureOf(const ir::Program &program, const Atom &atom) {
  ir::ExprId address = program[atom.expr].operands[0];
  for (const ir::Access &access : program[atom.at].accesses)
    if (access.kind == ir::AccessKind::Read && access.address == address &&
        access.must)
      return true;
  return false;
}

/// The loops that alone decide how often the atom's load runs, or nothing.
std::optional<std::vector<NodeId>> loopsDeciding(AffineModel &model,
                                                 const Atom &atom) {
  const ir::Program &program = model.program();
  if (!isValid(atom.at) || !isSureOf(program, atom))
    return std::nullopt;
  NodeId node = model.index().nodeOf(atom.at);
  const ir::Loop *own = program[node].as<ir::Loop>();
  if (node == model.root() || (own && own->step == atom.at) ||
      !model.domain(node).exact)
    return std::nullopt;
  std::vector<NodeId> loops;
  while (node != model.root()) {
    node = program[node].parent;
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
  std::optional<AtomId> begin = onlyElement(model, *shape.lower);
  std::optional<AtomId> end = onlyElement(model, *shape.bound);
  if (!begin || !end || shape.compare != ir::Compare::Lt || shape.step != 1 ||
      model.atom(*begin).array->key != model.atom(*end).array->key)
    return std::nullopt;
  std::optional<Family> family = familyOf(model, {*begin, *end});
  if (!family || family->beyond != model.atom(*begin).bits / 8 ||
      model.atom(*begin).address.constantTerm() != family->least)
    return std::nullopt;
  Family start{family->address, family->least, 0};
  unsigned numVariant = 0;
  for (AtomId id : family->address.atoms())
    numVariant += model.atom(id).isVariant;
  if (numVariant != 1 || stepOf(model, start) != family->beyond)
    return std::nullopt;
  std::optional<CheckExpr> cells = scanOf(c, {*begin, *end}, depth + 1);
  if (!cells)
    return std::nullopt;
  return node(CheckKind::IsMonotonic, {*cells});
}

/// `count` of cells in [range], if all of them are in the variable.
CheckExpr countInside(const Atom &atom, uint64_t size, const Interval &range,
                      const CheckExpr &count) {
  int64_t last =
      static_cast<int64_t>(size) - atom.bits / 8 - atom.address.constantTerm();
  return node(
      CheckKind::CountIf,
      {node(CheckKind::IsWithin, {constant(-atom.address.constantTerm()),
                                  range.low, range.high, constant(last)}),
       count});
}

/// Of the elements [low, high] of the array: as many as may be looked at.
std::optional<CheckExpr> countOf(CheckContext &c,
                                 const std::vector<AtomId> &atoms,
                                 const Interval &range, int64_t step,
                                 unsigned depth) {
  CheckExpr count =
      node(CheckKind::Count, {range.low, range.high, constant(step)});
  std::set<NodeId> guards;
  for (AtomId id : atoms) {
    const Atom atom = c.model.atom(id);
    const uint64_t size = atom.array->kind == Root::Kind::Object
                              ? c.program()[atom.array->object].size
                              : 0;
    if (std::optional<std::vector<NodeId>> loops =
            loopsDeciding(c.model, atom)) {
      for (NodeId loop : *loops) {
        if (!guards.insert(loop).second)
          continue;
        std::optional<CheckExpr> inLoop = countInLoop(c, loop, count, depth);
        if (!inLoop)
          return std::nullopt;
        count = *inLoop;
      }
    } else if (size != 0 && size < INT32_MAX) {
      count = countInside(atom, size, range, count);
    } else {
      return std::nullopt;
    }
  }
  return count;
}

/// What the atoms' loads read.
analysis::ObjectSet readsOf(const CheckContext &c,
                            const std::vector<AtomId> &atoms) {
  analysis::ObjectSet reads;
  for (AtomId id : atoms) {
    const Atom &atom = c.model.atom(id);
    unite(reads, readsOf(c, c.program()[atom.expr].operands[0], atom.at));
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
      iteratorInterval(c, c.model.atom(shape->iterator), depth + 1);
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
scanOf(CheckContext &c, const std::vector<AtomId> &atoms, unsigned depth) {
  const Atom first = c.model.atom(atoms.front());
  std::optional<Family> family = familyOf(c.model, atoms);
  int64_t step = family ? stepOf(c.model, *family) : 0;
  bool isWhole = first.bits == 8 || first.bits == 16 || first.bits == 32 ||
                 first.bits == 64;
  if (depth > policy.loops.checkDepth || step == 0 || !isWhole)
    return std::nullopt;
  std::optional<CheckExpr> base = baseOf(c, *first.array);
  std::optional<Interval> range = polyInterval(c, family->address, depth + 1);
  if (!base || !range)
    return std::nullopt;
  std::optional<CheckExpr> count = countOf(c, atoms, *range, step, depth + 1);
  if (!count || (*count)->size > policy.loops.checkNodes)
    return std::nullopt;
  if (family->beyond != 0)
    count = node(CheckKind::More, {*count, constant(family->beyond / step)});
  int type = first.bits / 8 * (first.isSigned ? -1 : 1);
  return elements(*base, plus(range->low, constant(family->least)), *count,
                  step, type, readsOf(c, atoms));
}

std::optional<Interval> elementInterval(CheckContext &c, AtomId atom,
                                        unsigned depth) {
  std::optional<CheckExpr> cells = scanOf(c, {atom}, depth + 1);
  if (!cells)
    return std::nullopt;
  return Interval{node(CheckKind::IndexMin, {*cells}),
                  node(CheckKind::IndexMax, {*cells})};
}

std::optional<EntryCondition> elementTest(AffineModel &model, ElementTest test,
                                          const std::vector<AtomId> &atoms) {
  CheckContext c{model};
  std::optional<CheckExpr> cells = scanOf(c, atoms, 0);
  if (!cells)
    return std::nullopt;
  bool isInjective = test == ElementTest::Injective;
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
