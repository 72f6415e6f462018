// SPDX-License-Identifier: Apache-2.0
//
// Partners: `i ^ d`, where d is the same in all iterations.
//
// In sorting networks, butterflies and hypercubes iteration i works on elements
// i and i ^ d. No affine function says where that is, but two facts do: the
// operation takes different numbers to different ones, and taken twice it leads
// back. So x = i ^ d and y = j ^ d are equal where i and j are, and x = j where
// y = i. With a guard such as `i ^ d > i`, two iterations that pass it have no
// element in common.

#include "support/Policy.h"
#include "symbolic/AffineModel.h"

#include <algorithm>

namespace hocket::polyhedral {

/// One operand varies, the other does not.
std::optional<Value> AffineModel::evaluateXor(const ir::Expr &expr,
                                              Point point) {
  constexpr std::size_t most = policy.loops.xorTerms;
  std::optional<Poly> from = exactLinear(expr.operands[0], point);
  std::optional<Poly> mask = exactLinear(expr.operands[1], point);
  if (!from || !mask)
    return std::nullopt;
  if (!isVariant(*from))
    std::swap(from, mask);
  if (!isVariant(*from) || isVariant(*mask))
    return std::nullopt;
  std::string key =
      "xor" + std::to_string(expr.bits) + (expr.isSigned ? "s" : "u");
  for (const Exchange &known : exchanges_)
    if (known.key == key && known.from.key() == from->key() &&
        known.mask.key() == mask->key())
      return Value{std::nullopt, Poly::atom(known.self), 0};
  if (exchanges_.size() == most)
    return std::nullopt;
  std::optional<Poly> poly =
      derivedFrom(key, {*from, *mask}, /*alwaysVariant=*/true,
                  [&](const isl::pw_aff &) { return universe(); });
  if (!poly)
    return std::nullopt;
  exchanges_.push_back({poly->atoms().front(), key, *from, *mask});
  return Value{std::nullopt, *poly, 0};
}

/// Then the set has more than what happens: it takes any partner.
bool AffineModel::namesExchange(const isl::set &set) const {
  return std::any_of(
      exchanges_.begin(), exchanges_.end(), [&](const Exchange &exchange) {
        return isl_ext::hasParam(
            set, isl_ext::named(ctx_, atoms_[exchange.self].name));
      });
}

isl::set AffineModel::exchangeFacts(const isl::set &set) const {
  isl::set result = universe();
  auto isNamed = [&](const Exchange &exchange, const char *instance) {
    return isl_ext::hasParam(
        set, isl_ext::named(ctx_, instanceName(exchange.self, instance)));
  };
  auto alike = [](const isl::set &one, const isl::set &other,
                  const isl::set &notOne, const isl::set &notOther) {
    return one.intersect(other).unite(notOne.intersect(notOther));
  };
  for (const Exchange &a : exchanges_)
    for (const Exchange &b : exchanges_) {
      if (a.key != b.key || a.mask.key() != b.mask.key() ||
          !isNamed(a, kFirst) || !isNamed(b, kSecond))
        continue;
      isl::pw_aff i = toIsl(a.from, kFirst), j = toIsl(b.from, kSecond);
      isl::pw_aff x = toIsl(Poly::atom(a.self), kFirst);
      isl::pw_aff y = toIsl(Poly::atom(b.self), kSecond);
      result = result
                   .intersect(alike(x.eq_set(y), i.eq_set(j), x.ne_set(y),
                                    i.ne_set(j)))
                   .intersect(alike(x.eq_set(j), y.eq_set(i), x.ne_set(j),
                                    y.ne_set(i)))
                   .intersect(instance(definitions(a.from), kFirst))
                   .intersect(instance(definitions(b.from), kSecond));
    }
  return result;
}

} // namespace hocket::polyhedral
