// SPDX-License-Identifier: Apache-2.0
//
// The least and greatest value of an expression as numbers: the evaluator of
// ExprIntervals.h without anything to be tested.
#pragma once

#include "dataflow/ExprIntervals.h"

#include <optional>

namespace hocket::polyhedral {

/// Ranges of a program's expressions, with one budget for all that are asked.
class ValueRanges {
public:
  explicit ValueRanges(const ProgramIndex &index) : context_{index} {}

  /// Nothing: wider than any object's size.
  std::optional<ValueRange> of(ir::ExprId expr);

private:
  IntervalContext context_;
};

} // namespace hocket::polyhedral
