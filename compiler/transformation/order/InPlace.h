// SPDX-License-Identifier: Apache-2.0
//
// Scalars back in memory. `s = a[i][j]; for (k...) s -= ...; a[i][j] = s;` is
// how sums are written; where the loop over k is to be cut into tiles, others
// run between its pieces, and the sum has to be where they find it: in
// `a[i][j]`. (The reverse of register promotion; Cooper and Lu, PLDI 1997.)
#pragma once

#include "symbolic/Accesses.h"
#include "transformation/nest/NestModel.h"

#include <optional>

namespace hocket::transformation {

/// The nest with all of its scalars in memory; nothing: one of them has no
/// place there.
std::optional<Nest> withScalarsInPlace(NestModel &model);

/// The scalar in memory that the unit's text calls `object`; null: it is not.
const InPlaceScalar *inPlaceFor(const Nest &nest, std::size_t unit,
                                ir::ObjectId object);

/// What the store of the scalar writes.
const analysis::EffectItem &placeOf(const polyhedral::ProgramIndex &index,
                                    const InPlaceScalar &scalar);

/// What a statement does to the scalar, as it is in memory: at the store's
/// address. \param item gets what the result points to
polyhedral::MemoryAccess inMemory(NestModel &model, const InPlaceScalar &scalar,
                                  ir::StmtId stmt, ir::AccessKind kind,
                                  analysis::EffectItem &item);

} // namespace hocket::transformation
