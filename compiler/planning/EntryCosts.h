// SPDX-License-Identifier: Apache-2.0
//
// What a region tests on entry before it runs in parallel: that the work, with
// the trip counts of that moment, pays for entering and for the waits.
#pragma once

#include "analysis/Effects.h"
#include "soc/SocSpec.h"
#include "taskgraph/RegionFacts.h"
#include "taskgraph/RegionPlan.h"

namespace hocket::planning {

/// The entry tests how long an iteration of the task, a pipeline, takes.
bool isIterationTested(const taskgraph::RegionFacts &facts,
                       const taskgraph::Region &region, taskgraph::TaskId task);

/// Tests only where a trip count is known on entry and not a constant; the rest
/// was decided from the plan.
taskgraph::EntryCost entryCost(const taskgraph::RegionFacts &facts,
                               const taskgraph::Region &region,
                               const taskgraph::RegionCosts &costs,
                               const taskgraph::RegionPlan &plan,
                               const soc::SocSpec &soc);

/// For entries that do not decide by costs: the work alone, for their nets.
taskgraph::EntryCost entryWithoutTests(const taskgraph::RegionFacts &facts,
                                       const taskgraph::Region &region,
                                       const taskgraph::RegionCosts &costs);

/// True if the plan's figures rest on a trip count that is neither constant nor
/// known on entry.
bool restsOnGuesses(const taskgraph::RegionFacts &facts,
                    const taskgraph::Region &region);

/// True if no trip count known on entry could make the region pay or not: the
/// plan's own figures decide.
bool isConstantWork(const taskgraph::RegionFacts &facts,
                    const taskgraph::Region &region);

/// True if trip counts known on entry can make the region less work than the
/// plan's figures say, but not more: the arrays are not longer.
bool isMostWork(const taskgraph::RegionFacts &facts,
                const taskgraph::Region &region);

/// True if nothing says how much a repeated level with waits does in each
/// repetition: how often some loop runs whose chunks wait there is neither a
/// constant, nor profiled, nor known on entry, nor a function of the iterators
/// around it. So the entry cannot test whether the waits pay.
bool isUnguarded(const taskgraph::RegionFacts &facts,
                 const taskgraph::Region &region,
                 const taskgraph::RegionPlan &plan,
                 taskgraph::LevelIndex level);

} // namespace hocket::planning
