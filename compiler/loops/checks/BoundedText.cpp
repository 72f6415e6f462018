// SPDX-License-Identifier: Apache-2.0
//
// Bounds of an Atom::Bounded as C text: of its definition, what is left when
// everything is projected out that the entry does not know. Each constraint
// p + a * x >= 0 with a polynomial p over parameters is one bound.

#include "loops/checks/RangeChecks.h"

#include "loops/checks/EntryText.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

/// The product of parameters that a dimension of a set stands for.
std::optional<Monomial> parametersOf(const AffineModel &model,
                                     std::string_view name) {
  Monomial result;
  for (;;) {
    std::string_view factor = name.substr(0, name.find('*'));
    AtomId id = 0;
    while (id < model.numAtoms() &&
           (model.atom(id).kind != Atom::Kind::Parameter ||
            model.atom(id).name != factor))
      ++id;
    if (id == model.numAtoms())
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

std::optional<RangeText::Interval> RangeText::ofBounded(AtomId id,
                                                        unsigned depth) {
  const Atom &atom = model_.atom(id);
  isl::set set = model_.withTypeRanges(*atom.definition);
  for (const std::string &name : isl_ext::paramsOf(set))
    if (name != atom.name && !parametersOf(model_, name))
      set = isl_ext::projectOut(set, name);
  Interval result;
  for (const isl_ext::Constraint &one : isl_ext::hullConstraints(set)) {
    Poly rest;
    int64_t factor = 0;
    bool fits = rest.add({}, one.constant);
    for (const auto &[name, coefficient] : one.terms)
      if (name == atom.name)
        factor = coefficient;
      else
        fits &= rest.add(*parametersOf(model_, name), coefficient);
    // x >= -rest, or x <= rest / -factor.
    if (!fits || factor == 0 || factor > 1)
      continue;
    std::optional<Interval> value =
        ofPoly(factor > 0 ? *Poly().minus(rest) : rest, depth + 1);
    if (!value)
      continue;
    std::string text = factor > 0 ? value->low : over(value->high, -factor);
    std::string &bound = factor > 0 ? result.low : result.high;
    if (bound.empty())
      bound = text;
    else
      bound = factor > 0 ? greater(bound, text) : lesser(bound, text);
  }
  if (result.low.empty() || result.high.empty() ||
      result.low.size() > kMaxText || result.high.size() > kMaxText)
    return std::nullopt;
  return result;
}

} // namespace hocket::polyhedral
