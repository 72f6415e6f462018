// SPDX-License-Identifier: Apache-2.0
//
// Updates of an extreme, `if (x > most) most = x;`, that leave the same bits in
// whatever order they are made: of integers, and of what `fabs` has made, where
// no two equal values differ, and a NaN never gets in. Who reads the extreme on
// the way still has to keep its place among them.
#pragma once

#include "transformation/nest/NestModel.h"

#include <map>

namespace hocket::transformation {

/// Statements of the nest's units that are a part of one, with the variable.
std::map<ir::StmtId, ir::ObjectId> freeUpdates(const NestModel &model);

} // namespace hocket::transformation
