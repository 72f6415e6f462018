// SPDX-License-Identifier: Apache-2.0
//
// What the followed variables may hold at one place in the execution: a set
// over their symbols and those of the model, more than what happens, never
// less. And what statements and conditions make of it.
#pragma once

#include "symbolic/monotonic/MonotonicExpressions.h"

namespace hocket::polyhedral {

class MonotonicStates {
public:
  /// \param always what holds of the model's symbols in the region.
  MonotonicStates(AffineModel &model, const MonotonicVariables &variables,
                  isl::set always)
      : model_(model), variables_(variables),
        expressions_(model, variables, std::move(always)) {}

  /// After the statement has written what it writes.
  isl::set execute(const isl::set &state, ir::StmtId stmt);
  /// The condition, part of the statement, was `truth`.
  isl::set assume(const isl::set &state, ir::ExprId condition, ir::StmtId stmt,
                  bool truth);
  /// Where the access falls, over an symbol of its own.
  std::optional<Value> addressOf(const isl::set &state,
                                 const MemoryAccess &access,
                                 const std::string &name);
  /// Nothing is known of the variables any more.
  isl::set
  forget(isl::set state,
         const std::vector<const MonotonicVariable *> &variables) const;

  /// Fewer parts, and no divisions: a set with more points.
  static isl::set tidy(const isl::set &state);
  static isl::set without(const isl::set &state, const std::string &name);
  /// Without the parameters whose name ends so.
  static isl::set withoutSuffix(const isl::set &state,
                                const std::string &suffix);
  isl::pw_aff named(const std::string &name) const;
  /// What stands before the 0 in `x < y`, `x <= y`, as `x - y`: for each part
  /// of the condition that compares so and says nothing but of variables.
  void addWays(ir::ExprId condition, ir::StmtId stmt,
               std::vector<Polynomial> &ways);

  /// See MonotonicExpressions. \returns what it was.
  bool setGuessing(bool isGuessing) {
    return std::exchange(expressions_.isGuessing, isGuessing);
  }

private:
  isl::set compare(const isl::set &state, ir::ExprId condition, ir::StmtId stmt,
                   bool truth);
  std::optional<Polynomial> difference(const Value &a, const Value &b) const;
  isl::set assign(const MonotonicVariable &variable, const ir::Access *access,
                  ir::StmtId stmt, MonotonicReading &reading);
  std::optional<Polynomial> assigned(const MonotonicVariable &variable,
                                     const ir::Access &access, ir::StmtId stmt,
                                     MonotonicReading &reading);
  isl::set finish(MonotonicReading reading) const;
  isl::set withoutOwn(isl::set state) const;

  AffineModel &model_;
  const MonotonicVariables &variables_;
  MonotonicExpressions expressions_;
};

} // namespace hocket::polyhedral
