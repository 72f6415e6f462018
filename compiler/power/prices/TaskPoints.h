// SPDX-License-Identifier: Apache-2.0
//
// Points that change within a level. Each core asks for a point when it starts
// a task, and after its last one; a clock takes the highest that its cores ask
// for, as the runtime and Linux do. So no task is slower than at its own point,
// however long the others really take, and a core whose work is not what takes
// the time, or is done, does not keep its clock up.
#pragma once

#include "power/prices/FixedPoints.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hocket::power {

/// By core of the level: the point that it asks for at the start of each of its
/// tasks, in order, and behind the last one.
using Wishes = std::vector<std::vector<uint32_t>>;

/// What a level comes to.
struct Taken {
  double ns = 0;     ///< until the last task and the last change end
  double joules = 0; ///< of all of the chip's cores until the last task ends
};

/// Executes the level event by event. Clocks begin with what the cores ask for
/// first; while one changes, its cores stand still. As in FixedPoints, cores
/// that run tasks are awake throughout, the others sleep, and gangs run at the
/// speed of their slowest.
/// \param points by domain, for clocks none of whose cores runs tasks
Taken takenAt(TimedLevel level, const ChipPower &chip,
              const std::vector<uint32_t> &points, const Wishes &wishes);

/// The same point throughout, each core its clock's.
Wishes steadyWishes(TimedLevel level, const ChipPower &chip,
                    const std::vector<uint32_t> &points);

/// Better ones than the steady, found by changing one of them, or those from
/// one on, as long as that saves energy and takes no more time: a local search
/// of bounded work. \returns nothing where it saves less than a hundredth.
std::optional<Wishes> changingWishes(TimedLevel level, const ChipPower &chip,
                                     const std::vector<uint32_t> &points);

} // namespace hocket::power
