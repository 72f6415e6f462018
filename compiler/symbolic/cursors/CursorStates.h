// SPDX-License-Identifier: Apache-2.0
//
// What the followed variables may hold at one place in the execution: a set
// over their atoms and those of the model, more than what happens, never less.
// And what statements and conditions make of it.
#pragma once

#include "symbolic/cursors/CursorExpressions.h"

namespace hocket::polyhedral {

class CursorStates {
public:
  /// \param always what holds of the model's atoms in the region.
  CursorStates(AffineModel &model, const CursorVariables &variables,
               isl::set always)
      : model_(model), variables_(variables),
        expressions_(model, variables, std::move(always)) {}

  /// After the statement has written what it writes.
  isl::set execute(const isl::set &state, ir::StmtId stmt);
  /// The condition, part of the statement, was `truth`.
  isl::set assume(const isl::set &state, ir::ExprId condition, ir::StmtId stmt,
                  bool truth);
  /// Where the access falls, over an atom of its own.
  std::optional<Value> addressOf(const isl::set &state,
                                 const MemoryAccess &access,
                                 const std::string &name);
  /// Nothing is known of the variables any more.
  isl::set forget(isl::set state,
                  const std::vector<const CursorVariable *> &variables) const;

  /// Fewer parts, and no divisions: a set with more points.
  static isl::set tidy(const isl::set &state);
  static isl::set without(const isl::set &state, const std::string &name);
  /// Without the parameters whose name ends so.
  static isl::set withoutSuffix(const isl::set &state,
                                const std::string &suffix);
  isl::pw_aff named(const std::string &name) const;
  /// What stands before the 0 in `x < y`, `x <= y`, as `x - y`: for each part
  /// of the condition that compares so and says nothing but of variables.
  void addWays(ir::ExprId condition, ir::StmtId stmt, std::vector<Poly> &ways);

  /// See CursorExpressions. \returns what it was.
  bool setGuessing(bool isGuessing) {
    return std::exchange(expressions_.isGuessing, isGuessing);
  }

private:
  isl::set compare(const isl::set &state, ir::ExprId condition, ir::StmtId stmt,
                   bool truth);
  std::optional<Poly> difference(const Value &a, const Value &b) const;
  isl::set assign(const CursorVariable &variable, const ir::Access *access,
                  ir::StmtId stmt, CursorReading &reading);
  std::optional<Poly> assigned(const CursorVariable &variable,
                               const ir::Access &access, ir::StmtId stmt,
                               CursorReading &reading);
  isl::set finish(CursorReading reading) const;
  isl::set withoutOwn(isl::set state) const;

  AffineModel &model_;
  const CursorVariables &variables_;
  CursorExpressions expressions_;
};

} // namespace hocket::polyhedral
