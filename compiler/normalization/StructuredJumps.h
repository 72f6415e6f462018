// SPDX-License-Identifier: Apache-2.0
//
// Iterations that end early, written as branches.
//
//   for (...) {                      for (...) {
//     if (x < 0) continue;    ->       if (!(x < 0)) {
//     sum += a[x];                       sum += a[x]; }
//   }                                }
//
// A branch says in which iterations what it holds runs, a jump does not: loops
// with such branches can be put into another order, divided, and classified by
// what they do (structured control flow; Böhm and Jacopini 1966).
#pragma once

#include "ir/Program.h"

#include <functional>
#include <string>
#include <vector>

namespace hocket::normalization {

/// The units' texts without `continue` in counted loops where it stands, behind
/// a condition, among the statements of the loop's body. Lines stay. Empty:
/// there are none. \param mayChange which loops
std::vector<std::string>
textsWithoutContinue(const ir::Program &program,
                     const std::function<bool(ir::NodeId)> &mayChange);

} // namespace hocket::normalization
