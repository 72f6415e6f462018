// SPDX-License-Identifier: Apache-2.0
//
// The per-core C of a whole program: each unit's own text with frames, entries,
// bodies and per-core programs put in.
//
// Needs: verified plans. Promises: units without regions come out byte for byte
// as they went in; the text is preprocessed C that gcc and clang accept; no
// identifier of ours begins like one of the user's; the same input gives the
// same bytes.
#pragma once

#include "codegen/AbiText.h"
#include "codegen/CalledOnce.h"
#include "codegen/Entry.h"
#include "codegen/forkjoin/ForkJoin.h"
#include "codegen/frame/Frame.h"
#include "ir/AcceleratorMark.h"
#include "ir/Text.h"
#include "power/prices/ChoosePrices.h"
#include "precomputation/PrecomputedCalls.h"
#include "speculation/loop/SpeculativeLoop.h"
#include "taskgraph/RegionPlan.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::codegen {

struct EmittedUnit {
  std::string path;        ///< the user's file
  std::string text;        ///< preprocessed C
  bool hasRegions = false; ///< or functions that divide their work
};

/// A region that is worth emitting, with its plan.
struct ScheduledRegion {
  const taskgraph::Region *region = nullptr;
  const taskgraph::RegionPlan *plan = nullptr;
  taskgraph::EntryCost cost;
  const power::PricedPart *points = nullptr; ///< null: clocks are not planned
  /// Of the marks in the program, by their numbers.
  llvm::ArrayRef<ir::AcceleratorTask> accelerated = {};
};

/// All that is put into the units.
struct ParallelParts {
  std::vector<ScheduledRegion> regions;
  /// Their calls inside regions stay as they are.
  std::vector<polyhedral::ForkJoinFunction> forkJoin;
  ForkJoinOptions forkJoinOptions;
  /// None of them meets a region.
  std::vector<speculation::SpeculativeLoop> speculative;
  precomputation::PrecomputedCalls precomputed;
  bool alwaysPrecomputed = false; ///< however little a call does
  bool alwaysSpeculative = false; ///< however short a loop is
  /// By unit, what the user wrote where calls were written out in place. Comes
  /// back wherever one core runs it: outside regions, and in their sequential
  /// versions.
  std::map<ir::UnitId, ir::Replacements> originals;
  /// What the user's program calls once (CalledOnce.h).
  FunctionNames once;
  /// By function: it may come to call itself (analysis::Effects).
  std::vector<char> isRecursive;
};

struct EmitOptions {
  Ordering ordering = Ordering::Inline;
  /// The compiler behind inlines functions that are called once (CalledOnce.h).
  bool inlinesCalledOnce = false;
  /// Of the chip (chip/ChipText.h), for units with regions; may be empty.
  std::string chip = {};
  /// A unit without regions has it, too, if none has any: clocks are planned.
  bool needsChip = false;
  /// What the tasks' functions do is not for the compiler to see where they are
  /// called: gcc 12 forms addresses in loops for other machines than x86 that
  /// it then takes for no memory at all, and leaves out calls of functions that
  /// write by such addresses alone. In the user's function they stand inside.
  bool hidesTasks = false;
};

std::vector<EmittedUnit>
emitProgram(const ir::Program &program,
            const std::vector<polyhedral::LoopVerdict> &verdicts,
            const ParallelParts &parts, const Naming &naming,
            const EmitOptions &options);

/// Prefix of the identifiers of the n-th region of a unit: "hk_main_1".
std::string regionName(const ir::Program &program,
                       const taskgraph::Region &region, const Naming &naming,
                       size_t n);

/// The first byte of the file-scope declaration that `offset` is in, so that
/// other declarations can be put before it.
uint32_t declarationStart(const std::string &text, uint32_t offset);

} // namespace hocket::codegen
