// SPDX-License-Identifier: Apache-2.0
//
// What forming a region needs to know about parts of the tree: may a node be
// inside a region at all, may it be cut, in which way, and roughly how much
// does it repeat. Answers are computed from the Program and its Effects alone
// and do not change.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"
#include "taskgraph/WorkSize.h"
#include "verdict/LoopVerdict.h"

#include <map>
#include <string>

namespace hocket::taskgraph {

class RegionFacts {
public:
  RegionFacts(const ir::Program &program, const analysis::Effects &effects,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const ir::Measured *measured = nullptr);

  /// Nothing jumps out, every effect is known, and the text can move into a
  /// function of its own.
  bool isRegionable(ir::NodeId node) const;
  /// Why not, in words; empty if it is.
  std::string problemWith(ir::NodeId node) const;

  /// A search that a `return` leaves: a region of its own, after which the
  /// function itself runs the loop from shortly before its end.
  bool isReturningSearch(ir::NodeId node) const;

  /// The verdict on a loop, or null.
  const polyhedral::LoopVerdict *verdict(ir::NodeId loop) const;
  uint32_t verdictIndex(ir::NodeId loop) const;

  /// The loop may be cut in chunks: proved parallel, and its private copies are
  /// of a kind and size that a chunk can hold.
  bool isParallel(ir::NodeId loop) const;

  /// The loop's iterations have to keep their order, but chunks of it, one
  /// after the other, may run on different cores.
  bool mayBeDoacross(ir::NodeId loop) const;

  /// Its iterations may overlap on several cores, but for ordered stages.
  bool mayRunAsPipeline(ir::NodeId loop) const;

  /// It is parallel as a search: the task after its chunks runs the loop
  /// itself.
  bool isSearch(ir::NodeId loop) const {
    const polyhedral::LoopVerdict *v = verdict(loop);
    return v && v->traits().looksAhead;
  }

  /// ... of which no profile says where it ends.
  bool endsAnywhere(ir::NodeId loop) const {
    return isSearch(loop) && !work_.guess().isMeasured(loop);
  }

  /// Iterations that chunks of the loop are to be multiples of. A compiler
  /// turns most iterations of an innermost loop into vectors and leaves the
  /// rest to a scalar loop, where it may fuse other products and sums; with
  /// chunks of whole vectors the same iterations are left as without chunks.
  /// Loops that are short by constants, or take wide steps, are cut anywhere if
  /// they only compute with integers: a region needs as many iterations as make
  /// all chunks, of each of its loops.
  unsigned grain(ir::NodeId loop, unsigned cores) const;

  /// The loop begins at a constant and computes in floating point: a compiler
  /// may do the first iteration, or part of it, at compile time, where products
  /// and sums are not fused and mathematics functions round correctly. The
  /// first chunk has to give it the same opportunity.
  bool foldsStart(ir::NodeId loop) const;

  /// It, or what it calls, computes in floating point.
  bool computesFloats(ir::NodeId node) const {
    return work_.ownWork(node).hasFloats;
  }

  /// Number of iterations if constant, else a guess.
  double trips(ir::NodeId loop) const { return work_.trips(loop); }
  bool hasConstantTrips(ir::NodeId loop) const;
  /// Only constants, also of all callers, and a profile went into that number.
  bool hasKnownTrips(ir::NodeId loop) const {
    return work_.guess().isKnown(loop);
  }
  /// How often all loops in it run is constant, or from a profile.
  bool isMeasured(ir::NodeId node) const { return work_.isMeasured(node); }
  /// Some loop in it, or in what it calls, runs nobody knows how often.
  bool restsOnGuesses(ir::NodeId node) const {
    return work_.restsOnGuesses(node);
  }

  /// Nobody can foresee how long iterations take, and no result depends on
  /// which chunk runs which: blocks of them are handed out at run time.
  /// \param isAlone all of the region, see WorkBy::Lengths
  bool isSelfScheduled(ir::NodeId loop, bool isAlone) const;

  /// How often loops run.
  const analysis::TripGuess &guess() const { return work_.guess(); }

  /// Repetitions of statements when the node runs once: a rough size, used to
  /// choose between candidates only. What pays is decided from machine costs.
  double size(ir::NodeId node) const { return work_.size(node); }
  /// A stage of a loop, in all iterations.
  double stageSize(ir::NodeId loop,
                   const polyhedral::PipelineStage &stage) const {
    return work_.stageSize(loop, stage);
  }

  const ir::Program &program() const { return program_; }
  const analysis::Effects &effects() const { return effects_; }

private:
  bool canBeCut(ir::NodeId loop) const;

  const ir::Program &program_;
  const analysis::Effects &effects_;
  const std::vector<polyhedral::LoopVerdict> &verdicts_;
  WorkSize work_;
  std::map<ir::NodeId, uint32_t> verdictOf_;
};

} // namespace hocket::taskgraph
