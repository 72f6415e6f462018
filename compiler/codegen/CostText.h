// SPDX-License-Identifier: Apache-2.0
//
// The C that cost estimation compiles: a unit's own functions, and each leaf as
// a function that runs all of it. Every loop's condition says how often it is
// expected to hold.
#pragma once

#include "codegen/Frame.h"
#include "taskgraph/Region.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace hocket::codegen {

/// The leaves of one region.
struct CostPart {
  size_t region = 0; ///< its position
  std::string text;
  std::string key; ///< the text without the region's own name
  std::vector<std::pair<taskgraph::LeafIndex, std::string>> functions;
};

struct CostText {
  ir::UnitId unit = ir::UnitId::None;
  std::string prelude; ///< the unit's own functions
  std::vector<CostPart> parts;
  /// Functions of the unit that other units may call.
  std::vector<std::string> exported;
};

/// One text for each unit that has a region, or functions that others call.
/// \param trips iterations to expect of a loop.
std::vector<CostText>
emitCostTexts(const ir::Program &program,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const std::vector<taskgraph::Region> &regions,
              const Naming &naming,
              const std::function<double(ir::NodeId)> &trips);

} // namespace hocket::codegen
