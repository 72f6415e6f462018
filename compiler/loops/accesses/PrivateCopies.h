// SPDX-License-Identifier: Apache-2.0
//
// Memory of which each chunk may have a copy: written before it is read in each
// iteration. Both functions add what they find to the analysis and say whether
// there is something.
#pragma once

#include "loops/accesses/AccessAnalysis.h"

namespace hocket::polyhedral {

/// An array, or another variable, also one that the loop passes pointers to.
bool privatizeObject(AccessAnalysis &analysis, ir::ObjectId object);

/// A structure of which iterations write some members and only read others
/// (RecordPrivatization.h).
bool privatizeRecordVariable(AccessAnalysis &analysis, const Base &base);

/// What a pointer leads to, a variable (PointerPrivatization.h) or one in a
/// record (RecordPrivatization.h).
bool privatizePointee(AccessAnalysis &analysis, const Base &base);

} // namespace hocket::polyhedral
