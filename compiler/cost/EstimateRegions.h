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
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hocket::cost {

/// A task as a C function.
struct CostFunction {
  taskgraph::TaskId task = taskgraph::none;
  std::string name;
  std::string text;
  std::string key; ///< equal for functions that cost the same
  /// The task, a pipeline, with an ordered stage run twice as often.
  bool hasStageTwice = false;
};

/// The leaves of one region; see codegen/CostText.h.
struct CostPart {
  size_t region = 0; ///< its position
  std::string frame; ///< text that its functions need
  std::vector<CostFunction> functions;
};

/// C text of a unit, and parts to be compiled together with it.
struct CostInput {
  size_t unit = 0;
  std::string prelude;
  std::vector<CostPart> parts;
  std::vector<std::string> exported; ///< functions that other units may call
};

/// Functions of a unit that other units call.
struct ExportedCosts {
  std::set<std::string> asked;               ///< compiled, or tried to
  std::map<std::string, FunctionCost> costs; ///< with those that they call
};

/// What was compiled before: regions are formed and estimated in several
/// rounds, and most of their leaves stay the same.
struct CostCache {
  /// By core type, unit and key: cycles of the function, callees included;
  /// nothing where they are not known.
  std::map<std::tuple<uint32_t, size_t, std::string>, std::optional<double>>
      functions;
  /// By core type and unit. Later rounds may call more.
  std::map<std::pair<uint32_t, size_t>, ExportedCosts> exported;
};

/// What the leaves are to run on.
struct CostTarget {
  const soc::SocSpec &soc;
  const std::vector<uint32_t> &cores;    ///< of the spec
  const std::vector<std::string> &flags; ///< that the program is compiled with
  const CycleEstimator &cycles;          ///< estimateCycles, or like it
};

/// \returns the costs of each region, in the order of `regions`; nanoseconds at
///   the highest operating point. If a unit does not compile for a core type,
///   `problem` says why and its leaves count as their rough size.
std::vector<taskgraph::RegionCosts>
estimateRegions(const std::vector<taskgraph::Region> &regions,
                const std::vector<CostInput> &inputs,
                const taskgraph::RegionFacts &facts, const CostTarget &target,
                CostCache &cache, std::string &problem);

} // namespace hocket::cost
