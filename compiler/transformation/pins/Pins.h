// SPDX-License-Identifier: Apache-2.0
//
// Sums and products that are written so that each is rounded as in the program
// that the user has written, whatever the loops around them. Where a compiler
// decides by the order of loops which products it fuses into sums (gcc), it is
// asked what it has done there; what it has done everywhere alike can be
// pinned.
#pragma once

#include "ir/Program.h"
#include "ir/Text.h"
#include "transformation/pins/SeenOperations.h"

#include <string>
#include <vector>

namespace hocket::transformation {

struct Pin {
  ir::TextRange text; ///< what is written in another way
  /// A product; into `sum` it is fused, without one it is kept apart from sums.
  const ir::FloatOperand *product = nullptr;
  const ir::FloatSum *sum = nullptr;
};

struct FoundPins {
  std::vector<Pin> pins;
  std::string why; ///< nonempty: it cannot be done; for people
};

/// For all that some nodes compute.
FoundPins findPins(const ir::Program &program,
                   const std::vector<ir::NodeId> &nodes, SeenOperations &seen);

/// What is not written as the user has it.
struct OtherText {
  const ir::Filler &filler;
  const ir::Replacements &replacements; ///< of no sums
  const std::vector<Pin> &pins;
};

std::string pinnedText(const ir::Program &program, const ir::TextRange &range,
                       const OtherText &other);

} // namespace hocket::transformation
