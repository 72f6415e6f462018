// SPDX-License-Identifier: Apache-2.0
//
// What memcpy and its like touch, as one byte of which no more is known than
// that it is among those: address + t with 0 <= t < size.
#pragma once

#include "symbolic/Accesses.h"

namespace hocket::polyhedral {

/// The address of any byte of the block that the access stands for, over a
/// Symbol::Bounded; nothing if it stands for no block (dataflow/BlockCalls.h),
/// or its address or size are not known. It never counts as something that
/// surely happens.
std::optional<Value> anyByteOf(AffineModel &model, const MemoryAccess &access);

/// How many bytes the block has, which begins at the access's address.
struct BlockLength {
  Polynomial bytes;    ///< linear
  bool isSure = false; ///< all are touched whenever the statement runs
};

/// Nothing as anyByteOf.
std::optional<BlockLength> lengthOf(AffineModel &model,
                                    const MemoryAccess &access);

} // namespace hocket::polyhedral
