// SPDX-License-Identifier: Apache-2.0
//
// Static variables of functions, moved in front of them.
//
//   static int slot(int n) {        static int used[9]; static int slot(int n) {
//     static int used[9];     ->
//
// It is the same variable, by another name where its own is taken. But a copy
// of the function, be it a clone that marks what it touches or one that a chunk
// calls, can name it there: a copy of its declaration would be a second
// variable.
#pragma once

#include "ir/Program.h"

#include <string>
#include <vector>

namespace hocket::speculation {

/// The units' texts with such variables outside, where they are written and
/// their declarations mean the same there. Lines stay. Empty: there are none.
std::vector<std::string> textsWithStaticsOutside(const ir::Program &program);

} // namespace hocket::speculation
