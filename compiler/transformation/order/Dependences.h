// SPDX-License-Identifier: Apache-2.0
//
// Which runs of a nest's units have to keep their order: pairs that touch
// common bytes, of which one writes. Memory-based, but for scalars that each
// iteration of a loop has for itself. What is not known to be apart, and cannot
// be tested on entry either, is a dependence.
#pragma once

#include "transformation/nest/NestModel.h"
#include "transformation/order/AliasTests.h"

#include <vector>

namespace hocket::transformation {

/// Runs of two units of which the first has to come before the second.
struct Dependence {
  std::size_t from = 0, to = 0;
  isl::map pairs;
  std::string first, second; ///< one pair of accesses, for people
};

struct Dependences {
  std::vector<Dependence> all;
  AliasTests tests; ///< what `all` rests on, to be tested on entry
  /// Nothing in the nest writes what its tables are copies of.
  bool mayHaveTables = true;
  /// With subscripts left to the entry there may be fewer.
  bool mayAssumeMore = false;
};

/// \param mayAssumeExtents subscripts that cannot be proved to stay within
/// their extents may be tested
Dependences findDependences(NestModel &model, bool mayAssumeExtents = false);

/// A dependence that the order breaks, or null: then it is legal (Allen and
/// Kennedy 2001, ch. 2).
const Dependence *brokenBy(NestModel &model, const Dependences &dependences,
                           const Order &order);

/// No two runs in different iterations of the loop, and the same one of those
/// around it, have to keep their order.
bool isParallel(NestModel &model, const Dependences &dependences,
                ir::NodeId loop);

} // namespace hocket::transformation
