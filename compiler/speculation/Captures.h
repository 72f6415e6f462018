// SPDX-License-Identifier: Apache-2.0
//
// How the clone of a loop has the variables of the function around it.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <string>
#include <vector>

namespace hocket::speculation {

struct Captures {
  std::vector<Capture> variables;
  /// Not empty: a variable stands in the way, as in "'x' carries a value from
  /// each iteration to the next".
  std::string problem;
};

/// \param loop of a split loop any part: they have one text
/// \param whole the loop, or the Block of all parts
/// \param parts of its iterations: the epilogue's text stays where it is
Captures capturesOf(const polyhedral::ProgramIndex &index, ir::NodeId loop,
                    ir::NodeId whole, const IterationParts &parts);

} // namespace hocket::speculation
