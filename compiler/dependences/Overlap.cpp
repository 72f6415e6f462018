// SPDX-License-Identifier: Apache-2.0
//
// Overlap of accesses; delinearization.
//
// The address is sum over dimensions d of sub[d] * factor[d] * stride[d], with
// stride[d+1] dividing stride[d]. If 0 <= sub[d+1] < factor[d] * stride[d] /
// (factor[d+1] * stride[d+1]) for all inner dimensions, the subscripts are the
// digits of a mixed-radix number: two addresses are equal only if all are. What
// all addresses have in common and does not vary is taken off before: that may
// be beyond the innermost extent, as in a[s + m * k].

#include "dependences/Overlap.h"

#include "dependences/Rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hocket::polyhedral {

namespace {

/// Adds `sign` times the terms of the linear polynomial, as isl names them.
/// What cancels out stays, with 0.
void addTerms(const AffineModel &model, const Polynomial &polynomial,
              const char *suffix, int64_t sign,
              std::vector<std::pair<std::string, int64_t>> &terms) {
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    if (monomial.empty())
      continue;
    std::string name;
    for (SymbolId id : monomial)
      name += (name.empty() ? "" : "*") + model.instanceName(id, suffix);
    auto known = std::find_if(terms.begin(), terms.end(),
                              [&](const auto &t) { return t.first == name; });
    if (known == terms.end())
      known = terms.insert(terms.end(), {std::move(name), 0});
    known->second += sign * coefficient;
  }
}

/// Some number that differs from `constant` by a multiple of `step` (0: itself)
/// is more than -below and less than above.
bool meetsZero(int64_t constant, int64_t step, int64_t below, int64_t above) {
  if (step == 0)
    return -below < constant && constant < above;
  int64_t least = ((constant + below - 1) % step + step) % step;
  return least - below + 1 < above;
}

} // namespace

Overlap::Overlap(AffineModel &model, const std::vector<MemoryAccess> &accesses,
                 std::set<std::string> *assumedRows)
    : model_(model), assumedRows_(assumedRows) {
  std::map<std::string, std::vector<MemoryAccess>> families;
  for (const MemoryAccess &access : accesses)
    if (access.address)
      families[familyOf(*access.address->base)].push_back(access);
  for (auto &[key, family] : families)
    strides_.emplace(key, stridesOf(model, std::move(family)));
}

/// The strides with which the most limits are proved. In `a[(j + r) * n + i +
/// r]` with i from -r, what all addresses have in common is what keeps the
/// subscripts from being negative: it has to stay.
void Overlap::decideStrides(Strides &strides) {
  const std::vector<MemoryAccess> accesses =
      std::exchange(strides.undecided, {});
  auto openIn = [&](const Strides &shape) {
    constexpr std::size_t unknown = 1000;
    std::size_t open = 0;
    for (const MemoryAccess &access : accesses) {
      std::optional<Subscripts> made = makeSubscripts(shape, access);
      open += made ? made->open : unknown;
    }
    return open;
  };
  std::size_t open = openIn(strides);
  auto consider = [&](Strides other) {
    std::size_t openThen = other.isValid ? openIn(other) : open;
    if (openThen >= open)
      return;
    open = openThen;
    strides = std::move(other);
    strides.undecided.clear();
  };
  auto considerWhole = [&](Strides whole) {
    if (!whole.isValid || whole.origin.terms().empty())
      return;
    whole.origin = Polynomial();
    findFactors(model_, accesses, whole);
    consider(std::move(whole));
  };
  if (open > 0)
    considerWhole(strides);
  if (open == 0)
    return;
  for (std::map<SymbolId, int64_t> &shifts : likelyShifts(model_, accesses)) {
    Strides moved = stridesOf(model_, accesses, std::move(shifts));
    consider(moved);
    if (open > 0)
      considerWhole(std::move(moved));
    if (open == 0)
      return;
  }
}

const std::optional<Overlap::Subscripts> &
Overlap::subscripts(const MemoryAccess &access) {
  auto it = memo_.find(access.item);
  if (it == memo_.end()) {
    Strides &strides = strides_.at(familyOf(*access.address->base));
    if (!strides.undecided.empty())
      decideStrides(strides);
    it = memo_.emplace(access.item, makeSubscripts(strides, access)).first;
  }
  return it->second;
}

std::optional<Overlap::Subscripts>
Overlap::makeSubscripts(const Strides &strides, const MemoryAccess &access) {
  std::size_t last = strides.monomials.size() - 1;
  if (!strides.isValid || last == 0)
    return std::nullopt;
  std::optional<std::vector<Polynomial>> parts =
      splitAddress(model_, strides, access.address->polynomial);
  if (!parts)
    return std::nullopt;
  Subscripts result;
  for (std::size_t d = 0; d <= last; ++d) {
    Polynomial subscript;
    for (const auto &[monomial, coefficient] : (*parts)[d].terms())
      subscript.add(monomial, coefficient / strides.factors[d]);
    result.at.push_back(std::move(subscript));
  }
  isl::set runs = model_.domain(model_.index().nodeOf(access.stmt))
                      .set.intersect(given(access));
  for (std::size_t d = 1; d <= last; ++d) {
    Polynomial extent;
    extent.add(*divide(strides.monomials[d - 1], strides.monomials[d]),
               strides.factors[d - 1] / strides.factors[d]);
    std::optional<Polynomial> plain = withoutShifts(strides, extent);
    if (!plain)
      return std::nullopt;
    extent = std::move(*plain);
    // Digits of a negative radix are digits of its absolute value.
    if (model_
            .withTypeRanges(
                runs.intersect(model_.toIsl(extent).ge_set(model_.constant(0))))
            .is_empty())
      extent = *Polynomial().minus(extent);
    long size = d == last ? static_cast<long>(access.item->size) : 1;
    isl::pw_aff subscript = model_.toIsl(result.at[d]);
    auto violating = [&](const isl::set &outside) {
      return model_.withTypeRanges(runs.intersect(outside));
    };
    isl::set below = violating(subscript.lt_set(model_.constant(0)));
    isl::set above =
        violating(subscript.add_constant(size).gt_set(model_.toIsl(extent)));
    unsigned open = !below.is_empty() + !above.is_empty();
    if (open == 0)
      continue;
    result.open += open;
    isl::set violations = below.unite(above);
    // A test that fails whenever the access happens is none.
    auto parametersOf = [&](const isl::set &set) {
      return isl_ext::projectOutSuffix(model_.instance(set, kFirst), kFirst);
    };
    if (parametersOf(model_.withTypeRanges(runs))
            .subtract(parametersOf(violations))
            .is_empty())
      return std::nullopt;
    result.unproved.push_back({result.at[d], size, extent});
  }
  return result;
}

/// One affine function, the way from the second to the first, is within
/// (-sizeA, sizeB). Where all its values are a multiple away from that, nobody
/// needs to ask isl.
isl::set Overlap::bytesOverlap(const Polynomial &a, uint32_t sizeA,
                               const Polynomial &b, uint32_t sizeB) const {
  isl::ctx ctx = model_.ctx();
  std::vector<std::pair<std::string, int64_t>> way;
  addTerms(model_, a, kFirst, 1, way);
  addTerms(model_, b, kSecond, -1, way);
  int64_t step = 0;
  std::vector<std::pair<std::string, isl::val>> terms;
  for (const auto &[name, coefficient] : way) {
    step = std::gcd(step, coefficient);
    terms.emplace_back(name, isl::val(ctx, static_cast<long>(coefficient)));
  }
  int64_t constant = a.constantTerm() - b.constantTerm();
  if (!meetsZero(constant, step, sizeA, sizeB))
    return model_.nothing();
  isl::aff apart = isl_ext::affineOfParams(ctx, isl::val(ctx, constant), terms);
  isl::aff zero = isl::aff::zero_on_domain(apart.domain().space());
  return zero.gt_set(apart.add_constant(-static_cast<long>(sizeB)))
      .intersect(apart.add_constant(static_cast<long>(sizeA)).gt_set(zero));
}

/// What holds of the access's symbols when it happens, but for its domain.
isl::set Overlap::given(const MemoryAccess &access) const {
  isl::set defined = model_.definitions(access.address->polynomial);
  return access.bounds ? defined.intersect(*access.bounds) : defined;
}

bool Overlap::areComparable(const MemoryAccess &a,
                            const MemoryAccess &b) const {
  const Base &baseA = *a.address->base, &baseB = *b.address->base;
  return baseA.key == baseB.key ||
         Rows(model_, assumedRows_).areComparable(a, b);
}

std::optional<isl::set>
Overlap::overlapping(const MemoryAccess &a, const MemoryAccess &b,
                     std::vector<WithinExtent> *needed) {
  const Base &baseA = *a.address->base, &baseB = *b.address->base;
  if (baseA.key == baseB.key && baseA.kind != Base::Kind::Row)
    return overlappingOffsets(a, b, needed);
  std::optional<isl::set> rows = Rows(model_, assumedRows_).overlapping(a, b);
  // Offsets of rows of two arrays have no strides in common.
  if (!rows || rows->is_empty() ||
      (familyOf(baseA) != familyOf(baseB) &&
       (!model_.isLinear(a.address->polynomial) ||
        !model_.isLinear(b.address->polynomial))))
    return rows;
  // Within a row that both reach; all of it where the places are not known.
  std::optional<isl::set> offsets = overlappingOffsets(a, b, needed);
  return offsets ? rows->intersect(*offsets) : rows;
}

std::optional<isl::set>
Overlap::overlappingOffsets(const MemoryAccess &a, const MemoryAccess &b,
                            std::vector<WithinExtent> *needed) {
  const Polynomial &polynomialA = a.address->polynomial,
                   &polynomialB = b.address->polynomial;
  if (a.item->size == 0 || b.item->size == 0)
    return std::nullopt;
  isl::set defined = model_.instance(given(a), kFirst)
                         .intersect(model_.instance(given(b), kSecond));
  if (model_.isLinear(polynomialA) && model_.isLinear(polynomialB))
    return bytesOverlap(polynomialA, a.item->size, polynomialB, b.item->size)
        .intersect(defined);
  const std::optional<Subscripts> &first = subscripts(a);
  if (!first)
    return std::nullopt;
  const std::optional<Subscripts> &second = subscripts(b);
  if (!second)
    return std::nullopt;
  for (const Subscripts *subscripts : {&*first, &*second}) {
    if (!needed && !subscripts->unproved.empty())
      return std::nullopt;
    if (needed)
      needed->insert(needed->end(), subscripts->unproved.begin(),
                     subscripts->unproved.end());
  }
  isl::set result = defined;
  for (std::size_t d = 0; d + 1 < first->at.size(); ++d)
    result =
        result.intersect(model_.toIsl(first->at[d], kFirst)
                             .eq_set(model_.toIsl(second->at[d], kSecond)));
  return result.intersect(bytesOverlap(first->at.back(), a.item->size,
                                       second->at.back(), b.item->size));
}

namespace {

/// By names: models number symbols as they come across them.
std::string keyOf(const SymbolTable &symbols, const Polynomial &polynomial) {
  std::set<std::string> terms;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    std::multiset<std::string> factors;
    for (SymbolId id : monomial)
      factors.insert(symbols.symbol(id).name);
    std::string term = std::to_string(coefficient);
    for (const std::string &factor : factors)
      term += "*" + factor;
    terms.insert(std::move(term));
  }
  std::string result;
  for (const std::string &term : terms)
    result += (result.empty() ? "" : "+") + term;
  return result;
}

} // namespace

std::string keyOf(const SymbolTable &symbols, const WithinExtent &one) {
  return keyOf(symbols, one.subscript) + " .. " + std::to_string(one.size) +
         " <= " + keyOf(symbols, one.extent);
}

} // namespace hocket::polyhedral
