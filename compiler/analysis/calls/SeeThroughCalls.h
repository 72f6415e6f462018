// SPDX-License-Identifier: Apache-2.0
//
// What a called function does, said in the caller's terms.
//
// A summary of a call speaks of whole objects and of parameters; that `put(a,
// i)` writes a[i] and nothing else is not in it. So the body of the callee is
// copied into the IR (never into the text) below the statement that calls it
// (Node::inlined): first its parameters are declared with the arguments, then
// comes the body with variables of its own. Who follows values, accesses and
// domains through the copy sees the call as if it had been written out there
// (procedure cloning for analysis alone; Cooper, Hall and Kennedy, "A
// methodology for procedure cloning", 1993).
//
// Needs: a Program, heaps separated. Promises: the copies do what the calls do,
// in an order of evaluation that C allows; the statements themselves are left
// as they are, and CallSite::copy says which of their calls have
// copies. The number of copied statements is bounded, loops come first. Runs
// once, before computeEffects; leaving it out costs precision alone.
#pragma once

#include "ir/Program.h"

namespace hocket::analysis {

void seeThroughCalls(ir::Program &program);

} // namespace hocket::analysis
