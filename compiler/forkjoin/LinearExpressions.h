// SPDX-License-Identifier: Apache-2.0
//
// What an expression says in a state of a function's variables
// (LinearStates.h): a linear term of their values, or bytes from a base. Signed
// arithmetic does not overflow; of unsigned arithmetic and of casts the result
// is proved to fit, or nothing but its type is known. What is not linear is a
// new parameter of the state.
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

class LinearExpressions {
public:
  /// \param index that sees through calls
  LinearExpressions(const ProgramIndex &index, isl::ctx ctx,
                    ir::FunctionId function);

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
  /// Where the pointer points to; nothing if its base is not known.
  std::optional<Place> place(ir::ExprId expr, isl::set &state);
  /// a - b, of integers or of pointers with one base.
  std::optional<Linear> difference(ir::ExprId a, ir::ExprId b, isl::set &state);

  /// All points with `linear` >= 0.
  isl::set atLeastZero(const Linear &linear) const;
  /// `linear` >= 0 throughout the state.
  bool proves(const isl::set &state, const Linear &linear) const;

protected:
  std::string nameOf(ir::ObjectId object) const;
  ir::ObjectId baseOfVariable(ir::ObjectId object);

  const ir::Program &program() const { return program_; }
  const ir::Function &function() const { return function_; }
  isl::ctx ctx() const { return ctx_; }

private:
  class Operators;
  ir::ObjectId resultOf(const ir::Expr &call) const;
  Linear unknown(const ir::Expr &expr, isl::set &state);
  std::optional<Linear> quotient(const Division &division, isl::set &state);
  std::optional<Linear> remainder(const Division &division, isl::set &state);
  isl::set withinType(const ir::Expr &expr, const Linear &value,
                      isl::set state) const;
  bool fits(const ir::Expr &expr, const Linear &value,
            const isl::set &state) const;
  ir::ObjectId baseOf(ir::ExprId expr);
  bool isWritten(ir::ObjectId param) const;

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
