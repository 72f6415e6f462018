// SPDX-License-Identifier: Apache-2.0
//
// Loops whose iterations depend on each other in a part at their beginning,
// their *prologue*, or at their end, their *epilogue*, and in nothing between:
// a generator of random numbers is asked, a digest is made of the results, a
// mean goes on. Copies of the process run what is between, the body; the
// program runs each epilogue in its turn, and a copy begins with the prologues
// of the iterations before its own (a loop in three parts: Tian, Feng, Gupta,
// Copy or discard execution model for speculative parallelization on
// multicores, MICRO 2008; what a copy needs is computed in advance as by a
// slice: Zilles, Sohi, Execution-based prediction using speculative slices,
// ISCA 2001).
//
// So it is with loops of which no header counts the iterations: lists, records
// of a text, `while` loops. Their headers are of the prologue, and what moves
// on at the end of the body, `p = p->next`, its *step*, is another piece of it.
// The step of a `for` header begins the next iteration, so that it comes behind
// the epilogue.
//
// Where an iteration is cut decides about time alone: what a copy has read is
// compared with what the program then has, whoever wrote it. But the epilogue
// must find what the copy hands on to it: variables of the iteration by their
// values, and no address of what was the copy's own.
#pragma once

#include "analysis/Effects.h"
#include "speculation/CalledFunctions.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <optional>
#include <string>

namespace hocket::speculation {

/// Nothing: no parts would help, or what the epilogue needs cannot be handed
/// on; of a loop that no header counts, copies would not come to what its
/// header needs.
/// \param loop suits to be tried (LoopFacts.h), and is no part of one
/// \param always for tests: wherever it can be cut
std::optional<IterationParts> iterationParts(const ir::Program &program,
                                             const analysis::Effects &effects,
                                             CalledFunctions &called,
                                             ir::NodeId loop, bool always);

/// Where the loop's iterations are cut, as the end of a sentence; empty: they
/// are not.
std::string partsInWords(const ir::Program &program,
                         const SpeculativeLoop &loop);

} // namespace hocket::speculation
