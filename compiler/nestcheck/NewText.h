// SPDX-License-Identifier: Apache-2.0
//
// How a nest's new text hangs together: where its new order stands, and that
// the user's own text runs whenever that does not.
#pragma once

#include "ir/Program.h"

#include <set>
#include <string>

namespace hocket::nestcheck {

struct NewText {
  ir::NodeId whole = ir::NodeId::None; ///< the block in the nest's place
  ir::NodeId order = ir::NodeId::None; ///< below it: the new order
  /// The user's text, for where the order is not to be had; None: it always is.
  ir::NodeId otherwise = ir::NodeId::None;
  std::string why; ///< nonempty: it does not hang together
};

/// \param root the nest in the user's program. \param text its place in the new
/// one.
NewText newTextOf(const ir::Program &before, ir::NodeId root,
                  const ir::Program &after, const ir::TextRange &text);

} // namespace hocket::nestcheck
