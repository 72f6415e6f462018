// SPDX-License-Identifier: Apache-2.0
#include "dataflow/ValueRange.h"

namespace hocket::polyhedral {

std::optional<ValueRange> ValueRanges::of(ir::ExprId expr) {
  std::optional<Interval> range =
      exprInterval(context_, expr, ir::StmtId::None);
  return range ? numbersOf(*range) : std::nullopt;
}

} // namespace hocket::polyhedral
