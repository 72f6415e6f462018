// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/AccessPairs.h"

#include "dependences/Rows.h"
#include "loops/accesses/EvenDistances.h"
#include "loops/accesses/LoopCuts.h"
#include "loops/accesses/PrivateCopies.h"
#include "loops/accesses/RequiredChecks.h"
#include "loops/checks/ElementFacts.h"
#include "loops/context/LoopRemarks.h"
#include "symbolic/Alias.h"
#include "symbolic/EffectiveTypes.h"

#include "support/Policy.h"

#include <algorithm>
#include <cstdlib>

namespace hocket::polyhedral {

namespace {

/// { : the two conflict, and both are run }
isl::set thoseRun(const LoopContext &context, const isl::set &conflict,
                  const MemoryAccess &first, const MemoryAccess &second) {
  AffineModel &model = context.model;
  isl::set a = model.domain(context.index.nodeOf(first.stmt)).set;
  isl::set b = model.domain(context.index.nodeOf(second.stmt)).set;
  return isl_ext::conjunction(
      isl_ext::conjunction(conflict, model.instance(a, kFirst)),
      model.instance(b, kSecond));
}

/// Iterations between the two instances, by halving.
Distance distance(const LoopContext &context, const isl::set &conflict) {
  constexpr int64_t farthest = policy.loops.distance;
  AffineModel &model = context.model;
  int64_t step = context.shape->step;
  Polynomial iterator = Polynomial::symbol(context.shape->iterator);
  isl::pw_aff difference =
      model.toIsl(iterator, kSecond).sub(model.toIsl(iterator, kFirst));
  auto never = [&](const isl::set &other) {
    return conflict.intersect(other).is_empty();
  };
  auto isAtLeast = [&](int64_t iterations) {
    isl::pw_aff expected = model.constant(iterations * step);
    return never(step > 0 ? difference.lt_set(expected)
                          : difference.gt_set(expected));
  };
  int64_t least = 1;
  while (least < farthest && isAtLeast(2 * least))
    least *= 2;
  for (int64_t more = least / 2; more > 0; more /= 2)
    if (isAtLeast(least + more))
      least += more;
  return {least, never(difference.ne_set(model.constant(least * step)))};
}

/// What it stands for is only known to lie within bounds, or depends on what
/// stands in memory; of iterators, by the bounds of their loops.
bool isDataDependent(AffineModel &model, const Polynomial &polynomial) {
  std::vector<SymbolId> symbols = polynomial.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const Symbol &symbol = model.symbol(id);
    if (symbol.kind != Symbol::Kind::Iterator)
      return symbol.kind == Symbol::Kind::Bounded ||
             symbol.kind == Symbol::Kind::Element;
    const LoopShape *shape = model.loopShape(symbol.loop);
    return shape && ((shape->lower && isDataDependent(model, *shape->lower)) ||
                     (shape->bound && isDataDependent(model, *shape->bound)));
  });
}

bool isDataDependent(const LoopContext &context, const MemoryAccess &access) {
  return isDataDependent(context.model, access.address->polynomial);
}

/// The place follows from iterators and parameters alone.
bool isPlain(const LoopContext &context, const MemoryAccess &access) {
  return context.model.isLinear(access.address->polynomial) &&
         !isDataDependent(context, access);
}

/// One of the places is not known well enough.
Remark unclear(AccessAnalysis &analysis, const MemoryAccess &from,
               const MemoryAccess &to) {
  analysis.wantsMonotonic = true;
  const LoopContext &context = analysis.context;
  bool fromIsPlain = isPlain(context, from);
  return nonAffine(context.program, context.loop, fromIsPlain ? to : from,
                   fromIsPlain ? from : to);
}

/// Instances that may conflict: the entry can tell that none do, or the loop is
/// refused.
Refused refuteConflict(AccessAnalysis &analysis, const isl::set &conflict,
                       const MemoryAccess &from, const MemoryAccess &to) {
  const LoopContext &context = analysis.context;
  AffineModel &model = context.model;
  ElementFacts facts(model);
  std::optional<std::vector<EntryCondition>> tests;
  if (facts.concerns(conflict))
    tests = facts.refute(conflict);
  if (!tests &&
      (isDataDependent(context, from) || isDataDependent(context, to)))
    return unclear(analysis, from, to);
  if (!tests) {
    analysis.wantsMonotonic |= isLoose(model, from) || isLoose(model, to);
    if (analysis.cuts.empty())
      analysis.cuts =
          findCuts(model, context.loop, model.withTypeRanges(conflict));
    return carriedDependence(context.program, context.loop, from, to,
                             distance(context, conflict));
  }
  for (EntryCondition &test : *tests)
    require(analysis.found.conditions, std::move(test));
  return std::nullopt;
}

} // namespace

namespace {

/// Instances of later iterations that meet, given that the places do.
bool meetLater(AccessAnalysis &analysis, const isl::set &places,
               const MemoryAccess &from, const MemoryAccess &to,
               isl::set &conflict) {
  const LoopContext &context = analysis.context;
  AffineModel &model = context.model;
  conflict = isl_ext::conjunction(places, analysis.inOrder);
  if (isl_ext::isPlainlyEmpty(conflict))
    return false;
  conflict = thoseRun(context, conflict, from, to);
  if (analysis.never.find(conflict))
    return false;
  const isl::set asked = conflict;
  conflict = isl_ext::conjunction(conflict, model.exchangeFacts(conflict));
  const bool happens = !model.withTypeRanges(conflict).is_empty();
  if (!happens)
    analysis.never.add(asked, true);
  return happens;
}

/// The entry tests what is needed of subscripts. \returns false if it cannot.
bool requireWithin(AccessAnalysis &analysis,
                   const std::vector<WithinExtent> &needed,
                   const MemoryAccess &access) {
  const std::string meaning = "the subscripts of '" +
                              textOf(analysis.context.program, *access.item) +
                              "' stay within their extents";
  return std::all_of(needed.begin(), needed.end(),
                     [&](const WithinExtent &need) {
                       return requireWithin(analysis, need, meaning);
                     });
}

/// A test that holds for a few iterations alone is none: of `c[2 * i] = c[i]`,
/// whose rows would have two elements.
bool allowsIterations(const LoopContext &context, const WithinExtent &need) {
  constexpr int64_t least = policy.loops.rowIterations;
  const auto &terms = need.subscript.terms();
  auto own = terms.find(Monomial{context.shape->iterator});
  return own == terms.end() || !need.extent.isConstant() ||
         need.extent.constantTerm() / std::abs(own->second) >= least;
}

/// Nothing but iterators varies in the address.
bool isOfIterators(AffineModel &model, const MemoryAccess &access) {
  const std::vector<SymbolId> symbols = access.address->polynomial.symbols();
  return std::all_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const Symbol &symbol = model.symbol(id);
    return symbol.kind == Symbol::Kind::Iterator || !symbol.isVariant;
  });
}

/// The address is like that of an array, and no two iterations meet in it.
bool areApartInArray(AccessAnalysis &analysis, const MemoryAccess &from,
                     const MemoryAccess &to) {
  AffineModel &model = analysis.context.model;
  if (!isOfIterators(model, from) || !isOfIterators(model, to))
    return false;
  std::vector<WithinExtent> needed;
  isl::set conflict;
  std::optional<isl::set> places =
      analysis.overlap->overlappingDigits(from, to, needed);
  if (!places ||
      !std::all_of(needed.begin(), needed.end(),
                   [&](const WithinExtent &need) {
                     return allowsIterations(analysis.context, need);
                   }) ||
      meetLater(analysis, *places, from, to, conflict))
    return false;
  const AccessEvidence before = analysis.found;
  if (requireWithin(analysis, needed, from))
    return true;
  analysis.found = before;
  return false;
}

} // namespace

Refused refuseCarried(AccessAnalysis &analysis, const MemoryAccess &from,
                      const MemoryAccess &to) {
  const LoopContext &context = analysis.context;
  if (neverMeetLater(context, from, to))
    return std::nullopt;
  std::vector<WithinExtent> needed;
  std::optional<isl::set> overlap =
      analysis.overlap->overlapping(from, to, &needed);
  if (!overlap && from.address->base->kind == Base::Kind::Row)
    return sharedRows(context.program, context.loop, from, to);
  if (!overlap)
    return unclear(analysis, from, to);
  isl::set conflict;
  if (meetLater(analysis, *overlap, from, to, conflict)) {
    if (areApartInArray(analysis, from, to))
      return std::nullopt;
    if (Refused refused = refuteConflict(analysis, conflict, from, to))
      return refused;
  }
  if (!requireWithin(analysis, needed, from))
    return unclear(analysis, from, to);
  return std::nullopt;
}

namespace {

/// Two places of selections, as in `r->hi[k]` and `r->at[k]`, in the order that
/// they have where all unknowns are zero: the entry tests that they are
/// disjoint. \returns false if it cannot.
bool testDisjoint(AccessAnalysis &analysis, const MemoryAccess &a,
                  const MemoryAccess &b) {
  const LoopContext &context = analysis.context;
  const Value &from = *a.address, &to = *b.address;
  auto isKnown = [&](const Value &place) {
    return (place.wrapBits == 0 || place.wrapBits >= 64) &&
           !context.model.isVariant(place);
  };
  if (!analysis.isSelected(a) || !analysis.isSelected(b) ||
      from.base->key != to.base->key || !isKnown(from) || !isKnown(to))
    return false;
  bool isAhead = to.polynomial.constantTerm() > from.polynomial.constantTerm();
  const MemoryAccess &low = isAhead ? a : b, &high = isAhead ? b : a;
  std::optional<Polynomial> way =
      high.address->polynomial.minus(low.address->polynomial);
  if (!way || way->isConstant() || way->constantTerm() <= 0 ||
      low.item->size == 0)
    return false;
  return requireWithin(analysis, {Polynomial(), low.item->size, *way},
                       "'" + textOf(context.program, *low.item) + "' and '" +
                           textOf(context.program, *high.item) + "' lie apart");
}

} // namespace

Refused refuseOverlapping(AccessAnalysis &analysis, const MemoryAccess &a,
                          const MemoryAccess &b) {
  const LoopContext &context = analysis.context;
  AffineModel &model = context.model;
  std::optional<isl::set> overlap = analysis.overlap->overlapping(a, b);
  if (!overlap) {
    bool isLinear = model.isLinear(a.address->polynomial);
    return nonAffine(context.program, context.loop, isLinear ? b : a,
                     isLinear ? a : b);
  }
  isl::set conflict = thoseRun(context, *overlap, a, b);
  if (model.withTypeRanges(conflict).is_empty() || testDisjoint(analysis, a, b))
    return std::nullopt;
  return carriedDependence(context.program, context.loop, a, b, Distance{});
}

namespace {

/// Floating-point numbers must be added in order.
Refused refuseReordering(const AccessAnalysis &analysis,
                         const MemoryAccess &access) {
  const MemoryReduction &reduction = analysis.reductionOf(access);
  if (!reduction.needsOrder)
    return std::nullopt;
  const LoopContext &context = analysis.context;
  Remark remark =
      remarkFor(context.program, context.loop, RemarkId::FloatReduction);
  remark.args = {reduction.reduction.name};
  remark.notes = {
      {access.item->location, "writes '" + reduction.reduction.name + "'"}};
  return remark;
}

/// After each iteration, one place is read for the loop's condition: nothing in
/// the loop has given it another type.
bool isReadAgain(const LoopContext &context, const MemoryAccess &access) {
  return !access.isWrite() && access.item->must && access.address &&
         access.stmt == context.data().condition &&
         !context.program[context.loop].exits.any() &&
         access.item->via.empty() && !context.model.isVariant(*access.address);
}

/// What chunks leave there is put in place after them.
bool holdsSelected(const AccessAnalysis &analysis, const Base &base) {
  const std::vector<MemoryReduction> &selected = analysis.scalars.selected;
  return std::any_of(selected.begin(), selected.end(),
                     [&](const MemoryReduction &place) {
                       return place.address.base->key == base.key;
                     });
}

Refused refuseEitherWay(AccessAnalysis &analysis, const MemoryAccess &a,
                        const MemoryAccess &b) {
  Refused refused = refuseCarried(analysis, a, b);
  if (!refused && &a != &b)
    refused = refuseCarried(analysis, b, a);
  return refused;
}

/// Accesses to one memory as it is; a copy may help where they are refused.
Refused refuseShared(AccessAnalysis &analysis, const MemoryAccess &a,
                     const MemoryAccess &b) {
  if (a.reduction >= 0 && a.reduction == b.reduction) {
    // What must stay in order may be left to one iteration.
    if (!analysis.reductionOf(a).needsOrder || !refuseEitherWay(analysis, a, b))
      return std::nullopt;
    return refuseReordering(analysis, a);
  }
  if (a.reduction >= 0 || b.reduction >= 0)
    return refuseOverlapping(analysis, a, b);
  return refuseEitherWay(analysis, a, b);
}

/// Rows of two arrays of pointers that each start an object: where the entry
/// finds that these are two, no cell is in both.
/// \returns false if nothing can be tested.
bool wantRootsApart(AccessAnalysis &analysis, const MemoryAccess &a,
                    const MemoryAccess &b) {
  if (!Rows(analysis.context.model).areHeldOnce(a, b))
    return false;
  const Base &first = *a.base->cell->base, &second = *b.base->cell->base;
  const ProgramIndex &index = analysis.context.index;
  auto isStart = [&](const Base &base) {
    return base.kind != Base::Kind::Row && startsObject(index, base);
  };
  if (first.key == second.key || !isStart(first) || !isStart(second))
    return false;
  auto accessTo = [&](const Base &base) -> const MemoryAccess * {
    for (const MemoryAccess &access : analysis.accesses)
      if (access.base && access.base->key == base.key)
        return &access;
    return nullptr;
  };
  const MemoryAccess *toFirst = accessTo(first), *toSecond = accessTo(second);
  if (!toFirst || !toSecond)
    return false;
  auto [low, high] = std::minmax(first.key, second.key);
  analysis.wanted.try_emplace({low, high},
                              AccessAnalysis::AccessPair{toFirst, toSecond});
  return true;
}

bool isRow(const MemoryAccess &access) {
  return access.base && access.base->kind == Base::Kind::Row;
}

/// Nothing is known about where they are relative to each other.
Refused classifyUnrelated(AccessAnalysis &analysis, const MemoryAccess &a,
                          const MemoryAccess &b) {
  const LoopContext &context = analysis.context;
  bool hasRow = isRow(a) || isRow(b);
  if (a.base && b.base && wantRootsApart(analysis, a, b))
    return std::nullopt;
  if (a.address && b.address && hasRow) {
    if (wantRowsDisjoint(analysis, a, b))
      return std::nullopt;
    return sharedRows(context.program, context.loop, a, b);
  }
  if (a.base && b.base && !hasRow && a.base->key != b.base->key) {
    auto key = std::minmax(a.base->key, b.base->key);
    analysis.wanted.try_emplace({key.first, key.second},
                                AccessAnalysis::AccessPair{&a, &b});
    return std::nullopt;
  }
  for (const MemoryAccess *access : {&a, &b})
    analysis.wantsMonotonic |= !access->address &&
                               isValid(access->item->address) &&
                               access->item->size != 0;
  return nonAffine(context.program, context.loop, a.address ? b : a,
                   a.address ? a : b);
}

/// A copy without any test is better than a test, which may never hold: a
/// function's scratch that is used where `kind[i] == 1` is no reason to ask
/// whether `kind` holds no value twice.
/// \param conditions how many there were before the pair was looked at
void preferCopy(AccessAnalysis &analysis, const Base &base,
                std::size_t conditions) {
  if (base.kind != Base::Kind::Object ||
      analysis.found.conditions.size() <= conditions)
    return;
  AccessEvidence tested = analysis.found;
  analysis.found.conditions.erase(analysis.found.conditions.begin() +
                                      std::ptrdiff_t(conditions),
                                  analysis.found.conditions.end());
  if (!privatizeObject(analysis, base.object) ||
      analysis.found.conditions.size() != conditions)
    analysis.found = std::move(tested);
}

Refused classifySameBase(AccessAnalysis &analysis, const MemoryAccess &a,
                         const MemoryAccess &b) {
  const LoopContext &context = analysis.context;
  WarmUp warmUp = analysis.warmUp();
  if (warmUp.reads(context.index, a) || warmUp.reads(context.index, b)) {
    if (!refuseOverlapping(analysis, a, b))
      return std::nullopt;
    return writesWarmUp(context, warmUp, a.isWrite() ? a : b);
  }
  const std::size_t conditions = analysis.found.conditions.size();
  Refused refused = refuseShared(analysis, a, b);
  if (!refused)
    preferCopy(analysis, *a.address->base, conditions);
  if (refused && a.base->key != b.base->key && !isRow(a) && !isRow(b))
    return classifyUnrelated(analysis, a, b); // they may lead to two objects
  if (refused && wantRootsApart(analysis, a, b))
    return std::nullopt;
  const Base &base = *a.address->base;
  if (!refused || holdsSelected(analysis, base))
    return refused;
  bool hasCopy =
      (base.kind == Base::Kind::Object &&
       (privatizeObject(analysis, base.object) ||
        privatizeRecordVariable(analysis, base))) ||
      (base.key == b.address->base->key && privatizePointee(analysis, base));
  return hasCopy ? std::nullopt : refused;
}

/// What the bases tell: one is a chunk's own, or the two lead to different
/// memory.
bool basesAreFree(const AccessAnalysis &analysis, const Base &a,
                  const Base &b) {
  const AccessEvidence &found = analysis.found;
  if (found.own.contains(a.object) && a.kind == Base::Kind::Object)
    return true;
  // What is allocated in an iteration is not another iteration's.
  if (basesAreDisjoint(analysis.context.model, a, b) ||
      a.kind == Base::Kind::Allocation)
    return true;
  return a.key == b.key && found.ownBases.contains(a.key);
}

} // namespace

Refused classifyPair(AccessAnalysis &analysis, const MemoryAccess &a,
                     const MemoryAccess &b) {
  const LoopContext &context = analysis.context;
  if (!objectsMayOverlap(context.index, *a.item, *b.item))
    return std::nullopt;
  if (a.footprint && a.footprint == b.footprint)
    return refuseReordering(analysis, a);
  if (a.base && b.base) {
    if (basesAreFree(analysis, *a.base, *b.base) ||
        Rows(context.model).areApart(a, b))
      return std::nullopt;
    if (a.address && b.address && analysis.overlap->areComparable(a, b))
      return classifySameBase(analysis, a, b);
  }
  if (context.model.typesExclude(*a.item, a.place(), *b.item, b.place()) &&
      (typesNeverChange(context.index, *a.item, *b.item) ||
       isReadAgain(context, a) || isReadAgain(context, b)))
    return std::nullopt;
  return classifyUnrelated(analysis, a, b);
}

} // namespace hocket::polyhedral
