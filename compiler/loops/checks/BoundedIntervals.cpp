// SPDX-License-Identifier: Apache-2.0
//
// Bounds of an Symbol::Bounded: of its definition, what is left when everything
// is projected out that the entry does not know. Each constraint
// p + a * x >= 0 with a polynomial p over parameters is one bound.

#include "loops/checks/Intervals.h"

#include "symbolic/ParameterNames.h"

namespace hocket::polyhedral {

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
