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

/// Which extreme of what; a greatest value and a least one of one variable keep
/// their order.
struct FreeUpdate {
  ir::ObjectId variable = ir::ObjectId::None;
  ir::UpdateOp op = ir::UpdateOp::Max;

  bool operator==(const FreeUpdate &) const = default;
};

/// Statements of the nest's units that are a part of one.
std::map<ir::StmtId, FreeUpdate> freeUpdates(const NestModel &model);

} // namespace hocket::transformation
