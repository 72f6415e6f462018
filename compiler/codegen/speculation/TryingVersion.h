// SPDX-License-Identifier: Apache-2.0
//
// A function with speculative loops stands twice: as the user wrote it, with a
// test in front of its body, and as a version in which the loops ask how far to
// go. What a speculative loop needs (a frame that leads to the function's
// variables, a second text of the loop) would cost the compiler's best code for
// the loop where nobody runs ahead: variables whose address is seen stay in
// memory, and larger functions are not inlined. So the user's function has none
// of it:
//
//   static void mix(const struct note *n) {
//     if (!hk_spec_skips(&hk_mix_s2_loop)) { hk_mix_tries(n); return; }
//     { BODY }
//   }
#pragma once

#include "ir/Program.h"

#include <string>
#include <vector>

namespace hocket::codegen {

/// The function means the same twice: no state of its own, no use of its name.
/// Not `main`, which is entered once, when nobody knows anything yet.
bool mayHaveTryingVersion(const ir::Program &program, ir::FunctionId function);

struct TryingVersion {
  const ir::Program &program;
  ir::FunctionId function;
  std::string prefix;             ///< of all names that are ours
  std::vector<std::string> loops; ///< names of their records

  /// The version's own declaration, without a semicolon.
  std::string header() const;
  /// Before the body of the user's function: one entry in which a loop asks
  /// goes to the version.
  std::string test() const;
};

} // namespace hocket::codegen
