// SPDX-License-Identifier: Apache-2.0
//
// The objects that an address may fall into.
#pragma once

#include "analysis/objects/ObjectIds.h"

namespace hocket::analysis {

/// Objects in order of id; `unknown`: and any other that code outside can
/// reach.
struct ObjectSet {
  ObjectIds ids;
  bool unknown = false;

  bool contains(ir::ObjectId id) const;
};

/// The first object that both have; null: there is none.
const ir::ObjectId *firstShared(const ObjectIds &a, const ObjectIds &b);

/// Adds the objects of `more`.
void unite(ObjectSet &set, const ObjectSet &more);

} // namespace hocket::analysis
