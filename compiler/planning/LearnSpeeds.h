// SPDX-License-Identifier: Apache-2.0
//
// How fast unlike cores run the loops of a program: by the SoC spec before
// anything is known of these loops, then as this round's costs say.
//
// Needs: a chip; regions with costs. Promises: each loop is learnt of once, so
// the rounds end.
#pragma once

#include "planning/Context.h"
#include "planning/Findings.h"

#include <vector>

namespace hocket::planning {

/// By capacity; empty where all cores are of one type.
taskgraph::CoreSpeeds speedsBySpec(const soc::SocSpec &soc,
                                   const std::vector<uint32_t> &cores);

/// Adds what the loops of these regions cost on each core, where that is not
/// known yet.
void learnSpeeds(const std::vector<PlannedRegion> &regions, Findings &findings);

} // namespace hocket::planning
