// SPDX-License-Identifier: Apache-2.0
//
// Bounds of an Symbol::Bounded: of its definition, what is left when everything
// is projected out that the entry does not know. Each constraint
// p + a * x >= 0 with a polynomial p over parameters is one bound.

#include "loops/checks/Intervals.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

/// The product of parameters that a dimension of a set stands for.
std::optional<Monomial> parametersOf(const AffineModel &model,
                                     std::string_view name) {
  Monomial result;
  for (;;) {
    std::string_view factor = name.substr(0, name.find('*'));
    SymbolId id = 0;
    while (id < model.numSymbols() &&
           (model.symbol(id).kind != Symbol::Kind::Parameter ||
            model.symbol(id).name != factor))
      ++id;
    if (id == model.numSymbols())
      return std::nullopt;
    result.push_back(id);
    if (factor.size() == name.size())
      break;
    name.remove_prefix(factor.size() + 1);
  }
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace

std::optional<Interval> boundedInterval(CheckContext &c, SymbolId id,
                                        unsigned depth) {
  const AffineModel &model = c.model;
  const Symbol &symbol = model.symbol(id);
  isl::set set = model.withTypeRanges(*symbol.definition);
  for (const std::string &name : isl_ext::paramsOf(set))
    if (name != symbol.name && !parametersOf(model, name))
      set = isl_ext::projectOut(set, name);
  Interval result; // without ends yet
  for (const isl_ext::Constraint &one : isl_ext::hullConstraints(set)) {
    Polynomial rest;
    int64_t factor = 0;
    bool fits = rest.add({}, one.constant);
    for (const auto &[name, coefficient] : one.terms)
      if (name == symbol.name)
        factor = coefficient;
      else
        fits &= rest.add(*parametersOf(model, name), coefficient);
    // x >= -rest, or x <= rest / -factor.
    if (!fits || factor == 0 || factor > 1)
      continue;
    std::optional<Interval> value = polynomialInterval(
        c, factor > 0 ? *Polynomial().minus(rest) : rest, depth + 1);
    if (!value)
      continue;
    CheckExpr end =
        factor > 0 ? value->low : over(value->high, constant(-factor));
    CheckExpr &bound = factor > 0 ? result.low : result.high;
    if (!bound)
      bound = end;
    else
      bound = factor > 0 ? greater(bound, end) : lesser(bound, end);
  }
  if (!result.low || !result.high || isTooLarge(result))
    return std::nullopt;
  return result;
}

} // namespace hocket::polyhedral
