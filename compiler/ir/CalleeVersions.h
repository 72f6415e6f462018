// SPDX-License-Identifier: Apache-2.0
//
// Versions of called functions. A chunk of a loop may work on copies of
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

#include "ir/Program.h"

#include <set>
#include <string>
#include <vector>

namespace hocket::ir {

/// A call that is seen through.
struct InlinedCall {
  NodeId copy = NodeId::None;   ///< the Block of what the callee does
  StmtId stmt = StmtId::None;   ///< that calls
  uint32_t site = 0;            ///< which of its calls
  NodeId caller = NodeId::None; ///< the node of that statement
};

/// Those of the node's own statement, in order.
std::vector<InlinedCall> inlinedCalls(const Program &program, NodeId node);

/// The call that the nearest copy around a node, or the node, stands for; its
/// `copy` is None in the user's own text.
InlinedCall callAround(const Program &program, NodeId node);

/// Empty if the definition means the same when it stands at the end of its unit
/// once more, under another name (apart from ownState); else why not, as in
/// "'f' uses its own name".
std::string whyNoVersion(const Program &program, FunctionId function);

/// Empty if the call names its callee and nothing else where it begins, and
/// ends with the arguments, in the callee's unit; else why not.
std::string whyNotRedirected(const Program &program, const InlinedCall &call);

/// What versions are for: objects that have other names there, and statements
/// below the copies whose text changes.
struct VersionNeeds {
  std::set<ObjectId> renamed;
  std::set<StmtId> changed;
};

/// The calls in a node, and in what they call, that have to be calls of
/// versions. What is called by a version comes before it.
std::vector<InlinedCall> callsOfVersions(const Program &program, NodeId node,
                                         const VersionNeeds &needs);

/// Variables with static storage that the function declares and may change, or
/// whose address may be seen: those of another definition are others.
std::vector<ObjectId> ownState(const Program &program, FunctionId function);

/// The variable's name means it wherever the function may be, and is known
/// there: nothing in the function hides it, and its declaration comes before.
bool isVisibleIn(const Program &program, ObjectId object, FunctionId function);

/// Attributes of the definition that a version has to have too, as C text.
std::string versionAttributes(const Program &program, FunctionId function);

} // namespace hocket::ir
