// SPDX-License-Identifier: Apache-2.0
//
// From loop verdicts to the regions that pay.
//
// Needs: a verified program with its effects and verdicts, and a chip.
// Promises: regions do not overlap, each has a verified schedule, and each is
// predicted to pay, at least with the work that its entry asks for; the same
// input gives the same plan on every machine.
//
// Which regions to form depends on costs, and costs are known only of regions
// that were formed. So this goes in rounds: form regions and find their
// dependences (Candidates.h), estimate (Estimates.h), schedule; loops too small
// to be cut, levels and regions without gain are named (Choice.h, Findings.h),
// and the next round does without them. The last round's regions all pay.
#pragma once

#include "codegen/frame/Frame.h"
#include "planning/Inputs.h"
#include "planning/PlannedProgram.h"
#include "soc/SocSpec.h"

namespace hocket::planning {

/// Throws std::logic_error where a region is malformed or a schedule does not
/// verify: mistakes of the compiler.
PlannedProgram planProgram(const Understood &understood,
                           const codegen::Naming &naming,
                           const soc::SocSpec &soc, const PlanOptions &options);

} // namespace hocket::planning
