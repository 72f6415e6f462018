// SPDX-License-Identifier: Apache-2.0
//
// A speculative loop (speculation/loop/SpeculativeLoop.h) as C.
//
// The user's loop stays where it is; around its body stands what asks the
// runtime how far to go and where to go on:
//
//   for (;;) {
//     hk_to = hk_spec_begin(&hk_main_s1_loop, hk_at, hk_trips, &hk_f);
//     for (;; i++, ++hk_at) {
//       if (!(i < n)) { hk_over = 1; break; }
//       if (hk_at == hk_to) break;
//       BODY
//     } ...
//
// and at the end of the unit its clone, with clones of what it calls.
#pragma once

#include "codegen/frame/Frame.h"
#include "codegen/frame/TwinOptions.h"
#include "ir/Text.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <string>

namespace hocket::codegen {

struct SpeculativeText {
  std::string name;        ///< of what belongs to the loop
  ir::Replacements edits;  ///< of the loop
  std::string declaration; ///< before the loop's function
  std::string tail;        ///< after everything
};

/// \param number of the loop among all of its unit that are speculative
/// \param always runs so however short it is
SpeculativeText emitSpeculativeLoop(const ir::Program &program,
                                    const speculation::SpeculativeLoop &loop,
                                    const Naming &naming, std::size_t number,
                                    bool always, const TwinOptions &twins);

} // namespace hocket::codegen
