// SPDX-License-Identifier: Apache-2.0
//
// A counted loop cut into contiguous chunks: what it declares, its header, and
// where its variables begin.
#pragma once

#include "codegen/plan/BodyPlan.h"
#include "ir/Text.h"
#include "verdict/LoopVerdict.h"

#include <string>

namespace hocket::codegen {

/// What a trip count is computed from, as C text.
struct TripTexts {
  std::string lower;  ///< the first value, of the iterator's type
  std::string bound;  ///< before the first iteration
  std::string stepBy; ///< the variable, if there is one
};

/// C expression of type long long: iterations of the loop, not negative.
std::string tripCount(const ir::Program &program, ir::NodeId loop,
                      const TripTexts &texts, const std::string &prefix);

/// How the variable is called; empty for None.
std::string nameOf(const ir::Program &program, ir::ObjectId object,
                   const ir::Filler &filler);

/// Text of the bound before the first iteration.
std::string boundOf(const ir::Program &program, const ir::Counted &counted,
                    const ir::Filler &filler);

/// C expression of type long long: a place in the iterations of a loop that has
/// `trips` of them. \param lower text of the iterator's first value.
std::string iterationNumber(const ir::Program &program,
                            const ir::IterationPoint &point,
                            const std::string &trips, const std::string &lower,
                            const ir::Filler &filler);

/// How a loop is to be cut.
struct Cut {
  unsigned chunks = 1, grain = 1;
  /// As taskgraph::Chunks::phase and cuts.
  unsigned phase = 0;
  std::vector<unsigned> cuts;
  /// The iterations that the chunks divide among them; all of them if the loop
  /// is not plain.
  ir::LoopPart part;
  /// A call that takes the next block of iterations at run time, up to its last
  /// two arguments; empty: chunks are fixed. The loop is plain.
  std::string take;
  /// A condition; where it does not hold the first chunk runs all iterations.
  /// Empty: it always holds. The loop is plain and `part` all of it.
  std::string test;
  /// A chunk runs the iterations that <prefix>o says, from its first one on.
  /// Induction variables are set for each iteration; the user's step only
  /// counts after the last one.
  bool inTurn = false;
  /// In turn, but by blocks of at most so many iterations; 0: by iterations.
  unsigned block = 0;
  /// Turns a condition into the one to emit.
  std::function<std::string(std::string)> wrap;
};

/// The loop that runs chunk `<prefix>c`. One that is not plain counts its
/// iterations by number beside the user's own header and body, which move the
/// user's variables.
ChunkLoop chunkLoop(const ir::Program &program, ir::NodeId loop,
                    const ir::Filler &filler, const std::string &prefix,
                    const Cut &cut);

/// Statements after `start` that move the induction variables from the loop's
/// first iteration to the chunk's.
std::vector<Assignment> advanceAll(const ir::Program &program,
                                   const polyhedral::LoopVerdict &verdict,
                                   const ir::Filler &filler,
                                   const std::string &prefix);

/// For chunks that run iterations in turn: copies of the induction variables'
/// values on entry.
struct TurnPlan {
  std::vector<Local> locals;
  std::vector<Assignment> start;     ///< after the loop's own
  std::vector<Assignment> iteration; ///< sets the variables for <prefix>k
};
/// \param number of the iteration that they are set for
TurnPlan inTurn(const ir::Program &program,
                const polyhedral::LoopVerdict &verdict,
                const ir::Filler &filler, const std::string &prefix,
                const std::string &number);

/// Behind `start`: parts of the body for the `depth` iterations before the
/// chunk's first, or for all that there are. Counts in <prefix>w.
WarmUp warmUpLoop(const ir::Program &program, ir::NodeId loop,
                  const std::vector<ir::NodeId> &parts, unsigned depth,
                  const std::string &prefix);

/// The variable after the loop, from `name`, what the last chunk has left.
std::string valueAtEnd(const ir::Program &program,
                       const polyhedral::InductionObject &induction,
                       const std::string &name);

} // namespace hocket::codegen
