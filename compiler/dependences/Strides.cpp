// SPDX-License-Identifier: Apache-2.0
#include "dependences/Strides.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace hocket::polyhedral {

void noteStrides(const AffineModel &model, const Polynomial &address,
                 Strides &strides) {
  for (const auto &[monomial, coefficient] : address.terms()) {
    Monomial fixed;
    unsigned numVariant = 0;
    for (SymbolId symbol : monomial) {
      if (model.symbol(symbol).isVariant)
        ++numVariant;
      else
        fixed.push_back(symbol);
    }
    if (numVariant > 1)
      strides.isValid = false;
    if (numVariant == 1 && !fixed.empty())
      strides.monomials.push_back(std::move(fixed));
  }
}

namespace {

/// The terms of the innermost subscript that do not vary and are the same in
/// all addresses; of constants the least, unless something varies there.
void findOrigin(const AffineModel &model,
                const std::vector<MemoryAccess> &accesses, Strides &strides) {
  std::optional<Polynomial> common;
  bool varies = false;
  int64_t least = INT64_MAX;
  for (const MemoryAccess &access : accesses) {
    Polynomial fixed;
    for (const auto &[monomial, coefficient] :
         access.address->polynomial.terms()) {
      bool isInner = std::none_of(
          strides.monomials.begin(), strides.monomials.end() - 1,
          [&](const Monomial &m) { return divide(monomial, m).has_value(); });
      bool isFixed =
          std::none_of(monomial.begin(), monomial.end(), [&](SymbolId symbol) {
            return model.symbol(symbol).isVariant;
          });
      varies |= isInner && !isFixed;
      if (isInner && isFixed && !monomial.empty() &&
          (!common || common->terms().contains(monomial)) &&
          (!common || common->terms().at(monomial) == coefficient))
        fixed.add(monomial, coefficient);
    }
    common = fixed;
    least = std::min(least, access.address->polynomial.constantTerm());
  }
  if (!common)
    return;
  strides.origin = *common;
  if (!varies)
    strides.origin.add({}, least);
}

} // namespace

void findFactors(const AffineModel &model,
                 const std::vector<MemoryAccess> &accesses, Strides &strides) {
  const std::vector<Monomial> &all = strides.monomials;
  strides.factors.assign(all.size(), 0);
  for (const MemoryAccess &access : accesses) {
    std::optional<std::vector<Polynomial>> parts =
        splitAddress(model, strides, access.address->polynomial);
    if (!parts)
      continue;
    for (std::size_t d = 0; d < all.size(); ++d)
      for (const auto &[monomial, coefficient] : (*parts)[d].terms())
        strides.factors[d] = std::gcd(strides.factors[d], coefficient);
  }
  strides.factors.back() = 1;
  for (std::size_t d = 0; d + 1 < all.size(); ++d)
    strides.isValid &= strides.factors[d] != 0 &&
                       strides.factors[d] % strides.factors[d + 1] == 0;
}

void finishStrides(const AffineModel &model, std::vector<MemoryAccess> accesses,
                   Strides &strides) {
  std::vector<Monomial> &all = strides.monomials;
  all.push_back({});
  std::sort(all.begin(), all.end(), [](const Monomial &a, const Monomial &b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (std::size_t d = 1; d < all.size(); ++d)
    strides.isValid &= divide(all[d - 1], all[d]).has_value();
  if (!strides.isValid || all.size() == 1)
    return;
  findOrigin(model, accesses, strides);
  findFactors(model, accesses, strides);
  if (!strides.origin.terms().empty())
    strides.undecided = std::move(accesses);
}

std::optional<std::vector<Polynomial>> splitAddress(const AffineModel &model,
                                                    const Strides &strides,
                                                    const Polynomial &address) {
  std::vector<Polynomial> parts(strides.monomials.size());
  std::optional<Polynomial> polynomial = address.minus(strides.origin);
  if (!polynomial)
    return std::nullopt;
  for (const auto &[monomial, coefficient] : polynomial->terms())
    for (std::size_t d = 0; d < parts.size(); ++d)
      if (std::optional<Monomial> rest =
              divide(monomial, strides.monomials[d])) {
        if (!parts[d].add(*rest, coefficient))
          return std::nullopt;
        break;
      }
  for (const Polynomial &part : parts)
    if (!model.isLinear(part))
      return std::nullopt;
  return parts;
}

} // namespace hocket::polyhedral
