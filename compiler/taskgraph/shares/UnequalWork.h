// SPDX-License-Identifier: Apache-2.0
//
// Loops whose iterations take unequal time.
//
// Where the bounds of a loop inside depend on the iterator, as in triangular
// and trapezoidal nests, that can be foreseen. Chunks are equally long all the
// same, so that neighbours in data and what chunks need of each other stay
// simple; such a loop is cut into several for each core, and the schedule
// places long and short ones together. Unlike cores get chunks of unlike length
// (UnlikeChunks.h). Where a loop inside ends nobody knows when, the cores take
// blocks of iterations in turn.
#pragma once

#include "analysis/Effects.h"
#include "analysis/values/TripGuess.h"

namespace hocket::taskgraph {

/// How much of the loop's work each of `chunks` equally long chunks does; the
/// sum is 1. Empty: equal parts, as far as is known.
std::vector<double> sharesOfWork(const ir::Program &program,
                                 const analysis::TripGuess &guess,
                                 ir::NodeId loop, unsigned chunks);

/// The same where that is about equal, too; empty: nothing is known.
std::vector<double> workOfParts(const ir::Program &program,
                                const analysis::TripGuess &guess,
                                ir::NodeId loop, unsigned parts);

/// What the work of a loop's iterations depends on.
enum class WorkBy : uint8_t {
  Nothing, ///< or the iterator: as far as is known
  Lengths, ///< a loop in it runs as long as memory says that is another one in
           ///< each iteration: `j < start[i + 1]`
  Data     ///< a loop in it is not counted, or recursion
};

/// The body and what it calls are looked at.
WorkBy workBy(const ir::Program &program, const analysis::Effects &effects,
              ir::NodeId loop);

} // namespace hocket::taskgraph
