// SPDX-License-Identifier: Apache-2.0
//
// What the compiler behind has made of the floating-point operations of the
// program as the user has written it. Who knows implements it; transformation
// runs no compiler.
#pragma once

#include "ir/FloatSums.h"
#include "ir/Ids.h"

#include <optional>
#include <string>

namespace hocket::transformation {

/// All copies of one operation of the text.
struct OperationSeen {
  unsigned sums = 0;     ///< that take no product with them
  unsigned products = 0; ///< that are rounded
  unsigned fused = 0;    ///< sums with a product
};

class SeenOperations {
public:
  virtual ~SeenOperations() = default;

  /// Nothing: it is not known.
  virtual std::optional<OperationSeen> at(ir::UnitId unit,
                                          const ir::OperationPlace &place) = 0;

  /// The machine has fused operations for the C type.
  virtual bool hasFused(const std::string &type) const = 0;
};

} // namespace hocket::transformation
