// SPDX-License-Identifier: Apache-2.0
//
// Function clones: second definitions of called functions (Cooper, Hall and
// Kennedy 1993). A chunk of a loop may work on copies of
// variables that a called function names itself:
//
//   static long total;
//   static void add(int x) { total += x; }
//   for (...) add(a[i]);
//
// The chunk then calls a second definition of that function, in which other
// names stand for the variables and more parameters bring the copies. Which
// definitions and calls allow that is said here, for those who decide
// (polyhedral) and those who write the text (codegen).
#pragma once

#include "ir/CallInstance.h"

#include <set>
#include <string>
#include <vector>

namespace hocket::ir {

/// Empty if the definition means the same when it stands at the end of its unit
/// once more, under another name (apart from ownState); else why not, as in
/// "'f' uses its own name".
std::string whyNotCloned(const Program &program, FunctionId function);

/// Empty if the call names its callee and nothing else where it begins, and
/// ends with the arguments, in the callee's unit; else why not.
std::string whyNotRedirected(const Program &program, const CallPoint &call);

/// What clones are for: objects that have other names there, and statements
/// below the copies whose text changes.
struct CloneNeeds {
  std::set<ObjectId> renamed;
  std::set<StmtId> changed;
};

/// The calls in a node, and in what they call, that have to be calls of
/// clones. What is called by a clone comes before it.
std::vector<CallPoint> callsOfClones(const Program &program, NodeId node,
                                     const CloneNeeds &needs);

/// Variables with static storage that the function declares and may change, or
/// whose address may be seen: those of another definition are others.
std::vector<ObjectId> ownState(const Program &program, FunctionId function);

/// Attributes of the definition that a clone has to have too, as C text.
std::string cloneAttributes(const Program &program, FunctionId function);

} // namespace hocket::ir
