// SPDX-License-Identifier: Apache-2.0
//
// What was made of a linked program, to be kept from one link to the next.
#pragma once

#include "driver/units/EmittedTexts.h"
#include "driver/units/LinkedProgram.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace hocket::driver {

struct KeptProgram {
  std::string said; ///< the remarks, as they were printed
  EmittedTexts emitted;
};

/// Texts that a unit already has are left out. Empty where it cannot be done.
std::string pack(const KeptProgram &kept, const LinkedProgram &program);

/// The other way, with the same units. Nothing where the bytes are others.
std::optional<KeptProgram> unpack(llvm::StringRef bytes,
                                  const LinkedProgram &program);

} // namespace hocket::driver
