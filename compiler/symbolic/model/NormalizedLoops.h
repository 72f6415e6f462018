// SPDX-License-Identifier: Apache-2.0
//
// Loops whose iterations are counted from 0, and the values of induction
// variables in them: entry + step * number, and what the iteration has added so
// far.
//
// The test that lets iteration k run compares linear functions of k, so that
// the trip count is ceil(way / stepSize): `way` is what lies between the two
// sides in the first test, `stepSize` what an iteration takes off it. Both are
// over integers: nothing may wrap around on the way, which C promises for
// signed int and wider and for pointers; for the rest isl has to prove it.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// The polynomial is a value of the type of the loop's iterator.
bool fitsType(ModelData &m, const Polynomial &polynomial, ir::NodeId loop,
              const isl::set &given);

std::optional<LoopShape> makeNormalizedShape(ModelData &m, ir::NodeId loop);

} // namespace hocket::polyhedral
