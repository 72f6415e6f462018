// SPDX-License-Identifier: Apache-2.0
//
// Operating points. While a domain changes its point all its cores stand still.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

/// Has the domain change to the point, after the change that it is in, if any.
/// \param core that pays for it; none: nobody does
void requestPoint(State &state, uint32_t domain, uint32_t point,
                  uint32_t core = none);

/// The domain has the point, or will have it after its changes.
bool hasPoint(const State &state, uint32_t domain, uint32_t point);

/// A change has ended.
void clockDone(State &state, uint32_t domain);

/// The lowest point that does at least so many hertz; the highest if none does.
uint32_t pointFor(const power::DomainPower &domain, double hertz);

} // namespace hocket::simulation
