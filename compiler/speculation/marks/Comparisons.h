// SPDX-License-Identifier: Apache-2.0
//
// Conditions that compare one place in memory with something: `x > s->most`. A
// copy of the process need not know the place's value as it will be, but how
// the comparison comes out (Blundell, Raghavan, Martin, RETCON: transactional
// repair without replay, ISCA 2010).
#pragma once

#include "speculation/loop/SpeculativeLoop.h"

#include <optional>

namespace hocket::speculation {

/// The mark for the one access of its text in the condition, if the condition
/// is such a comparison; else nothing.
/// \param read whose value is a number
std::optional<MemoryMark> boundOf(const ir::Program &program,
                                  const ir::Stmt &condition,
                                  const ir::Access &read);

} // namespace hocket::speculation
