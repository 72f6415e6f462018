// SPDX-License-Identifier: Apache-2.0
//
// Loops whose iterations take unequal time in a way that can be foreseen: the
// bounds of a loop inside depend on the iterator, as in triangular and
// trapezoidal nests.
//
// Chunks are equally long, so that neighbours in data and what chunks need of
// each other stay simple; such a loop is cut into several for each core, and
// the schedule places long and short ones together.
#pragma once

#include "taskgraph/TripGuess.h"

namespace hocket::taskgraph {

/// How much of the loop's work each of `chunks` equally long chunks does; the
/// sum is 1. Empty: equal parts, as far as is known.
std::vector<double> sharesOfWork(const ir::Program &program,
                                 const TripGuess &guess, ir::NodeId loop,
                                 unsigned chunks);

} // namespace hocket::taskgraph
