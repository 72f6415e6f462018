// SPDX-License-Identifier: Apache-2.0
//
// Work buffers: memory behind a pointer variable that each iteration of a loop
// writes before it reads it, so that each chunk may work on a copy.
//
//   tmp = malloc(n * sizeof *tmp);
//   for (i = 0; i < rows; i++) {
//     for (j = 0; j < n; j++) tmp[j] = f(i, j);
//     for (j = 0; j < n; j++) out[i][j] = tmp[n - 1 - j];
//   }
//
// The copy covers the bytes that the loop touches and is made by giving the
// variable another name in the loop's text. So the address itself must not get
// away: not into memory, into a variable that outlives the iteration, to a
// function that keeps it, nor into a number or a comparison.
#pragma once

#include "dependences/Overlap.h"
#include "symbolic/Accesses.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// What a copy of a block is, to which all accesses of a loop have one base.
struct BufferCopy {
  /// The bytes, relative to the base; not only those of accesses that happen.
  AliasCheck::Side extent;
  /// What must hold on entry, too, for a read to be of what was written.
  std::vector<WithinExtent> needed;
  /// What it holds after the loop may be read.
  bool isLastprivate = false;
};

/// \param model of the loop, its root
/// \param root of whose copy the addresses are: all name it, or are loaded from
/// where it leads, if `isThrough`
/// \returns nothing if an iteration may read what it has not written, or if the
/// address gets away.
std::optional<BufferCopy> copyOfBuffer(AffineModel &model, const Base &base,
                                       ir::ObjectId root, bool isThrough);

/// The copies are not too large. \param name of what is copied, for people
EntryCondition extentCondition(const AliasCheck::Side &extent,
                               const std::string &name);

/// The loop's text, and that of functions it calls, can name another variable
/// instead.
bool canNameAnother(AffineModel &model, ir::ObjectId pointer);

/// Bytes that one of the accesses may write may be read by a statement that
/// runs outside the loop.
bool isReadElsewhere(AffineModel &model,
                     const std::vector<MemoryAccess> &accesses);

} // namespace hocket::polyhedral
