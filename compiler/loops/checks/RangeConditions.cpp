// SPDX-License-Identifier: Apache-2.0
//
// What an AffineModel assumed of integers, as a test on entry: the values of
// the polynomial, over all iterations, lie in the range.

#include "loops/checks/EntryText.h"
#include "loops/checks/RangeChecks.h"

namespace hocket::polyhedral {

std::optional<EntryCondition>
RangeText::rangeTest(const RangeAssumption &assumption) {
  constexpr int64_t farthest = int64_t(1) << 60; // as hk_far_bits
  start();
  std::optional<Interval> range = ofPoly(assumption.poly, 0);
  if (!range)
    return std::nullopt;
  EntryCondition condition;
  condition.text = "@at_most(" + number(assumption.low.value_or(-farthest)) +
                   ", " + range->low + ") && @at_most(" + range->high + ", " +
                   number(assumption.high.value_or(farthest)) + ")";
  if (assumption.divisor != 1) {
    if (range->low != range->high)
      return std::nullopt;
    condition.text +=
        " && " + range->low + " % " + number(assumption.divisor) + " == 0";
  }
  if (assumption.unknownDivisor) {
    std::optional<Interval> by = ofPoly(*assumption.unknownDivisor, 0);
    if (!by || by->low != by->high || range->low != range->high)
      return std::nullopt;
    condition.text += " && @divides(" + by->low + ", " + range->low + ")";
  }
  condition.text = withGuards(condition.text);
  condition.meaning = assumption.meaning;
  condition.uses = needs_.uses;
  condition.readsMemory = needs_.readsMemory;
  condition.reads = needs_.reads;
  return condition;
}

} // namespace hocket::polyhedral
