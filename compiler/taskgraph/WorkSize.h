// SPDX-License-Identifier: Apache-2.0
//
// Roughly how much work there is below a node, and of what kind. What pays is
// decided from machine costs; this is to choose between candidates.
#pragma once

#include "analysis/Effects.h"
#include "analysis/values/TripGuess.h"
#include "ir/Program.h"
#include "verdict/LoopVerdict.h"

#include <map>

namespace hocket::taskgraph {

/// What compilers may do to a function's text where it is inlined.
struct WorkKind {
  bool repeats = false; ///< has a loop or is recursive: cannot be vectorized
  /// Operations may be fused; not known if it repeats.
  bool hasFloats = false;
};

class WorkSize {
public:
  /// What is handed over has to outlive this. \p measured: null if there is no
  /// profile.
  WorkSize(const ir::Program &program, const analysis::Effects &effects,
           const ir::Measured *measured)
      : program_(program), effects_(effects), guess_(program, measured) {}

  const analysis::TripGuess &guess() const { return guess_; }
  /// Number of iterations if constant, else a guess.
  double trips(ir::NodeId loop) const;
  /// How often all loops in it run is constant, or from a profile.
  bool isMeasured(ir::NodeId node) const;
  /// Some loop in it, or in what it calls, runs nobody knows how often.
  bool restsOnGuesses(ir::NodeId node) const;
  /// Repetitions of statements when the node runs once.
  double size(ir::NodeId node) const;
  /// A stage of a loop, in all iterations.
  double stageSize(ir::NodeId loop,
                   const polyhedral::PipelineStage &stage) const;
  /// Of all but the node's own loops.
  WorkKind ownWork(ir::NodeId node) const;

private:
  WorkKind work(ir::FunctionId function) const;
  double functionSize(ir::FunctionId function, unsigned depth) const;
  double size(ir::NodeId node, unsigned depth) const;

  const ir::Program &program_;
  const analysis::Effects &effects_;
  analysis::TripGuess guess_;
  mutable std::map<ir::FunctionId, double> functionSizes_;
  mutable std::map<ir::FunctionId, WorkKind> works_;
  mutable std::map<ir::FunctionId, bool> guesses_;
};

} // namespace hocket::taskgraph
