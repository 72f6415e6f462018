// SPDX-License-Identifier: Apache-2.0
//
// Reads in iterations that the sequential program may not get to.
#pragma once

#include "checks/RunTimeChecks.h"
#include "loops/context/LoopContext.h"

#include <optional>

namespace hocket::polyhedral {

/// What makes a read safe.
struct SafeRead {
  /// Has to hold on entry; empty: it is proved.
  std::optional<EntryCondition> condition = {};
};

/// Nothing if the read of a search may lie outside its object.
std::optional<SafeRead> findSafeRead(const LoopContext &context,
                                     const analysis::EffectItem &item,
                                     ir::StmtId stmt);

} // namespace hocket::polyhedral
