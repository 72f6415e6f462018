// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/RequiredChecks.h"

#include "dependences/Rows.h"
#include "loops/checks/AliasChecks.h"
#include "loops/context/LoopRemarks.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

bool requireWithin(AccessAnalysis &analysis, const WithinExtent &need,
                   std::string meaning) {
  std::optional<EntryCondition> condition = withinTest(
      analysis.context.model, need.subscript, need.size, need.extent);
  if (!condition)
    return false;
  condition->meaning = std::move(meaning);
  require(analysis.found.conditions, std::move(*condition));
  return true;
}

bool wantRowsDisjoint(AccessAnalysis &analysis, const MemoryAccess &a,
                      const MemoryAccess &b) {
  auto isTestable = [&](const Base &base) {
    return base.kind != Base::Kind::Row ||
           Rows::isTestable(analysis.context.model, base);
  };
  std::string first = familyOf(*a.base), second = familyOf(*b.base);
  if (first == second || !isTestable(*a.base) || !isTestable(*b.base))
    return false;
  auto [low, high] = std::minmax(first, second);
  analysis.wantedRows.try_emplace({low, high},
                                  AccessAnalysis::AccessPair{&a, &b});
  return true;
}

namespace {

using Accesses = std::vector<const MemoryAccess *>;

/// Accesses by what `keyOf` says of their bases.
template <typename KeyOf>
std::map<std::string, Accesses> byBase(const AccessAnalysis &analysis,
                                       KeyOf keyOf) {
  std::map<std::string, Accesses> result;
  for (const MemoryAccess &access : analysis.accesses)
    if (access.base)
      result[keyOf(*access.base)].push_back(&access);
  return result;
}

/// What values rest on has to be tested like what addresses rest on.
Refused wantAssumptions(AccessAnalysis &analysis) {
  const LoopContext &context = analysis.context;
  auto accessTo = [&](const Base &base) -> const MemoryAccess * {
    for (const MemoryAccess &access : analysis.accesses)
      if (access.base && access.base->key == base.key)
        return &access;
    return nullptr;
  };
  for (const DisjointAssumption &assumption : context.model.assumptions()) {
    auto key = std::minmax(assumption.read.key, assumption.write.key);
    if (analysis.wanted.contains({key.first, key.second}))
      continue;
    const MemoryAccess *read = accessTo(assumption.read);
    const MemoryAccess *write = accessTo(assumption.write);
    if (!read || !write)
      return mayAliasRemark(context.program, context.loop,
                            read ? *read : analysis.accesses.front(),
                            write ? *write : analysis.accesses.front());
    analysis.wanted.try_emplace({key.first, key.second},
                                AccessAnalysis::AccessPair{read, write});
  }
  return std::nullopt;
}

Refused makeRowChecks(AccessAnalysis &analysis) {
  constexpr std::size_t maxTests = policy.loops.rowChecks;
  const LoopContext &context = analysis.context;
  std::map<std::string, Accesses> families =
      byBase(analysis, [](const Base &base) { return familyOf(base); });
  for (const std::string &family : analysis.disjointRows) {
    const Accesses &rows = families[family];
    std::optional<EntryCondition> test = rowsDisjoint(context.model, rows);
    if (!test)
      return sharedRows(context.program, context.loop, *rows.front(),
                        *rows.front());
    require(analysis.found.conditions, std::move(*test));
  }
  for (const auto &[keys, pair] : analysis.wantedRows) {
    auto [a, b] = pair;
    std::optional<EntryCondition> test =
        rowsMiss(context.model, families[familyOf(*a->base)],
                 families[familyOf(*b->base)]);
    if (!test || analysis.wantedRows.size() > maxTests)
      return sharedRows(context.program, context.loop, *a, *b);
    require(analysis.found.conditions, std::move(*test));
  }
  return std::nullopt;
}

Refused makeAliasChecks(AccessAnalysis &analysis) {
  constexpr std::size_t maxRanges = policy.loops.aliasChecks,
                        maxStarts = policy.loops.startChecks;
  std::size_t ranges = 0, starts = 0;
  const LoopContext &context = analysis.context;
  std::vector<AliasCheck> &checks = analysis.found.checks;
  std::map<std::string, Accesses> all =
      byBase(analysis, [](const Base &base) { return base.key; });
  for (const auto &[keys, pair] : analysis.wanted) {
    std::optional<AliasCheck> check =
        disjointTest(context.model, all[keys.first], all[keys.second]);
    if (check)
      ++(check->test == AliasCheck::Test::Ranges ? ranges : starts);
    if (!check || ranges > maxRanges || starts > maxStarts) {
      auto [a, b] = pair;
      if (!a->address || !b->address)
        return nonAffine(context.program, context.loop, a->address ? *b : *a,
                         a->address ? *a : *b);
      return mayAliasRemark(context.program, context.loop, *a, *b);
    }
    checks.push_back(std::move(*check));
  }
  return std::nullopt;
}

} // namespace

Refused makeChecks(AccessAnalysis &analysis) {
  Refused refused = wantAssumptions(analysis);
  if (!refused)
    refused = makeRowChecks(analysis);
  if (!refused && !analysis.wanted.empty())
    refused = makeAliasChecks(analysis);
  return refused;
}

Result<std::vector<EntryCondition>> rangeChecks(const LoopContext &context) {
  constexpr std::size_t maxTests = policy.loops.rangeChecks;
  std::vector<EntryCondition> checks;
  for (const RangeAssumption &assumption : context.model.rangeAssumptions()) {
    std::optional<EntryCondition> test = rangeTest(context.model, assumption);
    if (!test || checks.size() == maxTests)
      return notCounted(context.index, context.loop);
    bool isKnown = std::any_of(
        checks.begin(), checks.end(),
        [&](const EntryCondition &known) { return known.test == test->test; });
    if (!isKnown)
      checks.push_back(std::move(*test));
  }
  return checks;
}

} // namespace hocket::polyhedral
