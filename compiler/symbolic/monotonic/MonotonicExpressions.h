// SPDX-License-Identifier: Apache-2.0
//
// What an expression says in a state of the followed variables: their values
// plus what stays the same in the region.
//
// Values are integers. Signed arithmetic does not overflow and pointers do not
// wrap, as C says; of unsigned and narrow values the set has to prove that they
// stay in their type, else nothing is known of the result.
#pragma once

#include "dataflow/ValueRange.h"
#include "symbolic/monotonic/MonotonicVariables.h"

namespace hocket::polyhedral {

/// Names of operands that have a range alone start so.
inline constexpr const char *kOperandName = "operand";

/// The constraints of one evaluation, with symbols for operands of which no
/// more is known than a range.
struct MonotonicReading {
  isl::set given;
  std::vector<std::string> operands; ///< names of those symbols
};

class MonotonicExpressions {
public:
  /// \param always what holds of the model's symbols in the region.
  MonotonicExpressions(AffineModel &model, const MonotonicVariables &variables,
                       isl::set always)
      : model_(model), variables_(variables), ranges_(model.index()),
        always_(std::move(always)) {}

  /// The expression as the statement sees it; nothing: any value.
  std::optional<Value> read(ir::ExprId expr, ir::StmtId stmt,
                            MonotonicReading &reading);
  /// Every value that the reading allows is one of the type.
  bool staysIn(const Polynomial &polynomial, unsigned bits, bool isSigned,
               const MonotonicReading &reading) const;
  /// The state with what is known of the symbols that it names.
  isl::set withFacts(isl::set state) const;

  /// Unsigned and narrow values are taken to stay in their types. For guesses
  /// alone, which are proved without.
  bool isGuessing = false;

private:
  std::optional<Value> readOther(ir::ExprId expr, MonotonicReading &reading);
  std::optional<Value> readOperation(ir::ExprId expr, ir::StmtId stmt,
                                     MonotonicReading &reading);
  bool mayLeaveType(const ir::Expr &expr) const;

  AffineModel &model_;
  const MonotonicVariables &variables_;
  ValueRanges ranges_;
  isl::set always_;
};

} // namespace hocket::polyhedral
