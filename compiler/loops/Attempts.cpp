// SPDX-License-Identifier: Apache-2.0
#include "loops/Attempts.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

bool isParallel(const LoopVerdict &verdict) {
  return verdict.kind() != LoopKind::Sequential;
}

std::size_t numTests(const LoopVerdict &verdict) {
  return verdict.checks.size() + verdict.conditions.size();
}

// When a row is worth trying.

bool isFirst(const AttemptsSoFar &soFar) { return soFar.tried.empty(); }

bool lastFailed(const AttemptsSoFar &soFar) {
  return !soFar.tried.empty() && !soFar.tried.back().result.isParallel();
}

/// The last attempt took places in vain. The row after each that may take them
/// sees to that.
bool tookPlaces(const AttemptsSoFar &soFar) {
  return lastFailed(soFar) && soFar.tried.back().result.tookPlaces;
}

/// Of attempts without places, nothing is known: they came after one with them.
bool isCounted(const Tried &tried) {
  return tried.attempt->selectsPlaces && tried.result.verdict;
}

/// The last attempt that came to its end did.
bool wantRanges(const AttemptsSoFar &soFar) {
  auto last = std::find_if(soFar.tried.rbegin(), soFar.tried.rend(), isCounted);
  return last != soFar.tried.rend() && last->result.wants.ranges;
}

bool wantPointers(const AttemptsSoFar &soFar) {
  return std::any_of(
      soFar.tried.begin(), soFar.tried.end(), [](const Tried &tried) {
        return isCounted(tried) && !tried.attempt->followsMonotonic &&
               tried.result.wants.pointers;
      });
}

bool wantMonotonic(const AttemptsSoFar &soFar) {
  return std::any_of(soFar.tried.begin(), soFar.tried.end(),
                     [](const Tried &tried) {
                       return isCounted(tried) && tried.result.wants.monotonic;
                     });
}

/// A test on entry is made only where it decides.
bool needsRanges(const AttemptsSoFar &soFar) {
  return lastFailed(soFar) && wantRanges(soFar);
}

/// Two pointers that lead to one object may be told apart by a test of their
/// ranges where their offsets prove nothing; and the other way round.
bool needsPointers(const AttemptsSoFar &soFar) {
  return wantPointers(soFar) && soFar.best &&
         (!isParallel(*soFar.best) || numTests(*soFar.best) > 0);
}

bool needsRangesWithPointers(const AttemptsSoFar &soFar) {
  return soFar.tried.back().attempt->followsPointers && needsRanges(soFar);
}

/// Takes long: only where that is what is lacking.
bool needsMonotonic(const AttemptsSoFar &soFar) {
  return soFar.best && !isParallel(*soFar.best) && wantMonotonic(soFar);
}

bool needsPointersWithMonotonic(const AttemptsSoFar &soFar) {
  return soFar.tried.back().attempt->followsMonotonic && lastFailed(soFar) &&
         wantPointers(soFar);
}

// When its result replaces the earlier one.

bool isBetter(const LoopVerdict &earlier, const LoopVerdict &later) {
  return isParallel(later) &&
         (!isParallel(earlier) || numTests(later) < numTests(earlier));
}

/// With assumptions a loop may be counted that is not without: what then stands
/// in its way says more.
bool isBetterOrSaysMore(const LoopVerdict &earlier, const LoopVerdict &later) {
  return isBetter(earlier, later) ||
         (!isParallel(earlier) &&
          earlier.remark.id == RemarkId::UncountedLoop &&
          later.remark.id != RemarkId::UncountedLoop);
}

constexpr unsigned long forMonotonic = policy.isl.monotonicFactor;

// Monotonic indices come with all that may help at once.
constexpr Attempt table[] = {
    // ranges, pointers, monotonic indices, places; budget; when; replaces
    {"as it is", false, false, false, true, 1, isFirst, isBetter},
    {"without places for selections", false, false, false, false, 1, tookPlaces,
     isBetter},
    {"with assumptions on ranges", true, false, false, true, 1, needsRanges,
     isBetterOrSaysMore},
    {"with assumptions on ranges, without places for selections", true, false,
     false, false, 1, tookPlaces, isBetter},
    {"following pointers", false, true, false, true, 1, needsPointers,
     isBetter},
    {"following pointers, without places for selections", false, true, false,
     false, 1, tookPlaces, isBetter},
    {"following pointers, with assumptions on ranges", true, true, false, true,
     1, needsRangesWithPointers, isBetter},
    {"following pointers, with assumptions on ranges, without places for "
     "selections",
     true, true, false, false, 1, tookPlaces, isBetter},
    {"following indices that data moves", true, false, true, true, forMonotonic,
     needsMonotonic, isBetter},
    {"following indices that data moves, without places for selections", true,
     false, true, false, forMonotonic, tookPlaces, isBetter},
    {"following indices that data moves, and pointers", true, true, true, true,
     forMonotonic, needsPointersWithMonotonic, isBetter},
    {"following indices that data moves, and pointers, without places for "
     "selections",
     true, true, true, false, forMonotonic, tookPlaces, isBetter},
};

} // namespace

std::span<const Attempt> attempts() { return table; }

LoopOptions optionsOf(const Attempt &attempt, const LoopOptions &given) {
  LoopOptions options = given;
  options.mayAssumeRanges |= attempt.assumesRanges;
  options.followsPointers |= attempt.followsPointers;
  options.followsMonotonic |= attempt.followsMonotonic;
  options.selectsPlaces &= attempt.selectsPlaces;
  options.islBudget *= attempt.budgetFactor;
  return options;
}

Attempted
tryInOrder(const LoopOptions &given,
           const std::function<AttemptResult(const LoopOptions &)> &tryOnce) {
  AttemptsSoFar soFar;
  const Attempt *gaveUp = nullptr;
  for (const Attempt &attempt : attempts()) {
    if (!attempt.isWorthIt(soFar) ||
        (attempt.followsMonotonic && !given.mayFollowMonotonic))
      continue;
    AttemptResult result = tryOnce(optionsOf(attempt, given));
    if (!result.verdict)
      gaveUp = gaveUp ? gaveUp : &attempt;
    else if (!soFar.best || attempt.replaces(*soFar.best, *result.verdict))
      soFar.best = result.verdict;
    soFar.tried.push_back({&attempt, std::move(result)});
  }
  return {std::move(soFar.best), gaveUp, unsigned(soFar.tried.size())};
}

} // namespace hocket::polyhedral
