// SPDX-License-Identifier: Apache-2.0
//
// What a program does where memory has run out, when that is to say so and to
// end:
//
//   p = malloc(n);
//   if (!p) {
//     perror("p");
//     exit(1);
//   }
//
// When memory runs out is not for the program to say: its allocator might have
// had the block. So any core may end the program there, as soon as all is
// printed that comes before (the branch reads hidden.io). All that fail say the
// same: what is printed must not depend on who it is, for a request may be one
// that always fails. Else every loop that allocates with care might end early.
//
// realloc(p, 0) may give a null pointer, too, and ends the block; a program
// that goes on to exit for it is taken to have run out.
#pragma once

#include "analysis/library/LibraryTable.h"

#include <vector>

namespace hocket::analysis {

/// There are functions that `exit` runs.
bool hasExitHandlers(const ir::Program &program);

/// By StmtId: it runs only after an allocation has failed, and nothing follows
/// it but the end of the program; calls that it makes print at most. None in a
/// program that has functions run by `exit`.
std::vector<char> findFailedAllocations(const ir::Program &program,
                                        const LibraryTable &library);

} // namespace hocket::analysis
