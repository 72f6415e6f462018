// SPDX-License-Identifier: Apache-2.0
//
// The least and greatest value that an expression can have, from its types and
// operators: `h[x & 255]` has 256 elements to count in, whatever x is.
//
// Interval arithmetic over the expression. A variable that only its own name
// reaches has one of the values that are assigned to it anywhere (so no flow of
// control matters); everything else has any value of its type.
#pragma once

#include "dataflow/ProgramIndex.h"

#include <optional>
#include <set>

namespace hocket::polyhedral {

struct ValueRange {
  int64_t low = 0, high = 0; ///< inclusive
};

class ValueRanges {
public:
  explicit ValueRanges(const ProgramIndex &index) : index_(index) {}

  /// Nothing: wider than any object's size.
  std::optional<ValueRange> of(ir::ExprId expr);

private:
  std::optional<ValueRange> ofSum(const ir::Expr &expr);
  std::optional<ValueRange> ofProduct(const ir::Expr &expr);
  std::optional<ValueRange> ofQuotient(const ir::Expr &expr);
  std::optional<ValueRange> ofBits(const ir::Expr &expr);
  std::optional<ValueRange> ofShift(const ir::Expr &expr);
  std::optional<ValueRange> ofVariable(const ir::Expr &expr);
  std::optional<ValueRange> united(ir::ExprId a, ir::ExprId b);
  std::optional<ValueRange> inType(const ir::Expr &expr,
                                   std::optional<ValueRange> range) const;

  const ProgramIndex &index_;
  std::set<ir::ObjectId> active_;
  unsigned depth_ = 0, steps_ = 0;
};

} // namespace hocket::polyhedral
