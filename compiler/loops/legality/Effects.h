// SPDX-License-Identifier: Apache-2.0
//
// What a loop does beside its accesses to memory: calls of unknown code, the
// order of input and output, state of the C library.
#pragma once

#include "loops/context/LoopContext.h"

#include <map>
#include <set>

namespace hocket::polyhedral {

/// Nothing may happen that the accesses do not tell.
Refused refuseUnknownEffects(const LoopContext &context);

/// How the body uses one hidden object: state of the library, or the order of
/// effects.
struct HiddenUse {
  bool isWritten = false, isRead = false, allCommute = true;
  const analysis::EffectItem *item = nullptr; ///< one use, a write if any
  std::set<ir::StmtId> stmts;

  /// Order on hidden state is visible as soon as one access writes it, unless
  /// all accesses to it commute.
  bool isOrdered() const { return isWritten && !allCommute; }
};

std::map<ir::ObjectId, HiddenUse> hiddenUses(const LoopContext &context);

struct EffectEvidence {
  bool writesErrno = false; ///< LoopVerdict::writesErrno
};

/// Whether iterations may run in any order as far as their effects go.
Result<EffectEvidence> classifyEffects(const LoopContext &context);

} // namespace hocket::polyhedral
