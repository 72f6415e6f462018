// SPDX-License-Identifier: Apache-2.0
//
// Our work done so that what goes wrong in it costs the user nothing but the
// speed-up: on a thread of its own with a deep stack, for deeply nested input,
// and under LLVM's crash recovery.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace hocket::driver {

/// Why a part of our work came to nothing.
struct Mishap {
  std::string what;        ///< empty: it did not
  bool isShortage = false; ///< of memory or files; else a bug of ours

  explicit operator bool() const { return !what.empty(); }
};

/// Runs a part of our work. The user's errors are thrown on.
Mishap runGuarded(llvm::function_ref<void()> work);

/// From here on the program ends with an error where memory is short, if no
/// guard is around.
void expectShortages();

/// Says what went wrong and what happens instead.
void noteMishap(const std::string &where, const Mishap &mishap,
                const std::string &consequence);

} // namespace hocket::driver
