// SPDX-License-Identifier: Apache-2.0
//
// Effects while they are computed: of a statement, and of a function as its
// callers see it.
#pragma once

#include "analysis/Effects.h"

#include <string>
#include <vector>

namespace hocket::analysis {

/// An effect, and a value in the statement's expressions that points into the
/// object it falls into (None: not known).
struct WorkItem {
  EffectItem effect;
  ir::ExprId base = ir::ExprId::None;
  bool isSeenThrough = false; ///< said by the copy of the callee, too
};

struct StmtWork {
  std::vector<WorkItem> items;
  StmtEffects flags; ///< without items
};

/// An effect of a function as its callers see it.
struct SummaryItem {
  EffectItem effect;    ///< `address` only if it has the same value everywhere
  int param = -1;       ///< falls into the object this parameter points to, ...
  bool isExact = false; ///< ... at parameter + effect.offset
};

struct Summary {
  std::vector<SummaryItem> items; ///< sorted, no two alike
  bool mayNotReturn = false, needsCallingThread = false, isUnknown = false;
  bool readsClock = false;
  std::string unknownWhy;
};

} // namespace hocket::analysis
