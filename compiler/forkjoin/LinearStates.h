// SPDX-License-Identifier: Apache-2.0
//
// What is known of integers and pointers at a place in a function: linear
// inequalities among the variables' values (Cousot and Halbwachs 1978).
//
// A state is one convex set of parameters, held by isl: `v12` is the value of
// the variable with id 12, `e12` that of a parameter on entry where the
// function changes it, `t3` a value that nothing more is known of, `m64`
// the greatest of 64 bits. A pointer's
// value is its distance in bytes from its *base*, the parameter or declared
// object that all that it is ever assigned comes from. States only ever hold
// more than what can happen: joins are hulls by the constraints at hand and by
// the equations that hold for all (Karr 1976), and what is not linear is a new
// `t`.
#pragma once

#include "forkjoin/LinearExpressions.h"

namespace hocket::polyhedral {

class LinearStates : public LinearExpressions {
public:
  using LinearExpressions::LinearExpressions;

  /// Nothing but the types of the parameters.
  isl::set entry() const;
  isl::set nowhere() const;

  isl::set assume(ir::ExprId condition, bool truth, isl::set state);
  /// What the statement assigns; `state` is before it.
  isl::set after(const ir::Stmt &stmt, isl::set state);
  isl::set forget(isl::set state, const std::set<ir::ObjectId> &variables);

  isl::set join(const isl::set &a, const isl::set &b) const;
  /// Holds both, with constraints of `before` alone.
  isl::set widen(const isl::set &before, const isl::set &next) const;

private:
  isl::set assumeCompared(const ir::Expr &expr, bool truth, isl::set state);
  isl::set assumeNot(const Linear &linear, const isl::set &state);
  isl::set tidy(isl::set state, const char *prefix) const;
};

} // namespace hocket::polyhedral
