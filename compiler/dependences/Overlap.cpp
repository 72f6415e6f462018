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

#include "dependences/ConstantStrides.h"
#include "dependences/LinearPlaces.h"
#include "dependences/Rows.h"

#include <algorithm>
#include <utility>

namespace hocket::polyhedral {

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
      open += made ? made->limits.open : unknown;
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
  const isl::set runs = runsOf(access);
  for (std::size_t d = 1; d <= last; ++d) {
    Polynomial extent;
    extent.add(*divide(strides.monomials[d - 1], strides.monomials[d]),
               strides.factors[d - 1] / strides.factors[d]);
    std::optional<Polynomial> plain = withoutShifts(strides, extent);
    if (!plain ||
        !addLimits(model_, runs,
                   {result.at[d], d == last ? access.item->size : 1, *plain},
                   result.limits))
      return std::nullopt;
  }
  return result;
}

/// The way of telling constants apart that leaves the fewest limits open.
const std::optional<Overlap::Subscripts> &
Overlap::digits(const MemoryAccess &access,
                const std::vector<int64_t> &strides) {
  auto [known, isNew] = digits_.try_emplace({access.item, strides});
  std::optional<Subscripts> &best = known->second;
  if (!isNew)
    return best;
  const isl::set runs = runsOf(access);
  for (Rounding rounding : {Rounding::Nearest, Rounding::Down}) {
    std::optional<std::vector<Polynomial>> at =
        digitsOf(access.address->polynomial, strides, rounding);
    if (!at)
      continue;
    Subscripts made;
    made.at = std::move(*at);
    bool isWithin = true;
    for (std::size_t d = 1; d <= strides.size() && isWithin; ++d) {
      const bool isLast = d == strides.size();
      const int64_t extent = strides[d - 1] / (isLast ? 1 : strides[d]);
      isWithin = addLimits(model_, runs,
                           {made.at[d], isLast ? access.item->size : 1,
                            *Polynomial::constant(extent)},
                           made.limits);
    }
    if (isWithin && (!best || made.limits.open < best->limits.open))
      best = std::move(made);
  }
  return best;
}

bool Overlap::mayBeDigits(const MemoryAccess &a, const MemoryAccess &b) const {
  const Polynomial &polynomialA = a.address->polynomial,
                   &polynomialB = b.address->polynomial;
  return a.item->size != 0 && b.item->size != 0 &&
         a.address->base->kind != Base::Kind::Row &&
         a.address->base->key == b.address->base->key &&
         model_.isLinear(polynomialA) && model_.isLinear(polynomialB) &&
         constantStrides(polynomialA, polynomialB).size() >= 2;
}

std::optional<isl::set>
Overlap::overlappingDigits(const MemoryAccess &a, const MemoryAccess &b,
                           std::vector<WithinExtent> &needed) {
  if (!mayBeDigits(a, b))
    return std::nullopt;
  const std::vector<int64_t> strides =
      constantStrides(a.address->polynomial, b.address->polynomial);
  const std::optional<Subscripts> &first = digits(a, strides);
  const std::optional<Subscripts> &second = digits(b, strides);
  if (!first || !second)
    return std::nullopt;
  for (const Subscripts *subscripts : {&*first, &*second})
    needed.insert(needed.end(), subscripts->limits.unproved.begin(),
                  subscripts->limits.unproved.end());
  isl::set result = isl_ext::conjunction(given(a, kFirst), given(b, kSecond));
  for (std::size_t d = 0; d < strides.size(); ++d)
    result = isl_ext::conjunction(
        result, areEqual(model_, first->at[d], second->at[d]));
  return isl_ext::conjunction(
      result, bytesOverlap(model_, first->at.back(), a.item->size,
                           second->at.back(), b.item->size));
}

isl::set Overlap::runsOf(const MemoryAccess &access) const {
  return isl_ext::conjunction(
      model_.domain(model_.index().nodeOf(access.stmt)).set, given(access));
}

/// What holds of the access's symbols when it happens, but for its domain.
isl::set Overlap::given(const MemoryAccess &access) const {
  isl::set defined = model_.definitions(access.address->polynomial);
  return access.bounds ? defined.intersect(*access.bounds) : defined;
}

const isl::set &Overlap::given(const MemoryAccess &access, const char *suffix) {
  auto key = std::pair(access.item, suffix == kFirst ? '1' : '2');
  auto known = given_.find(key);
  if (known == given_.end())
    known = given_.emplace(key, model_.instance(given(access), suffix)).first;
  return known->second;
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
  if (model_.isLinear(polynomialA) && model_.isLinear(polynomialB)) {
    std::optional<isl::set> meeting = partsMeet(model_, a, b);
    if (!meeting)
      meeting = bytesOverlap(model_, polynomialA, a.item->size, polynomialB,
                             b.item->size);
    if (isl_ext::isPlainlyEmpty(*meeting))
      return meeting;
    return isl_ext::conjunction(
        isl_ext::conjunction(*meeting, given(a, kFirst)), given(b, kSecond));
  }
  const std::optional<Subscripts> &first = subscripts(a);
  if (!first)
    return std::nullopt;
  const std::optional<Subscripts> &second = subscripts(b);
  if (!second)
    return std::nullopt;
  for (const Subscripts *subscripts : {&*first, &*second}) {
    if (!needed && !subscripts->limits.unproved.empty()) {
      wasUnproved_ = true;
      return std::nullopt;
    }
    if (needed)
      needed->insert(needed->end(), subscripts->limits.unproved.begin(),
                     subscripts->limits.unproved.end());
  }
  isl::set result = isl_ext::conjunction(given(a, kFirst), given(b, kSecond));
  for (std::size_t d = 0; d + 1 < first->at.size(); ++d)
    result =
        result.intersect(model_.toIsl(first->at[d], kFirst)
                             .eq_set(model_.toIsl(second->at[d], kSecond)));
  return result.intersect(bytesOverlap(model_, first->at.back(), a.item->size,
                                       second->at.back(), b.item->size));
}

} // namespace hocket::polyhedral
