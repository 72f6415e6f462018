// SPDX-License-Identifier: Apache-2.0
//
// The remark of a verdict, with its evidence.
#pragma once

#include "symbolic/Accesses.h"
#include "verdict/LoopVerdict.h"

#include <string>

namespace hocket::polyhedral {

/// An empty remark of the loop: location and function filled in.
Remark remarkFor(const ir::Program &program, ir::NodeId loop, RemarkId id);

Remark notCounted(const ProgramIndex &index, ir::NodeId loop);

/// How many iterations lie between two that conflict.
struct Distance {
  int64_t least = 0;     ///< 0: not known
  bool isAlways = false; ///< so many in all conflicts
};

/// \param what iterations after the last must not do, for people.
Remark earlyExit(const ir::Program &program, ir::NodeId loop,
                 const SourceLocation &where, const std::string &what);

Remark carriedDependence(const ir::Program &program, ir::NodeId loop,
                         const MemoryAccess &from, const MemoryAccess &to,
                         const Distance &distance);

Remark mayAliasRemark(const ir::Program &program, ir::NodeId loop,
                      const MemoryAccess &a, const MemoryAccess &b);

Remark nonAffine(const ir::Program &program, ir::NodeId loop,
                 const MemoryAccess &access, const MemoryAccess &other);

/// Both go through pointers in memory, which may be equal.
Remark sharedRows(const ir::Program &program, ir::NodeId loop,
                  const MemoryAccess &a, const MemoryAccess &b);

Remark scalarCarried(const ProgramIndex &index, ir::NodeId loop, RemarkId id,
                     ir::ObjectId object);

Remark parallel(const ir::Program &program, const LoopVerdict &verdict);

/// Without the reasons for its order.
Remark pipeline(const ir::Program &program, const LoopVerdict &verdict);

} // namespace hocket::polyhedral
