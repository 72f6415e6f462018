// SPDX-License-Identifier: Apache-2.0
//
// Passes over an index array as C text: which elements to look at.
//
// An entry must not read what the loop would not. So the elements are those of
// a load that runs in every iteration of loops whose bounds are known on entry,
// and the text counts none of them where one of the loops has no iteration. Of
// a loop over segments, `for (k = rp[i]; k < rp[i + 1]; k++)`, the iterations
// of all i together are those from the first segment's start to the last one's
// end, if rp is monotonic; which is tested first. Of a variable of known size
// everything may be looked at.

#include "loops/checks/EntryText.h"
#include "loops/checks/RangeChecks.h"

#include "ir/Tree.h"

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

} // namespace

/// The loop over segments runs over one range without gaps.
std::optional<std::string> RangeText::segmentTest(const LoopShape &shape,
                                                  unsigned depth) {
  std::optional<AtomId> begin = onlyElement(model_, *shape.lower);
  std::optional<AtomId> end = onlyElement(model_, *shape.bound);
  if (!begin || !end || shape.compare != ir::Compare::Lt || shape.step != 1 ||
      model_.atom(*begin).array->key != model_.atom(*end).array->key)
    return std::nullopt;
  std::optional<Family> family = familyOf(model_, {*begin, *end});
  if (!family || family->beyond != model_.atom(*begin).bits / 8 ||
      model_.atom(*begin).address.constantTerm() != family->least)
    return std::nullopt;
  Family start{family->address, family->least, 0};
  unsigned numVariant = 0;
  for (AtomId id : family->address.atoms())
    numVariant += model_.atom(id).isVariant;
  if (numVariant != 1 || stepOf(model_, start) != family->beyond)
    return std::nullopt;
  std::optional<std::string> elements = scan({*begin, *end}, depth + 1);
  if (!elements)
    return std::nullopt;
  return "@is_monotonic(" + *elements + ")";
}

/// `count`, or none where the loop has no iteration.
std::optional<std::string>
RangeText::guarded(NodeId loop, const std::string &count, unsigned depth) {
  const LoopShape *shape = model_.loopShape(loop);
  if (!shape || !shape->lower || !shape->bound)
    return std::nullopt;
  std::optional<Interval> range =
      ofIterator(model_.atom(shape->iterator), depth + 1);
  if (!range)
    return std::nullopt;
  std::string text =
      "@where(" + range->low + ", " + range->high + ", " + count + ")";
  if (!model_.isVariant(*shape->lower) && !model_.isVariant(*shape->bound))
    return text;
  std::optional<std::string> test = segmentTest(*shape, depth);
  if (!test)
    return std::nullopt;
  return "(" + *test + " ? " + text + " : -1LL)";
}

/// Of the elements [low, high] of the array: as many as may be looked at.
std::optional<std::string>
RangeText::countText(const std::vector<AtomId> &atoms, const Interval &range,
                     int64_t step, unsigned depth) {
  std::string count =
      "@count(" + range.low + ", " + range.high + ", " + number(step) + ")";
  std::set<NodeId> guards;
  for (AtomId id : atoms) {
    const Atom atom = model_.atom(id);
    const uint64_t size = atom.array->kind == Root::Kind::Object
                              ? model_.program()[atom.array->object].size
                              : 0;
    if (std::optional<std::vector<NodeId>> loops =
            loopsDeciding(model_, atom)) {
      for (NodeId loop : *loops) {
        if (!guards.insert(loop).second)
          continue;
        std::optional<std::string> text = guarded(loop, count, depth);
        if (!text)
          return std::nullopt;
        count = *text;
      }
    } else if (size != 0 && size < INT32_MAX) {
      int64_t last = static_cast<int64_t>(size) - atom.bits / 8 -
                     atom.address.constantTerm();
      count = "(@at_most(" + number(-atom.address.constantTerm()) + ", " +
              range.low + ") && @at_most(" + range.high + ", " + number(last) +
              ") ? " + count + " : -1LL)";
    } else {
      return std::nullopt;
    }
  }
  return count;
}

/// "base, low, count, step, type" for the elements that the atoms stand for.
std::optional<std::string> RangeText::scan(const std::vector<AtomId> &atoms,
                                           unsigned depth) {
  const Atom first = model_.atom(atoms.front());
  std::optional<Family> family = familyOf(model_, atoms);
  int64_t step = family ? stepOf(model_, *family) : 0;
  bool isWhole = first.bits == 8 || first.bits == 16 || first.bits == 32 ||
                 first.bits == 64;
  if (depth > kMaxDepth || step == 0 || !isWhole)
    return std::nullopt;
  std::optional<std::string> base = baseText(*first.array);
  std::optional<Interval> range = ofPoly(family->address, depth + 1);
  if (!base || !range)
    return std::nullopt;
  std::optional<std::string> count = countText(atoms, *range, step, depth + 1);
  if (!count || count->size() > kMaxText)
    return std::nullopt;
  if (family->beyond != 0)
    count = "@more(" + *count + ", " + number(family->beyond / step) + ")";
  for (AtomId id : atoms)
    noteLoad(model_.program()[model_.atom(id).expr].operands[0],
             model_.atom(id).at);
  int type = first.bits / 8 * (first.isSigned ? -1 : 1);
  return *base + ", " + plus(range->low, number(family->least)) + ", " +
         *count + ", " + number(step) + ", " + std::to_string(type);
}

std::optional<RangeText::Interval> RangeText::ofElement(AtomId atom,
                                                        unsigned depth) {
  std::optional<std::string> elements = scan({atom}, depth + 1);
  if (!elements)
    return std::nullopt;
  return Interval{"@index_min(" + *elements + ")",
                  "@index_max(" + *elements + ")"};
}

std::optional<EntryCondition>
RangeText::elementTest(ElementTest test, const std::vector<AtomId> &atoms) {
  start();
  std::optional<std::string> elements = scan(atoms, 0);
  if (!elements)
    return std::nullopt;
  std::optional<std::string> base = baseText(*model_.atom(atoms.front()).array);
  std::string name = base && base->starts_with("&") ? base->substr(1) : *base;
  bool isInjective = test == ElementTest::Injective;
  EntryCondition condition;
  condition.text = withGuards(
      (isInjective ? "@is_injective(" : "@is_monotonic(") + *elements + ")");
  condition.meaning =
      "'" + name + (isInjective ? "' holds no value twice" : "' never falls");
  condition.uses = needs_.uses;
  condition.readsMemory = needs_.readsMemory;
  condition.reads = needs_.reads;
  return condition;
}

} // namespace hocket::polyhedral
