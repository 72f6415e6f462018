// SPDX-License-Identifier: Apache-2.0
//
// What an integer probably is, where the program does not say: sizes, mostly.
// Nothing is proved by it.
//
// The idea. A bound such as `n` of a function is what its callers pass, and
// what they pass is often a constant times something read from outside. So
// values are followed backwards through assignments, arguments, results of
// functions and members of records (all records of a type together); what comes
// from outside counts as `unknownTrips`, the same everywhere, so that at least
// proportions are right. Where a variable has a default that an argument of the
// program may replace, `n = argc > 1 ? atoi(argv[1]) : 1500000`, the default is
// what its author had in mind. Where all callers pass constants, there is
// nothing to guess: a small helper that is called for 3 and for 6 digits runs 6
// rounds at most.
#pragma once

#include "ir/Program.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace hocket::analysis {

/// In ascending order: what is computed from several values is trusted as the
/// least of them.
enum class Trust {
  Guessed, ///< comes from outside
  Default, ///< a constant, where nothing else comes from outside
  Known,   ///< only constants went into it
};

struct Guess {
  double value = 0;
  Trust trust = Trust::Guessed;
};

/// \p program has to outlive it.
class ValueGuess {
public:
  ValueGuess(const ir::Program &program, double unknownTrips);

  /// Of what comes from outside.
  Guess unknown() const { return {unknownTrips_, Trust::Guessed}; }
  /// Of an integer expression; None: unknown.
  Guess ofExpr(ir::ExprId expr) const { return value(expr, 0); }
  Guess ofVariable(ir::ObjectId object) const { return variable(object, 0); }
  Guess ofParameter(ir::ObjectId object) const { return parameter(object, 0); }
  /// All that is assigned to a variable.
  const std::vector<ir::ExprId> &assigned(ir::ObjectId object) const;
  /// A variable is that, whatever the program says.
  void set(ir::ObjectId object, double value) {
    known_[object] = {value, Trust::Known};
  }

private:
  /// What may be stored in a variable or a member.
  struct Stored {
    std::vector<ir::ExprId> values;
    std::vector<double> initial; ///< what initializers say
  };

  void readStatement(const ir::Stmt &stmt);
  void readResults(ir::ExprId expr, const ir::Stmt &stmt);
  Guess value(ir::ExprId expr, unsigned depth) const;
  Guess operation(const ir::Expr &expr, unsigned depth) const;
  Guess variable(ir::ObjectId object, unsigned depth) const;
  Guess variableValue(const ir::Object &object, unsigned depth) const;
  Guess parameter(ir::ObjectId object, unsigned depth) const;
  Guess argument(const ir::CallSite &call, std::size_t position,
                 unsigned depth) const;
  Guess member(ir::ExprId address, unsigned depth) const;
  Guess result(ir::ExprId expr, unsigned depth) const;
  Guess stored(const Stored &all, unsigned depth) const;
  /// What `fn` finds does not depend on the calls that are being looked at.
  template <typename Fn> Guess outsideCalls(Fn fn) const {
    std::vector<const ir::CallSite *> within;
    std::swap(within, within_);
    Guess result = fn();
    std::swap(within, within_);
    return result;
  }

  const ir::Program &program_;
  double unknownTrips_;
  std::map<ir::ObjectId, Stored> variables_;
  std::map<ir::FieldId, Stored> members_;
  std::map<ir::ExprId, ir::FieldId> memberAt_; ///< by address
  std::map<ir::FunctionId, std::vector<const ir::CallSite *>> calls_;
  std::map<ir::ExprId, const ir::CallSite *> resultOf_; ///< by CallResult
  std::map<ir::FunctionId, std::vector<ir::ExprId>> returned_;
  std::set<ir::ExprId> seen_; ///< by readResults
  mutable std::map<ir::ObjectId, Guess> known_;
  mutable std::map<ir::FieldId, Guess> knownMembers_;
  /// Calls whose results are being looked at: a parameter of the innermost
  /// one's callee is what this call passes.
  mutable std::vector<const ir::CallSite *> within_;
};

} // namespace hocket::analysis
