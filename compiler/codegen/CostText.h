// SPDX-License-Identifier: Apache-2.0
//
// The C that cost estimation compiles: a unit's own functions, and each task as
// a function that runs all of it. Every loop's condition says how often it is
// expected to hold.
#pragma once

#include "codegen/frame/Frame.h"
#include "taskgraph/Region.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hocket::codegen {

/// A task as a function.
struct CostFunction {
  taskgraph::TaskId task = taskgraph::none;
  std::string name;
  std::string text;
  std::string key; ///< the text without its own and the region's name
  /// A pipeline that runs one ordered stage twice: behind the function of the
  /// task as it is.
  bool hasStageTwice = false;
};

/// The leaves of one region of which the machine costs count.
struct CostPart {
  size_t region = 0; ///< its position
  std::string frame; ///< the types that the functions share
  std::vector<CostFunction> functions;
};

struct CostText {
  ir::UnitId unit = ir::UnitId::None;
  std::string prelude; ///< the unit's own functions
  std::vector<CostPart> parts;
  /// Functions of the unit that are needed, and that other units may call.
  std::vector<std::string> exported;
};

struct CostTextOptions {
  /// Iterations to expect of a loop.
  std::function<double(ir::NodeId)> trips;
  /// How often the branch is taken, of 1; nothing where that is not known.
  std::function<std::optional<double>(ir::NodeId)> taken;
  /// False: nothing that counts calls the function, its body may be left out.
  std::function<bool(ir::FunctionId)> isNeeded;
};

/// One text for each unit that has a region, or needed functions that others
/// may call.
std::vector<CostText>
emitCostTexts(const ir::Program &program,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const std::vector<taskgraph::Region> &regions,
              const Naming &naming, const CostTextOptions &options);

} // namespace hocket::codegen
