// SPDX-License-Identifier: Apache-2.0
//
// Does a loop nest in another order do the same? From the program as it is read
// again it is found out what runs when, and proved that it is what the user's
// nest runs, and that each dependence keeps its order.
//
// Nothing here knows how the order was found or written (no arrow leads to
// `transformation`). What is believed beside the two programs is in `Tested`,
// and in docs/passes/nestcheck.md.
#pragma once

#include "nestcheck/MemoryOrder.h"

#include <string>

namespace hocket::nestcheck {

/// A nest that has another order in the new program.
struct Rewritten {
  ir::NodeId root = ir::NodeId::None; ///< in the user's program
  ir::TextRange text;                 ///< in the new program
  Tested tested;
};

struct Programs {
  const polyhedral::ProgramIndex &before, &after; ///< seen through
  std::vector<ir::ObjectId> objects; ///< sameObjects(before, after)
};

struct CheckOptions {
  bool strictAliasing = true;
  unsigned long islBudget = 0;
};

/// Empty: it is proved that both do the same. Else what could not be, for
/// people.
std::string whyNotProved(const Programs &programs, const Rewritten &nest,
                         const CheckOptions &options);

} // namespace hocket::nestcheck
