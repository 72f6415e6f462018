// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of index polynomials, with every coefficient checked.

#include "symbolic/Polynomial.h"

#include "support/Policy.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

std::optional<Polynomial> Polynomial::constant(int64_t value) {
  Polynomial result;
  if (!result.add({}, value))
    return std::nullopt;
  return result;
}

Polynomial Polynomial::symbol(SymbolId id) {
  Polynomial result;
  result.terms_[{id}] = 1;
  return result;
}

bool Polynomial::isConstant() const {
  return terms_.empty() ||
         (terms_.size() == 1 && terms_.begin()->first.empty());
}

int64_t Polynomial::constantTerm() const {
  auto it = terms_.find({});
  return it == terms_.end() ? 0 : it->second;
}

bool Polynomial::isAffine() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const auto &term) { return term.first.size() <= 1; });
}

std::vector<SymbolId> Polynomial::symbols() const {
  std::set<SymbolId> all;
  for (const auto &[monomial, coefficient] : terms_)
    all.insert(monomial.begin(), monomial.end());
  return {all.begin(), all.end()};
}

bool Polynomial::add(const Monomial &monomial, int64_t coefficient) {
  int64_t sum = 0;
  auto it = terms_.find(monomial);
  if (__builtin_add_overflow(it == terms_.end() ? 0 : it->second, coefficient,
                             &sum) ||
      sum > kMaxCoefficient || sum < -kMaxCoefficient)
    return false;
  if (sum == 0) {
    if (it != terms_.end())
      terms_.erase(it);
  } else {
    terms_[monomial] = sum;
  }
  return true;
}

std::optional<Polynomial> Polynomial::plus(const Polynomial &o) const {
  Polynomial result = *this;
  for (const auto &[monomial, coefficient] : o.terms_)
    if (!result.add(monomial, coefficient))
      return std::nullopt;
  return result;
}

std::optional<Polynomial> Polynomial::minus(const Polynomial &o) const {
  Polynomial result = *this;
  for (const auto &[monomial, coefficient] : o.terms_)
    if (!result.add(monomial, -coefficient))
      return std::nullopt;
  return result;
}

std::optional<Polynomial> Polynomial::times(const Polynomial &o) const {
  constexpr std::size_t maxDegree = policy.loops.degree;
  Polynomial result;
  for (const auto &[mine, a] : terms_)
    for (const auto &[theirs, b] : o.terms_) {
      Monomial product(mine);
      product.insert(product.end(), theirs.begin(), theirs.end());
      std::sort(product.begin(), product.end());
      int64_t coefficient = 0;
      if (product.size() > maxDegree ||
          __builtin_mul_overflow(a, b, &coefficient) ||
          !result.add(product, coefficient))
        return std::nullopt;
    }
  return result;
}

std::string Polynomial::key() const {
  std::string text;
  for (const auto &[monomial, coefficient] : terms_) {
    text += (coefficient < 0 ? "" : "+") + std::to_string(coefficient);
    for (SymbolId symbol : monomial)
      text += "#" + std::to_string(symbol);
  }
  return text.empty() ? "0" : text;
}

std::optional<Monomial> divide(const Monomial &monomial,
                               const Monomial &divisor) {
  if (!std::includes(monomial.begin(), monomial.end(), divisor.begin(),
                     divisor.end()))
    return std::nullopt;
  Monomial quotient;
  std::set_difference(monomial.begin(), monomial.end(), divisor.begin(),
                      divisor.end(), std::back_inserter(quotient));
  return quotient;
}

} // namespace hocket::polyhedral
