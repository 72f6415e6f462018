// SPDX-License-Identifier: Apache-2.0
//
// Costs of the leaves of regions on each core of a chip, from the machine costs
// of their bodies and of the functions that they call.
#pragma once

#include "cost/MachineCost.h"
#include "soc/SocSpec.h"
#include "taskgraph/RegionFacts.h"
#include "taskgraph/RegionPlan.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hocket::cost {

/// C text of a unit with each leaf as a function; see codegen/CostText.h.
struct CostInput {
  std::string text;
  /// Function of each leaf: (position of the region, leaf).
  std::map<std::pair<size_t, taskgraph::LeafIndex>, std::string> functions;
  std::vector<std::string> exported; ///< functions that other units may call
};

/// Costs of texts that were compiled before, by core type and text; regions are
/// formed and estimated in several rounds.
using CostCache = std::map<std::pair<uint32_t, std::string>,
                           std::optional<std::map<std::string, FunctionCost>>>;

/// What the leaves are to run on.
struct CostTarget {
  const soc::SocSpec &soc;
  const std::vector<uint32_t> &cores;    ///< of the spec
  const std::vector<std::string> &flags; ///< that the program is compiled with
};

/// Cycles that a function outside the program is taken to need: an elementary
/// function of the mathematics library, about.
constexpr double externalCallCycles = 40;

/// \returns the costs of each region, in the order of `regions`; nanoseconds at
///   the highest operating point. If a unit does not compile for a core type,
///   `problem` says why and its leaves count as their rough size.
std::vector<taskgraph::RegionCosts>
estimateRegions(const std::vector<taskgraph::Region> &regions,
                const std::vector<CostInput> &inputs,
                const taskgraph::RegionFacts &facts, const CostTarget &target,
                CostCache &cache, std::string &problem);

} // namespace hocket::cost
