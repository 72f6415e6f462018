// SPDX-License-Identifier: Apache-2.0
//
// Sums of floating-point values in a statement, as far as a compiler may fuse
// products into them: what stands where in the text. For those who write a sum
// so that it is fused, or is not.
#pragma once

#include "ir/Ids.h"
#include "ir/TextRange.h"

#include <string>
#include <vector>

namespace hocket::ir {

/// An operation as compilers say where it is: by its operator's first byte; or
/// by the place of the assignment or variable that gets its value.
struct OperationPlace {
  uint32_t operation = 0;
  uint32_t assignment = 0; ///< 0: something else gets its value
};

/// A value, and whether it may be a product when it comes to a sum.
struct FloatOperand {
  enum class Kind : uint8_t {
    Never,
    Scalar,  ///< a variable
    Memory,  ///< something else that has an address
    Product, ///< it stands there
    Other,   ///< the result of a call, one of two values, ...
  };
  Kind kind = Kind::Never;
  TextRange text; ///< as written
  /// Scalar; Memory: the variable that it is a part of, None where a pointer
  /// leads there.
  ObjectId object = ObjectId::None;
  // Product: `left * right`, or less that.
  bool isNegative = false;
  TextRange left, right;
  std::string type, leftType; ///< C types of it, and of the factor as written
  OperationPlace place;       ///< of the product
};

/// `left + right`, `left - right`, `left += right` or `left -= right`.
struct FloatSum {
  TextRange text;
  OperationPlace place;
  FloatOperand left, right;
  std::string leftType, rightType; ///< as written
  bool isDifference = false;
  bool isAssignment = false;
  /// C type in which the sum is computed; empty: none of the three.
  std::string type;
};

/// A value that a statement leaves in a variable or in memory.
struct FloatStore {
  FloatOperand target;
  FloatOperand value;
};

/// All of a statement.
struct FloatOperations {
  std::vector<FloatSum> sums; ///< outer before inner
  std::vector<FloatStore> stores;
  /// There are sums or products of other forms.
  bool isIncomplete = false;
};

} // namespace hocket::ir
