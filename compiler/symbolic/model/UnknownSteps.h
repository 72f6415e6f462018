// SPDX-License-Identifier: Apache-2.0
//
// Loops that walk by a multiple of a variable: `for (i = s; i < n; i += m)`,
// `p += 3 * stride`.
//
// Values of what is moved are polynomials `entry + m * k` of second degree,
// which Overlap takes apart like linearized subscripts with rows of length m.
// That m moves the loop towards its bound is proved, or assumed and tested on
// entry. isl cannot divide by a variable, so the trip count is `way / m` where
// that is a polynomial, else an unknown number.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// What an iteration adds to the variable.
std::optional<Polynomial> stepOf(ModelData &m, const ir::Induction &induction);

/// ceil(way / stepSize), or a number of which only this is known: that it is
/// not negative, and not greater than the way, as each iteration takes at least
/// 1 off that.
std::optional<Polynomial> unknownTrips(ModelData &m, const LoopShape &shape);

/// Else the trip count would be another one, or none. Proved, or assumed.
bool stepIsPositive(ModelData &m, ir::NodeId loop, LoopShape &shape);

/// What counts with a `!=` is at its bound after a whole number of steps.
bool meetsBound(ModelData &m, ir::NodeId loop, const LoopShape &shape,
                const isl::set &given);

} // namespace hocket::polyhedral
