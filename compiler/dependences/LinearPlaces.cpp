// SPDX-License-Identifier: Apache-2.0
#include "dependences/LinearPlaces.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

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

/// a - b, of the first instance and the second: constant + sum of the terms,
/// which are multiples of `step`.
struct Way {
  std::vector<std::pair<std::string, int64_t>> terms;
  int64_t constant = 0, step = 0;
};

Way wayBetween(const AffineModel &model, const Polynomial &a,
               const Polynomial &b) {
  Way way;
  addTerms(model, a, kFirst, 1, way.terms);
  addTerms(model, b, kSecond, -1, way.terms);
  way.constant = a.constantTerm() - b.constantTerm();
  for (const auto &[name, coefficient] : way.terms)
    way.step = std::gcd(way.step, coefficient);
  return way;
}

isl::aff affine(isl::ctx ctx, const Way &way) {
  std::vector<std::pair<std::string, isl::val>> terms;
  for (const auto &[name, coefficient] : way.terms)
    terms.emplace_back(name, isl::val(ctx, static_cast<long>(coefficient)));
  return isl_ext::affineOfParams(
      ctx, isl::val(ctx, static_cast<long>(way.constant)), terms);
}

/// Some number that differs from `constant` by a multiple of `step` (0: itself)
/// is more than -below and less than above.
bool meetsZero(int64_t constant, int64_t step, int64_t below, int64_t above) {
  if (step == 0)
    return -below < constant && constant < above;
  int64_t least = ((constant + below - 1) % step + step) % step;
  return least - below + 1 < above;
}

bool areMultiples(const Polynomial &polynomial, int64_t of) {
  return std::all_of(polynomial.terms().begin(), polynomial.terms().end(),
                     [&](const auto &term) { return term.second % of == 0; });
}

/// Their difference is one, whatever their symbols are.
bool differByMultiples(const Polynomial &a, const Polynomial &b, int64_t of) {
  std::optional<Polynomial> rest = Polynomial::constant(b.constantTerm());
  std::optional<Polynomial> first = rest ? a.minus(*rest) : rest,
                            second = rest ? b.minus(*rest) : rest;
  return first && second && areMultiples(*first, of) &&
         areMultiples(*second, of);
}

/// Within its array, the access ends where that does or before.
bool endsWithin(const BoundedPart &part, int64_t size) {
  return part.extent % size == 0 && areMultiples(part.bytes, size);
}

} // namespace

isl::set bytesOverlap(const AffineModel &model, const Polynomial &a,
                      uint32_t sizeA, const Polynomial &b, uint32_t sizeB) {
  const Way way = wayBetween(model, a, b);
  if (!meetsZero(way.constant, way.step, sizeA, sizeB))
    return model.nothing();
  isl::aff apart = affine(model.ctx(), way);
  isl::aff zero = isl::aff::zero_on_domain(apart.domain().space());
  return zero.gt_set(apart.add_constant(-static_cast<long>(sizeB)))
      .intersect(apart.add_constant(static_cast<long>(sizeA)).gt_set(zero));
}

isl::set areEqual(const AffineModel &model, const Polynomial &a,
                  const Polynomial &b) {
  const Way way = wayBetween(model, a, b);
  if (!meetsZero(way.constant, way.step, 1, 1))
    return model.nothing();
  isl_basic_set *equal =
      isl_aff_zero_basic_set(affine(model.ctx(), way).release());
  return isl_ext::managed(model.ctx(), isl_set_from_basic_set(equal));
}

std::optional<isl::set> partsMeet(const AffineModel &model,
                                  const MemoryAccess &a,
                                  const MemoryAccess &b) {
  if (!a.bounds || !b.bounds)
    return std::nullopt;
  Polynomial restA = a.address->polynomial, restB = b.address->polynomial;
  std::optional<isl::set> result;
  for (std::size_t d = 0; d < std::min(a.parts.size(), b.parts.size()); ++d) {
    const BoundedPart &partA = a.parts[d], &partB = b.parts[d];
    std::optional<Polynomial> outerA = restA.minus(partA.bytes),
                              outerB = restB.minus(partB.bytes);
    if (partA.extent != partB.extent || !outerA || !outerB ||
        !differByMultiples(*outerA, *outerB, partA.extent))
      break;
    if (result) {
      isl::set equal = areEqual(model, partA.bytes, partB.bytes);
      if (isl_ext::isPlainlyEmpty(equal))
        return equal;
      result = isl_ext::conjunction(*result, equal);
    } else if (endsWithin(partA, a.item->size) &&
               endsWithin(partB, b.item->size)) {
      result = bytesOverlap(model, partA.bytes, a.item->size, partB.bytes,
                            b.item->size);
      if (isl_ext::isPlainlyEmpty(*result))
        return result;
    } else {
      break;
    }
    restA = std::move(*outerA);
    restB = std::move(*outerB);
  }
  if (result)
    result = isl_ext::conjunction(*result, areEqual(model, restA, restB));
  return result;
}

} // namespace hocket::polyhedral
