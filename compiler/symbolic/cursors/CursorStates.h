// SPDX-License-Identifier: Apache-2.0
//
// What the followed variables may hold at one place in the execution: a set
// over their atoms and those of the model, more than what happens, never less.
// And what statements and conditions make of it.
//
// Values are integers. Signed arithmetic does not overflow and pointers do not
// wrap, as C says; of unsigned and narrow values the set has to prove that they
// stay in their type, else nothing is known of the result.
#pragma once

#include "dataflow/ValueRange.h"
#include "symbolic/cursors/CursorVariables.h"

namespace hocket::polyhedral {

class CursorStates {
public:
  /// \param always what holds of the model's atoms in the region.
  CursorStates(AffineModel &model, const CursorVariables &variables,
               isl::set always)
      : model_(model), variables_(variables), ranges_(model.index()),
        always_(std::move(always)) {}

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

  /// Unsigned and narrow values are taken to stay in their types. For guesses
  /// alone, which are proved without.
  bool isGuessing = false;

private:
  /// The constraints of one evaluation, with atoms for operands of which no
  /// more is known than a range.
  struct Reading {
    isl::set given;
    std::vector<std::string> operands;
  };
  class Expressions;
  std::optional<Value> read(ir::ExprId expr, ir::StmtId stmt, Reading &reading);
  std::optional<Value> readOther(ir::ExprId expr, Reading &reading);
  std::optional<Value> readOperation(ir::ExprId expr, ir::StmtId stmt,
                                     Reading &reading);
  bool staysIn(const Poly &poly, unsigned bits, bool isSigned,
               const Reading &reading) const;
  bool mayLeaveType(const ir::Expr &expr) const;
  isl::set compare(const isl::set &state, ir::ExprId condition, ir::StmtId stmt,
                   bool truth);
  std::optional<Poly> difference(const Value &a, const Value &b) const;
  isl::set assign(const CursorVariable &variable, const ir::Access *access,
                  ir::StmtId stmt, Reading &reading);
  std::optional<Poly> assigned(const CursorVariable &variable,
                               const ir::Access &access, ir::StmtId stmt,
                               Reading &reading);
  isl::set finish(Reading reading) const;
  isl::set withFacts(isl::set state) const;
  isl::set withoutOwn(isl::set state) const;

  AffineModel &model_;
  const CursorVariables &variables_;
  ValueRanges ranges_;
  isl::set always_;
};

} // namespace hocket::polyhedral
