// SPDX-License-Identifier: Apache-2.0
//
// The locals of a body: for each variable that the task's text names, where the
// body has it, what it starts with and what is written back.
#pragma once

#include "codegen/bodies/BodyContext.h"
#include "codegen/plan/BodyPlan.h"

#include <set>
#include <vector>

namespace hocket::codegen {

/// What later steps need beside the plan.
struct LocalsState {
  std::set<ir::ObjectId> declared;
  std::vector<Carried> carried; ///< through the stages of a pipeline
  std::vector<Assignment>
      block; ///< at the start of each of a pipeline's blocks
  /// Where private copies are, behind the trip count of a pipeline.
  std::vector<Assignment> late;
  /// What the first pass of a scan stores: the totals, and nothing else.
  std::vector<Update> totals;
};

/// The declaration of a variable of that name, of the object's type.
std::string declaredIn(const BodyContext &body, ir::ObjectId object,
                       const std::string &name);

/// Adds locals, names and stores for every variable that the task names, after
/// those that its type names.
LocalsState planLocals(const BodyContext &body, BodyPlan &plan);

} // namespace hocket::codegen
