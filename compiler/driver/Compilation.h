// SPDX-License-Identifier: Apache-2.0
//
// The context of one compilation, passed to the pipeline by reference: what is
// asked for, the chip, the remarks so far, and the check point after each
// stage.
#pragma once

#include "accelerators/MarkTasks.h"
#include "analysis/pointsto/PointsTo.h"
#include "cost/MachineCost.h"
#include "driver/command/Options.h"
#include "driver/fusing/SequentialFusing.h"
#include "frontend/ReachedFunctions.h"
#include "frontend/UnitTrees.h"
#include "soc/SocSpec.h"
#include "support/Remarks.h"
#include "transformation/nest/FindNest.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace hocket::driver {

class Compilation {
public:
  Compilation(const Options &options, soc::SocSpec soc);

  const Options &options;
  const soc::SocSpec soc;
  RemarkSink remarks;
  /// See Fusing.h.
  bool mayFuse = false;
  transformation::Fusing nestFusing = transformation::Fusing::None;
  SequentialBuild sequential;
  bool hasExcess = false;
  /// Operating points are to be chosen: whatever runs has to be planned.
  bool plansClocks = false;
  /// Of all texts that were read.
  const std::unique_ptr<UnitTrees> trees = std::make_unique<UnitTrees>();
  /// Of the user's text; what is rewritten has no other functions.
  ReachedFunctions reached;
  /// Of the user's text, and of what is rewritten.
  analysis::PointersAre pointers = analysis::PointersAre::Followed;
  std::vector<std::string> vectorFlags, callFlags;
  /// What compiles for the cost estimate.
  cost::CycleEstimator cycles = cost::estimateCycles;
  /// See transformation::Reorderings.
  std::map<std::string, bool> tileLoops;
  /// See codegen::EmitOptions.
  bool hidesTasks = false;
  /// Marked for an accelerator, by number of the mark; and those that are not
  /// followed.
  std::vector<ir::AcceleratorTask> accelerated;
  accelerators::LeftOut leftOut;
  /// Only finds out which marks are worth following.
  bool isTrial = false;
  /// With --emit: see featureMacros() in Preprocess.h.
  std::vector<std::string> featureMacros;

  /// To be called after each stage, in their order. Prints the stage's result
  /// to standard output if --print-after names it, and takes the time.
  /// \returns whether --stop-after ends the compilation here.
  bool stopAfter(Phase phase,
                 llvm::function_ref<void(llvm::raw_ostream &)> print);

  /// The result of this stage is asked for, or nothing after it.
  bool isShown(Phase phase) const;

  /// The stage that runs now: the one after the last check point.
  Phase currentPhase() const { return current_; }

  /// The times taken so far, for --time-phases.
  void printTimes(llvm::raw_ostream &out) const;

private:
  using Clock = std::chrono::steady_clock;
  struct Lap {
    Phase phase;
    double milliseconds;
  };

  Phase current_ = Phase::Frontend;
  Clock::time_point start_;
  std::vector<Lap> laps_;
};

/// The SoC spec that the options name. Throws UserError with the places of all
/// mistakes in it.
soc::SocSpec loadSoc(const std::string &nameOrFile);

} // namespace hocket::driver
