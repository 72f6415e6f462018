// SPDX-License-Identifier: Apache-2.0
//
// Whether types that exclude that two accesses meet also make their order free.
//
// C's rule (C11 6.5p6, p7) speaks of one order alone: what was written as a
// float is not read as an int. Memory without a declared type, from malloc or
// from code outside, takes the type of each store. There an int may be stored
// after a float, and a float after an int was read: which of the two comes last
// counts, so the pair must stay in order. (gcc asks the types for true
// dependences alone, not for anti and output dependences.) A declared object
// keeps its type; there the types exclude all meetings.
#pragma once

#include "dataflow/ProgramIndex.h"

namespace hocket::polyhedral {

/// Given that the types of `a` and `b` exclude that a load sees what the other
/// one stored: nor can a store fall on what the other one touched before.
bool typesNeverChange(const ProgramIndex &index, const analysis::EffectItem &a,
                      const analysis::EffectItem &b);

} // namespace hocket::polyhedral
