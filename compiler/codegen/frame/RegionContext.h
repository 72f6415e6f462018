// SPDX-License-Identifier: Apache-2.0
//
// What writing one region as C reads: the program, the region, its frame.
#pragma once

#include "codegen/frame/Frame.h"
#include "codegen/frame/TwinOptions.h"
#include "ir/AcceleratorMark.h"
#include "ir/Text.h"
#include "taskgraph/CacheCalls.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace hocket::codegen {

/// Everything that emission of one region reads.
struct RegionContext {
  const ir::Program &program;
  const std::vector<polyhedral::LoopVerdict> &verdicts;
  const taskgraph::Region &region;
  const Frame &frame;
  const Naming &naming;
  std::string name; ///< prefix of the region's identifiers: "hk_heat1"
  bool forC = true; ///< false: text that cost estimation compiles
  /// Lines above the region that have to stand right above its first loop.
  std::string pragmas = {};
  /// Of the region's unit, see ParallelParts.
  ir::Replacements originals = {};
  bool hidesTasks = false; ///< EmitOptions::hidesTasks
  TwinOptions twins = {};
  bool hasPoints = false; ///< ScheduledRegion::points
  /// Where its cores are of clusters that are not coherent; else null.
  const taskgraph::CachePlan *caches = nullptr;
  bool hasNets = false; ///< what is slower in parallel is found at run time
  /// Of the marks in the program, by their numbers.
  llvm::ArrayRef<ir::AcceleratorTask> accelerated = {};
};

} // namespace hocket::codegen
