// SPDX-License-Identifier: Apache-2.0
//
// What a clone asks before a loop whose places may all have been touched.
//
//   static struct hk_spec_cover hk_k1[1]; const long long hk_c1 =
//   hk_trips(...); int hk_f1 = 0, hk_s1 = hk_f1 + 1; if (hk_c1 >= 8 &&
//   hk_spec_covers(&hk_k1[0],
//   &(v[hk_f1]), &(v[hk_s1]), &(v[hk_f1]), sizeof(v[hk_f1]), hk_c1, 1))
#pragma once

#include "ir/Text.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <string>

namespace hocket::codegen {

/// Declarations and an `if`; they stand in a block of their own.
/// \param prefix of all names \param number no other loop around has
std::string coverTest(const ir::Program &program,
                      const speculation::CoveredLoop &covered,
                      const ir::Filler &filler, const std::string &prefix,
                      const std::string &number);

} // namespace hocket::codegen
