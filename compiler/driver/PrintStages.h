// SPDX-License-Identifier: Apache-2.0
//
// Stable text of the later stages' results, for --print-after.
#pragma once

#include "codegen/EmitProgram.h"
#include "inlining/InlineCalls.h"
#include "planning/PlannedProgram.h"

namespace llvm {
class raw_ostream;
}

namespace hocket::driver {

/// The verdicts, with run-time checks as C that has "@" before the names of
/// hocket/abi.h.
void printVerdicts(const ir::Program &program,
                   const std::vector<polyhedral::LoopVerdict> &verdicts,
                   llvm::raw_ostream &out);
/// The calls that were written out, and how the loops are judged then.
void printInlining(const ir::Program &program,
                   const inlining::Inlining &inlined,
                   const std::vector<polyhedral::LoopVerdict> &verdicts,
                   llvm::raw_ostream &out);
void printGraphs(const ir::Program &program,
                 const planning::PlannedProgram &planned,
                 llvm::raw_ostream &out);
/// Nanoseconds, rounded: costs differ between LLVM's models.
void printCosts(const ir::Program &program,
                const planning::PlannedProgram &planned,
                llvm::raw_ostream &out);
/// The tasks of each core in order, and the waits.
void printSchedules(const ir::Program &program,
                    const planning::PlannedProgram &planned,
                    llvm::raw_ostream &out);
/// The units that have regions.
void printUnits(const std::vector<codegen::EmittedUnit> &units,
                llvm::raw_ostream &out);

} // namespace hocket::driver
