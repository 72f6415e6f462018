// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "power/Plan.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace hocket::driver {

/// What `--objective=` names: `time`, `energy`, `deadline=12ms` (ns, us, ms or
/// s). \returns nothing for anything else.
std::optional<power::Objective> readObjective(llvm::StringRef text);

} // namespace hocket::driver
