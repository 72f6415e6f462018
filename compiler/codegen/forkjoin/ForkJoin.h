// SPDX-License-Identifier: Apache-2.0
//
// Functions that divide their work (forkjoin/ForkJoinCalls.h) as C.
//
//   struct hk_sort_d1_task { struct hk_task hk_head; int *a; long n; };
//
//   static void hk_sort_d1_part(const struct hk_here *hk_at, int *a, long n)
//   { ... the function's own text, but for its groups of calls:
//     { struct hk_sort_d1_task hk_d0[2] = {{{hk_sort_d1_run}, a, m},
//                                          {{hk_sort_d1_run}, a + m, n - m}};
//       hk_together(hk_at, &hk_d0[0].hk_head, sizeof *hk_d0, 2); ... } }
//
//   static void hk_sort_d1_run(...)  // a task: hk_sort_d1_part(...), or, where
//                                    // it is not to be divided more,
//                                    sort(...)
//   static void hk_sort_d1_enter(int *a, long n)  // in place of sort(...)
//
// The user's own function stays as it is, and calls itself: what the tasks do
// in the end, and what short calls do from the start, costs nothing more.
#pragma once

#include "codegen/frame/Frame.h"
#include "codegen/text/Text.h"
#include "forkjoin/ForkJoinCalls.h"
#include "ir/Text.h"

#include <string>

namespace hocket::codegen {

struct ForkJoinOptions {
  unsigned cores = 2;
  double worthNs = 0; ///< that a call has to take to be divided
};

/// What one fork-join function brings to its unit.
struct ForkJoinText {
  ir::Replacements calls;  ///< of its name in calls from outside
  std::string declaration; ///< of what they call, before their functions
  std::string tail;        ///< after everything
};

/// \param number of the function among all of its unit that divide their work
ForkJoinText emitForkJoin(const ir::Program &program,
                          const polyhedral::ForkJoinFunction &forkJoin,
                          const Naming &naming, std::size_t number,
                          const ForkJoinOptions &options);

} // namespace hocket::codegen
