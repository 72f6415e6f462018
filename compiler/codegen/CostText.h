// SPDX-License-Identifier: Apache-2.0
//
// The C that cost estimation compiles: a unit's own functions, and each leaf as
// a function that runs all of it. Every loop's condition says how often it is
// expected to hold.
#pragma once

#include "codegen/Frame.h"
#include "taskgraph/Region.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace hocket::codegen {

struct CostText {
  ir::UnitId unit = ir::UnitId::None;
  std::string text;
  /// Function of each leaf: (position of the region, leaf).
  std::map<std::pair<size_t, taskgraph::LeafIndex>, std::string> functions;
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
