// SPDX-License-Identifier: Apache-2.0
//
// Which runs of a nest's units have to keep their order: pairs that touch
// common bytes, of which one writes. Memory-based, but for scalars that each
// iteration of a loop has for itself. What is not known to be apart is a
// dependence.
#pragma once

#include "transformation/nest/NestModel.h"

#include <vector>

namespace hocket::transformation {

/// Runs of two units of which the first has to come before the second.
struct Dependence {
  std::size_t from = 0, to = 0;
  isl::map pairs;
};

std::vector<Dependence> findDependences(NestModel &model);

/// Each pair comes in its order. (Allen and Kennedy 2001, ch. 2: a reordering
/// is legal if it preserves every dependence.)
bool keepsOrder(NestModel &model, const std::vector<Dependence> &dependences,
                const Order &order);

} // namespace hocket::transformation
