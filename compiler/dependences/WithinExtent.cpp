// SPDX-License-Identifier: Apache-2.0
#include "dependences/WithinExtent.h"

#include <set>
#include <utility>

namespace hocket::polyhedral {

bool addLimits(AffineModel &model, const isl::set &runs, WithinExtent one,
               Limits &limits) {
  const Polynomial &at = one.subscript, &limit = one.extent;
  if (at.isConstant() && limit.isConstant())
    return at.constantTerm() >= 0 &&
           at.constantTerm() + one.size <= limit.constantTerm();
  // Digits of a negative radix are digits of its absolute value.
  Polynomial extent = limit;
  if (!limit.isConstant() &&
      model
          .withTypeRanges(
              runs.intersect(model.toIsl(extent).ge_set(model.constant(0))))
          .is_empty())
    extent = *Polynomial().minus(extent);
  isl::pw_aff subscript = model.toIsl(at);
  auto violating = [&](const isl::set &outside) {
    return model.withTypeRanges(isl_ext::conjunction(runs, outside));
  };
  isl::set below = violating(subscript.lt_set(model.constant(0)));
  isl::set above = violating(
      subscript.add_constant(long(one.size)).gt_set(model.toIsl(extent)));
  unsigned open = !below.is_empty() + !above.is_empty();
  if (open == 0)
    return true;
  limits.open += open;
  isl::set violations = below.unite(above);
  // A test that fails whenever the access happens is none.
  auto parametersOf = [&](const isl::set &set) {
    return isl_ext::projectOutSuffix(model.instance(set, kFirst), kFirst);
  };
  if (parametersOf(model.withTypeRanges(runs))
          .subtract(parametersOf(violations))
          .is_empty())
    return false;
  one.extent = std::move(extent);
  limits.unproved.push_back(std::move(one));
  return true;
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
