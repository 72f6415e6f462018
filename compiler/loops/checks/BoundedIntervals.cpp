// SPDX-License-Identifier: Apache-2.0
//
// Bounds of a symbol that has a definition: what is left of that, where the
// iterators in it have the values that their loops give them, when everything
// is projected out that the entry does not know. Each constraint
// p + a * x >= 0 with a polynomial p over parameters is one bound.

#include "loops/checks/Intervals.h"

#include "symbolic/ParameterNames.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

/// More parts than this are looked at as one.
constexpr unsigned mostParts = 6;

/// The definition, wherever the symbol's value may be computed.
isl::set valuesOf(AffineModel &model, const Symbol &symbol) {
  const ir::Program &program = model.program();
  isl::set set = *symbol.definition;
  if (symbol.kind != Symbol::Kind::Derived)
    return set;
  const std::vector<std::string> names = isl_ext::paramsOf(set);
  for (SymbolId id = 0; id < model.numSymbols(); ++id) {
    const Symbol &one = model.symbol(id);
    if (one.kind != Symbol::Kind::Iterator ||
        std::find(names.begin(), names.end(), one.name) == names.end())
      continue;
    ir::NodeId body = program[one.loop].as<ir::Loop>()->body;
    set = set.intersect(model.domain(body).set);
  }
  return set;
}

/// What the entry can say of it.
isl::set knownOnEntry(const AffineModel &model, const Symbol &symbol,
                      isl::set set) {
  for (const std::string &name : isl_ext::paramsOf(set))
    if (name != symbol.name && !parametersOf(model, name))
      set = isl_ext::projectOut(set, name);
  return set.coalesce();
}

/// Of the symbol's values in a convex set.
std::optional<Interval> convexInterval(CheckContext &c, const Symbol &symbol,
                                       const isl::set &set, unsigned depth) {
  Interval result; // without ends yet
  for (const isl_ext::Constraint &one : isl_ext::hullConstraints(set)) {
    Polynomial rest;
    int64_t factor = 0;
    bool fits = rest.add({}, one.constant);
    for (const auto &[name, coefficient] : one.terms)
      if (name == symbol.name)
        factor = coefficient;
      else
        fits &= rest.add(*parametersOf(c.model, name), coefficient);
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

/// Around all parts: the hull of a clamp's would reach as far as sizes do that
/// are negative.
std::optional<Interval> intervalOf(CheckContext &c, const Symbol &symbol,
                                   const isl::set &set, unsigned depth) {
  if (set.n_basic_set() > mostParts)
    return convexInterval(c, symbol, set, depth);
  std::optional<Interval> all;
  bool isBounded = true;
  set.foreach_basic_set([&](const isl::basic_set &part) {
    std::optional<Interval> one =
        isBounded ? convexInterval(c, symbol, part.to_set(), depth)
                  : std::nullopt;
    isBounded &= one.has_value();
    if (isBounded)
      all = all ? united(*all, *one) : *one;
  });
  if (!isBounded || !all || isTooLarge(*all))
    return std::nullopt;
  return all;
}

} // namespace

std::optional<Interval> boundedInterval(CheckContext &c, SymbolId id,
                                        unsigned depth) {
  AffineModel &model = c.model;
  const Symbol symbol = model.symbol(id);
  const isl::set values = valuesOf(model, symbol);
  if (std::optional<Interval> found =
          intervalOf(c, symbol, knownOnEntry(model, symbol, values), depth))
    return found;
  return intervalOf(c, symbol,
                    knownOnEntry(model, symbol, model.withTypeRanges(values)),
                    depth);
}

} // namespace hocket::polyhedral
