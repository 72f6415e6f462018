// SPDX-License-Identifier: Apache-2.0
//
// What a statement or a subtree does with a variable.
#pragma once

#include "dataflow/ProgramIndex.h"

namespace hocket::nestcheck {

struct Use {
  bool isExposed = false; ///< it may read what stood there before
  bool isWritten = false; ///< it may write it
  bool isSure = false;    ///< it writes all of it

  /// The value from before is read, or may be left in it.
  bool isRead() const { return isExposed || (isWritten && !isSure); }
};

/// \param object one that only its name leads to
Use useOf(const polyhedral::ProgramIndex &index, ir::NodeId node,
          ir::ObjectId object);

} // namespace hocket::nestcheck
