// SPDX-License-Identifier: Apache-2.0
#include "dependences/Strides.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <set>

namespace hocket::polyhedral {

namespace {

/// Each is tried, which takes time.
constexpr std::size_t mostShifts = 3;

/// With `sign` times its shift added to each parameter that has one.
std::optional<Polynomial> shifted(const Strides &strides,
                                  const Polynomial &polynomial, int64_t sign) {
  if (strides.shifts.empty())
    return polynomial;
  Polynomial sum;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    std::optional<Polynomial> term = Polynomial::constant(coefficient);
    for (SymbolId symbol : monomial) {
      Polynomial factor = Polynomial::symbol(symbol);
      if (auto shift = strides.shifts.find(symbol);
          shift != strides.shifts.end())
        factor.add({}, sign * shift->second);
      term = term ? term->times(factor) : std::nullopt;
    }
    std::optional<Polynomial> next = term ? sum.plus(*term) : std::nullopt;
    if (!next)
      return std::nullopt;
    sum = std::move(*next);
  }
  return sum;
}

/// Adds the products of parameters in the address that multiply something that
/// varies.
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

/// The terms of the innermost subscript that do not vary and are the same in
/// all addresses; of constants the least, unless something varies there.
void findOrigin(const AffineModel &model,
                const std::vector<Polynomial> &addresses, Strides &strides) {
  std::optional<Polynomial> common;
  bool varies = false;
  int64_t least = INT64_MAX;
  for (const Polynomial &address : addresses) {
    Polynomial fixed;
    for (const auto &[monomial, coefficient] : address.terms()) {
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
    least = std::min(least, address.constantTerm());
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

Strides stridesOf(const AffineModel &model, std::vector<MemoryAccess> accesses,
                  std::map<SymbolId, int64_t> shifts) {
  Strides strides;
  strides.shifts = std::move(shifts);
  std::vector<Polynomial> addresses;
  for (const MemoryAccess &access : accesses) {
    std::optional<Polynomial> address =
        shifted(strides, access.address->polynomial, -1);
    strides.isValid &= address.has_value();
    addresses.push_back(address.value_or(Polynomial()));
    noteStrides(model, addresses.back(), strides);
  }
  std::vector<Monomial> &all = strides.monomials;
  all.push_back({});
  std::sort(all.begin(), all.end(), [](const Monomial &a, const Monomial &b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (std::size_t d = 1; d < all.size(); ++d)
    strides.isValid &= divide(all[d - 1], all[d]).has_value();
  if (strides.isValid && all.size() > 1) {
    findOrigin(model, addresses, strides);
    findFactors(model, accesses, strides);
  }
  if (all.size() > 1 && (!strides.origin.terms().empty() ||
                         !likelyShifts(model, accesses).empty()))
    strides.undecided = std::move(accesses);
  return strides;
}

std::vector<std::map<SymbolId, int64_t>>
likelyShifts(const AffineModel &model,
             const std::vector<MemoryAccess> &accesses) {
  auto isNearer = [](int64_t a, int64_t b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a > b;
  };
  std::map<SymbolId, std::set<int64_t, decltype(isNearer)>> found;
  for (const MemoryAccess &access : accesses) {
    const auto &terms = access.address->polynomial.terms();
    for (const auto &[monomial, coefficient] : terms) {
      auto isVariant = [&](SymbolId s) { return model.symbol(s).isVariant; };
      if (std::none_of(monomial.begin(), monomial.end(), isVariant))
        continue;
      for (SymbolId symbol : monomial) {
        if (isVariant(symbol))
          continue;
        auto beside = terms.find(*divide(monomial, {symbol}));
        int64_t other = beside == terms.end() ? 0 : beside->second;
        found[symbol].insert(other % coefficient == 0 ? other / coefficient
                                                      : 0);
      }
    }
  }
  std::map<SymbolId, std::vector<int64_t>> candidates;
  std::size_t most = 0;
  for (const auto &[symbol, all] : found)
    for (int64_t shift : all)
      if (std::vector<int64_t> &some = candidates[symbol];
          shift != 0 && some.size() < mostShifts) {
        some.push_back(shift);
        most = std::max(most, some.size());
      }
  std::vector<std::map<SymbolId, int64_t>> result(most);
  for (const auto &[symbol, some] : candidates)
    for (std::size_t k = 0; k < most && !some.empty(); ++k)
      result[k].emplace(symbol, some[std::min(k, some.size() - 1)]);
  return result;
}

std::optional<Polynomial> withoutShifts(const Strides &strides,
                                        const Polynomial &polynomial) {
  return shifted(strides, polynomial, 1);
}

std::optional<std::vector<Polynomial>> splitAddress(const AffineModel &model,
                                                    const Strides &strides,
                                                    const Polynomial &address) {
  std::vector<Polynomial> parts(strides.monomials.size());
  std::optional<Polynomial> polynomial = shifted(strides, address, -1);
  if (polynomial)
    polynomial = polynomial->minus(strides.origin);
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
  for (Polynomial &part : parts) {
    std::optional<Polynomial> plain = withoutShifts(strides, part);
    if (!plain || !model.isLinear(*plain))
      return std::nullopt;
    part = std::move(*plain);
  }
  return parts;
}

} // namespace hocket::polyhedral
