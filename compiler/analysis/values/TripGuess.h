// SPDX-License-Identifier: Apache-2.0
//
// How often loops run, where the program does not say: for balancing tasks
// against each other before a run. Whether a region pays is tested on entry
// with the real counts.
//
// The idea. A bound such as `n` of a function is what its callers pass, and
// what they pass is often a constant times something read from outside. So
// values are followed backwards through single assignments and arguments; what
// comes from outside counts as `unknownTrips`, the same everywhere, so that at
// least proportions are right. Where a variable has a default that an argument
// of the program may replace, `n = argc > 1 ? atoi(argv[1]) : 1500000`, the
// default is what its author had in mind. Where all callers pass constants,
// there is nothing to guess: a small helper that is called for 3 and for 6
// digits runs 6 rounds at most.
//
// With a profile, a loop runs as often as it did then, and a variable that
// bounds one has the value that this takes.
#pragma once

#include "ir/Measured.h"
#include "ir/Program.h"
#include "support/Policy.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::analysis {

class TripGuess {
public:
  /// \param measured may be null; else it has to outlive this.
  explicit TripGuess(const ir::Program &program,
                     const ir::Measured *measured = nullptr);

  /// Iterations of a loop for one entry: exact where constant.
  double trips(ir::NodeId loop) const { return ofLoop(loop).value; }
  /// Only constants and measured trips went into that.
  bool isKnown(ir::NodeId loop) const {
    return ofLoop(loop).trust == Trust::Known;
  }
  /// A profile says it.
  bool isMeasured(ir::NodeId loop) const {
    return measured_ && measured_->find(loop);
  }
  /// Of an integer expression.
  double valueOf(ir::ExprId expr) const { return value(expr, 0).value; }

private:
  /// In ascending order: what is computed from several values is trusted as
  /// the least of them.
  enum class Trust {
    Guessed, ///< comes from outside
    Default, ///< a constant, where nothing else comes from outside
    Known,   ///< only constants went into it
  };
  struct Guess {
    double value;
    Trust trust;
  };

  /// Of what comes from outside.
  Guess unknown() const { return {unknownTrips_, Trust::Guessed}; }
  Guess ofLoop(ir::NodeId loop) const;
  Guess value(ir::ExprId expr, unsigned depth) const;
  Guess operation(const ir::Expr &expr, unsigned depth) const;
  Guess variable(ir::ObjectId object, unsigned depth) const;
  Guess written(ir::ObjectId object, unsigned depth) const;
  static Guess alternative(const Guess &a, const Guess &b);
  Guess parameter(ir::ObjectId object, unsigned depth) const;
  Guess start(ir::ExprId expr) const;
  bool isMovedSelf(ir::ExprId stored, ir::ObjectId object) const;
  double uncounted(const ir::Loop &loop) const;
  std::optional<Guess> measuredTrips(ir::NodeId node) const;
  void takeBounds();

  const ir::Program &program_;
  const ir::Measured *measured_;
  double unknownTrips_;
  std::map<ir::ObjectId, std::vector<ir::ExprId>> writes_;
  std::map<ir::FunctionId, std::vector<const ir::CallSite *>> calls_;
  mutable std::map<ir::ObjectId, Guess> known_;
};

/// Iterations of a counted loop whose bounds are constant; -1 otherwise.
int64_t constantTrips(const ir::Program &program, ir::NodeId loop);

} // namespace hocket::analysis
