// SPDX-License-Identifier: Apache-2.0
//
// Stable text of the effects, for --print-after=analysis and the tests.
#pragma once

#include "analysis/Effects.h"

namespace llvm {
class raw_ostream;
}

namespace hocket::analysis {

/// For each function, each statement in order of text with one line an item:
///   stmt 12 'a[i] = f(x)'
///     W! {a} size 8 at (a + 8 * i) : double
///     W {io} by 'printf'
/// `!` is must, `~` commutative, `volatile` and `unknown` as they say.
void print(const ir::Program &program, const Effects &effects,
           llvm::raw_ostream &out);

} // namespace hocket::analysis
