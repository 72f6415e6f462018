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
// `t`. Signed arithmetic does not overflow; of unsigned arithmetic and of casts
// the result is proved to fit, or nothing but its type is known.
#pragma once

#include "dataflow/EvaluateExpression.h"
#include "dataflow/ProgramIndex.h"

#include "support/Isl.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace hocket::polyhedral {

/// constant + sum of coefficient * parameter.
struct Linear {
  std::map<std::string, int64_t> terms;
  int64_t constant = 0;

  static Linear of(int64_t value) { return {{}, value}; }
  static Linear of(const std::string &name) { return {{{name, 1}}, 0}; }
};

/// a + factor * b; nothing if that is too large.
std::optional<Linear> sum(const Linear &a, const Linear &b, int64_t factor);

/// `offset` bytes from an object, or from what a parameter points to on entry.
struct Place {
  ir::ObjectId base = ir::ObjectId::None;
  Linear offset;
};

class LinearStates {
public:
  /// \param index that sees through calls
  LinearStates(const ProgramIndex &index, isl::ctx ctx,
               ir::FunctionId function);

  /// Nothing but the types of the parameters.
  isl::set entry() const;
  isl::set nowhere() const;

  /// A scalar variable of the function, or of a call that is seen through, that
  /// nothing but its name leads to.
  bool isTracked(ir::ObjectId object) const;
  /// The value of a parameter on entry.
  Linear onEntry(ir::ObjectId param) const;

  /// The statement whose expressions come next: its seen-through calls have
  /// left their results in variables.
  void enter(const ir::Stmt &stmt) { stmt_ = &stmt; }

  /// The expression's value; `state` learns of new parameters.
  Linear value(ir::ExprId expr, isl::set &state);
  std::optional<Place> place(ir::ExprId expr, isl::set &state);

  isl::set assume(ir::ExprId condition, bool truth, isl::set state);
  /// What the statement assigns; `state` is before it.
  isl::set after(const ir::Stmt &stmt, isl::set state);
  isl::set forget(isl::set state, const std::set<ir::ObjectId> &variables);

  isl::set join(const isl::set &a, const isl::set &b) const;
  /// Holds both, with constraints of `before` alone.
  isl::set widen(const isl::set &before, const isl::set &next) const;

  /// All points with `linear` >= 0.
  isl::set atLeastZero(const Linear &linear) const;
  /// `linear` >= 0 throughout the state.
  bool proves(const isl::set &state, const Linear &linear) const;

private:
  std::string nameOf(ir::ObjectId object) const;
  ir::ObjectId resultOf(const ir::Expr &call) const;
  Linear unknown(const ir::Expr &expr, isl::set &state);
  class Expressions;
  std::optional<Linear> quotient(const Division &division, isl::set &state);
  std::optional<Linear> remainder(const Division &division, isl::set &state);
  std::optional<Linear> difference(ir::ExprId a, ir::ExprId b, isl::set &state);
  isl::set withinType(const ir::Expr &expr, const Linear &value,
                      isl::set state) const;
  bool fits(const ir::Expr &expr, const Linear &value,
            const isl::set &state) const;
  isl::set assumeCompared(const ir::Expr &expr, bool truth, isl::set state);
  isl::set assumeNot(const Linear &linear, const isl::set &state);
  ir::ObjectId baseOf(ir::ExprId expr);
  ir::ObjectId baseOfVariable(ir::ObjectId object);
  bool isWritten(ir::ObjectId param) const;
  isl::set tidy(isl::set state, const char *prefix) const;

  const ProgramIndex &index_;
  const ir::Program &program_;
  isl::ctx ctx_;
  const ir::Function &function_;
  const ir::Stmt *stmt_ = nullptr;
  unsigned fresh_ = 0;
  std::map<ir::ObjectId, ir::ObjectId> bases_;
  std::set<ir::ObjectId> pending_;
};

} // namespace hocket::polyhedral
