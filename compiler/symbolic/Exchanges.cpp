// SPDX-License-Identifier: Apache-2.0
#include "symbolic/Exchanges.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

std::optional<Polynomial> Exchanges::partner(const std::string &key,
                                             const Polynomial &from,
                                             const Polynomial &mask) {
  constexpr std::size_t most = policy.loops.xorTerms;
  for (const Exchange &known : all_)
    if (known.key == key && known.from.key() == from.key() &&
        known.mask.key() == mask.key())
      return Polynomial::symbol(known.self);
  if (all_.size() == most)
    return std::nullopt;
  std::optional<Polynomial> polynomial = symbols_.derivedFrom(
      key, {from, mask}, /*alwaysVariant=*/true,
      [&](const isl::pw_aff &) { return symbols_.universe(); });
  if (polynomial)
    all_.push_back({polynomial->symbols().front(), key, from, mask});
  return polynomial;
}

bool Exchanges::names(const isl::set &set) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Exchange &exchange) {
    return isl_ext::hasParam(
        set,
        isl_ext::named(symbols_.ctx(), symbols_.symbol(exchange.self).name));
  });
}

isl::set Exchanges::facts(const isl::set &set) const {
  isl::set result = symbols_.universe();
  auto isNamed = [&](const Exchange &exchange, const char *instance) {
    return isl_ext::hasParam(
        set, isl_ext::named(symbols_.ctx(),
                            symbols_.instanceName(exchange.self, instance)));
  };
  auto alike = [](const isl::set &one, const isl::set &other,
                  const isl::set &notOne, const isl::set &notOther) {
    return one.intersect(other).unite(notOne.intersect(notOther));
  };
  for (const Exchange &a : all_)
    for (const Exchange &b : all_) {
      if (a.key != b.key || a.mask.key() != b.mask.key() ||
          !isNamed(a, kFirst) || !isNamed(b, kSecond))
        continue;
      isl::pw_aff i = symbols_.toIsl(a.from, kFirst),
                  j = symbols_.toIsl(b.from, kSecond);
      isl::pw_aff x = symbols_.toIsl(Polynomial::symbol(a.self), kFirst);
      isl::pw_aff y = symbols_.toIsl(Polynomial::symbol(b.self), kSecond);
      result = result
                   .intersect(alike(x.eq_set(y), i.eq_set(j), x.ne_set(y),
                                    i.ne_set(j)))
                   .intersect(alike(x.eq_set(j), y.eq_set(i), x.ne_set(j),
                                    y.ne_set(i)))
                   .intersect(
                       symbols_.instance(symbols_.definitions(a.from), kFirst))
                   .intersect(symbols_.instance(symbols_.definitions(b.from),
                                                kSecond));
    }
  return result;
}

isl::set Exchanges::same(const isl::set &set) const {
  isl::set result = symbols_.universe();
  for (const Exchange &exchange : all_) {
    if (!isl_ext::hasParam(
            set, isl_ext::named(symbols_.ctx(),
                                symbols_.symbol(exchange.self).name + kFirst)))
      continue;
    Polynomial self = Polynomial::symbol(exchange.self);
    auto instance = [&](const char *which) {
      return symbols_.instance(symbols_.definitions(exchange.from), which);
    };
    result = result
                 .intersect(symbols_.toIsl(exchange.from, kFirst)
                                .eq_set(symbols_.toIsl(exchange.from, kSecond)))
                 .intersect(instance(kFirst))
                 .intersect(instance(kSecond))
                 .intersect(symbols_.toIsl(self, kFirst)
                                .eq_set(symbols_.toIsl(self, kSecond)));
  }
  return result;
}

} // namespace hocket::polyhedral
