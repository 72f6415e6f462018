// SPDX-License-Identifier: Apache-2.0
//
// Epilogues that touch nothing which the rest of any iteration touches, but for
// what is handed on to them by value: those of several iterations may be run
// one after the other when all that is before them has been done.
#pragma once

#include "analysis/Effects.h"
#include "speculation/loop/SpeculativeLoop.h"

namespace hocket::speculation {

/// Whether the loop's epilogues are so; sets `parts.isApart`, and adds to what
/// is handed on variables from outside the loop that iterations write and the
/// epilogue reads.
void setApart(const ir::Program &program, const analysis::Effects &effects,
              ir::NodeId loop, IterationParts &parts);

} // namespace hocket::speculation
