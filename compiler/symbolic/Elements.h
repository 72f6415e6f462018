// SPDX-License-Identifier: Apache-2.0
//
// Places of which no index is known: `part[j].x`, where j comes from a list, is
// member x of some element, which no member y of any element overlaps.
#pragma once

#include "symbolic/Accesses.h"

namespace hocket::polyhedral {

/// The address of an access that has none, as its base, what is known, and for
/// each index that is not known its stride times a Symbol::Bounded: any number,
/// or those that an array that is named has elements for. Nothing if that says
/// no more than that it is anywhere. It never counts as something that surely
/// happens.
std::optional<Value> anyElementOf(AffineModel &model,
                                  const MemoryAccess &access);

} // namespace hocket::polyhedral
