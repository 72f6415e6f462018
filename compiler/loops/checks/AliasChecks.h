// SPDX-License-Identifier: Apache-2.0
//
// Run-time checks of what a loop reaches in memory, made from the accesses'
// address polynomials by interval arithmetic (Intervals.h). The ranges may be
// wider than what is touched (a check that fails needlessly), never narrower.
//
// Needs: a model whose root is the loop. Promises: each function gives a check
// in variables that the loop's entry sees, of loads that the loop makes too; or
// nothing.
#pragma once

#include "symbolic/Accesses.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

enum class ElementTest : uint8_t {
  Monotonic, ///< no element is less than the one before it
  Injective, ///< no value stands there twice
};

struct FootprintSides {
  AliasCheck::Side side; ///< without its base
  CheckExpr iterations;  ///< of the loop, at most
};

/// What all `accesses`, which have the same base, touch together.
std::optional<AliasCheck::Side>
sideOf(AffineModel &model, const std::vector<const MemoryAccess *> &accesses);

/// So many bytes from the base on.
std::optional<AliasCheck::Side> blockSide(AffineModel &model, const Base &base,
                                          const Polynomial &bytes);

/// That what the ones reach has no byte in common with what the others reach;
/// each has one base.
std::optional<AliasCheck>
disjointTest(AffineModel &model, const std::vector<const MemoryAccess *> &first,
             const std::vector<const MemoryAccess *> &second);

/// What updates reach from their base.
std::optional<FootprintSides> sidesOf(AffineModel &model,
                                      const UpdateFootprint &footprint);

/// That the bytes of the accesses, each at a place that does not vary, can be
/// read, whether the loop comes to read them or not.
std::optional<EntryCondition>
readableTest(AffineModel &model,
             const std::vector<const MemoryAccess *> &accesses);

/// A test of the elements of one array that the symbols may stand for; nothing
/// also if the loop might not read all of them.
std::optional<EntryCondition> elementTest(AffineModel &model, ElementTest test,
                                          const std::vector<SymbolId> &symbols);

/// That the rows through which the accesses go, all from one array of pointers,
/// have no bytes in common with each other. Nothing like elementTest.
std::optional<EntryCondition>
rowsDisjoint(AffineModel &model, const std::vector<const MemoryAccess *> &rows);

/// That they have none in common with what the others touch, which have another
/// root or are rows of another array.
std::optional<EntryCondition>
rowsMiss(AffineModel &model, const std::vector<const MemoryAccess *> &rows,
         const std::vector<const MemoryAccess *> &others);

/// A test of what the model assumed.
std::optional<EntryCondition> rangeTest(AffineModel &model,
                                        const RangeAssumption &assumption);

/// 0 <= polynomial and polynomial + size <= extent, for all iterations.
std::optional<EntryCondition> withinTest(AffineModel &model,
                                         const Polynomial &polynomial,
                                         int64_t size,
                                         const Polynomial &extent);

} // namespace hocket::polyhedral
