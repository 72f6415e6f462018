// SPDX-License-Identifier: Apache-2.0
//
// Ties between elements as isl sets; the search for a test that is enough.

#include "loops/checks/ElementFacts.h"

#include "dependences/Overlap.h"
#include "support/Policy.h"

namespace hocket::polyhedral {

namespace {
/// Each pair of unknowns makes the sets several times larger.
constexpr std::size_t kMostUnknowns = policy.loops.elementUnknowns;
} // namespace

std::map<std::string, ElementFacts::Array>
ElementFacts::arraysIn(const isl::set &conflict) const {
  std::map<std::string, Array> arrays;
  for (SymbolId id = 0; id < model_.numSymbols(); ++id) {
    const Symbol &symbol = model_.symbol(id);
    if (symbol.kind != Symbol::Kind::Element)
      continue;
    bool isNamed = false;
    for (const char *suffix : {kFirst, kSecond})
      isNamed |= isl_ext::hasParam(
          conflict,
          isl_ext::named(conflict.ctx(), model_.instanceName(id, suffix)));
    if (!isNamed)
      continue;
    Array &array = arrays[symbol.array->key + (symbol.isSigned ? "s" : "u") +
                          std::to_string(symbol.bits)];
    array.symbols.push_back(id);
    for (const char *suffix : {kFirst, kSecond})
      array.unknowns.push_back({id, suffix});
  }
  return arrays;
}

bool ElementFacts::concerns(const isl::set &conflict) const {
  return !arraysIn(conflict).empty();
}

isl::set ElementFacts::tie(const Unknown &a, const Unknown &b,
                           Fact fact) const {
  const Symbol &symbolA = model_.symbol(a.symbol),
               &symbolB = model_.symbol(b.symbol);
  isl::pw_aff placeA = model_.toIsl(symbolA.address, a.suffix);
  isl::pw_aff placeB = model_.toIsl(symbolB.address, b.suffix);
  isl::pw_aff valueA = model_.toIsl(Polynomial::symbol(a.symbol), a.suffix);
  isl::pw_aff valueB = model_.toIsl(Polynomial::symbol(b.symbol), b.suffix);
  isl::set same = placeA.eq_set(placeB).intersect(valueA.eq_set(valueB));
  isl::set before = placeA.lt_set(placeB), after = placeA.gt_set(placeB);
  if (fact == Fact::Monotonic) {
    before = before.intersect(valueA.le_set(valueB));
    after = after.intersect(valueA.ge_set(valueB));
  } else if (fact == Fact::Injective) {
    before = before.intersect(valueA.ne_set(valueB));
    after = after.intersect(valueA.ne_set(valueB));
  }
  return same.unite(before)
      .unite(after)
      .intersect(model_.instance(model_.definitions(symbolA.address), a.suffix))
      .intersect(
          model_.instance(model_.definitions(symbolB.address), b.suffix));
}

isl::set ElementFacts::tie(const Array &array, Fact fact) const {
  isl::set all = model_.universe();
  const std::vector<Unknown> &u = array.unknowns;
  for (std::size_t i = 0; i < u.size(); ++i)
    for (std::size_t j = i + 1; j < u.size(); ++j)
      all = all.intersect(tie(u[i], u[j], fact));
  return all;
}

std::optional<std::vector<EntryCondition>>
ElementFacts::refute(const isl::set &conflict) {
  isl::set left = conflict;
  std::map<std::string, Array> arrays = arraysIn(conflict);
  // Elements of one array may number those of another.
  for (std::size_t before = 0; arrays.size() != before;) {
    before = arrays.size();
    for (const auto &[key, array] : arrays) {
      if (array.unknowns.size() > kMostUnknowns)
        return std::nullopt;
      left = left.intersect(tie(array, Fact::Same));
    }
    arrays = arraysIn(left);
  }
  auto isEmpty = [&](const isl::set &set) {
    return model_.withTypeRanges(set).is_empty();
  };
  if (isEmpty(left))
    return std::vector<EntryCondition>();
  for (auto [fact, test] :
       {std::pair(Fact::Monotonic, ElementTest::Monotonic),
        std::pair(Fact::Injective, ElementTest::Injective)}) {
    isl::set all = left;
    std::vector<EntryCondition> allTests;
    for (const auto &[key, array] : arrays) {
      std::optional<EntryCondition> condition =
          elementTest(model_, test, array.symbols);
      if (!condition)
        continue;
      isl::set tied = tie(array, fact);
      if (isEmpty(left.intersect(tied)))
        return std::vector{*condition};
      all = all.intersect(tied);
      allTests.push_back(*condition);
    }
    if (allTests.size() > 1 && isEmpty(all))
      return allTests;
  }
  return std::nullopt;
}

} // namespace hocket::polyhedral
