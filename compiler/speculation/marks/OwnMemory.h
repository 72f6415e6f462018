// SPDX-License-Identifier: Apache-2.0
//
// Memory that an iteration has for itself: accesses of it need no marks, for a
// copy of the process has it on its own stack or heap, of which nobody takes
// notes (docs/runtime/speculation.md).
#pragma once

#include "analysis/Effects.h"
#include "analysis/IterationObjects.h"

#include <optional>
#include <set>

namespace hocket::speculation {

class OwnMemory {
public:
  /// \param setFirst variables of the loop's function of which each iteration
  /// has one of its own
  OwnMemory(const ir::Program &program, const analysis::Effects &effects,
            ir::NodeId loop, std::set<ir::ObjectId> setFirst);

  /// Of no loop: nothing is own.
  OwnMemory() = default;

  /// Variables, and blocks by the names that the statement which reaches them
  /// has for them.
  bool isOwn(ir::ObjectId object) const;

private:
  const std::optional<analysis::IterationObjects> objects_;
};

} // namespace hocket::speculation
