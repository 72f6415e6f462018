// SPDX-License-Identifier: Apache-2.0
//
// How often loops run, where the program does not say: for balancing tasks
// against each other before a run. Whether a region pays is tested on entry
// with the real counts.
//
// Bounds are guessed as ValueGuess.h says.
//
// With a profile, a loop runs as often as it did then, and a variable that
// bounds one has the value that this takes.
#pragma once

#include "analysis/values/ValueGuess.h"
#include "ir/Measured.h"
#include "ir/Program.h"

#include <optional>

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
  /// The loop cannot run more often than trips() says, unless a profile does:
  /// the arrays that it walks along are not longer.
  bool isMost(ir::NodeId loop) const;
  /// A profile says it.
  bool isMeasured(ir::NodeId loop) const {
    return measured_ && measured_->find(loop);
  }
  /// Of an integer expression.
  double valueOf(ir::ExprId expr) const { return values_.ofExpr(expr).value; }
  /// The one expression that a variable is ever assigned, or None.
  ir::ExprId onlyValueOf(ir::ObjectId object) const {
    const std::vector<ir::ExprId> &all = values_.assigned(object);
    return all.size() == 1 ? all.front() : ir::ExprId::None;
  }

private:
  Guess ofLoop(ir::NodeId loop) const;
  Guess start(ir::ExprId expr) const;
  bool isMovedSelf(ir::ExprId stored, ir::ObjectId object) const;
  double uncounted(const ir::Loop &loop) const;
  Guess counted(const ir::Loop &loop) const;
  std::optional<Guess> measuredTrips(ir::NodeId node) const;
  void takeBounds();

  const ir::Program &program_;
  const ir::Measured *measured_;
  double unknownTrips_;
  ValueGuess values_;
};

/// Iterations of a counted loop whose bounds are constant; -1 otherwise.
int64_t constantTrips(const ir::Program &program, ir::NodeId loop);

} // namespace hocket::analysis
