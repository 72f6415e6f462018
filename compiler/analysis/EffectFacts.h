// SPDX-License-Identifier: Apache-2.0
//
// What is known of the whole program before any statement's effects are: whom
// calls may run, where pointers lead, and a few facts that many statements ask
// for. Made once for computeEffects; nothing in it changes.
#pragma once

#include "analysis/Effects.h"
#include "analysis/calls/CallGraph.h"

#include <vector>

namespace hocket::analysis {

struct EffectFacts {
  /// \param program has to outlive this
  EffectFacts(const ir::Program &program, const EffectOptions &options,
              PointersAre pointers);

  const ir::Program &program;
  const EffectOptions options;
  const LibraryTable library;
  const PointsTo pointsTo;
  const CallGraph graph;

  /// By StmtId: see FailedAllocations.h.
  const std::vector<char> afterFailure;
  const bool hasExitHandlers; ///< functions that `exit` runs

  bool errnoIsRead = false; ///< by some code, in the program or outside
  /// Hidden state of streams and of the library, and what it holds.
  ObjectSet streamObjects, libraryObjects;
  std::vector<char> isReassigned; ///< by ObjectId: written by some statement

  /// The parameter has the value of its argument throughout.
  bool isConstantParam(ir::ObjectId param) const;
  /// The statement itself names a variable that each thread has for itself.
  bool namesThreadLocal(const ir::Stmt &stmt) const;

private:
  void findReassigned();
  void findThreadLocal();

  std::vector<char> namesThreadLocal_; ///< by ExprId
};

} // namespace hocket::analysis
