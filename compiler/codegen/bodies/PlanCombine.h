// SPDX-License-Identifier: Apache-2.0
//
// The task that makes one result of what the chunks of a loop left.
#pragma once

#include "codegen/bodies/BodyContext.h"
#include "codegen/plan/BodyPlan.h"

namespace hocket::codegen {

/// The form of a Combine task that is not of a search, and its counter.
void planCombine(const BodyContext &body, BodyPlan &plan);

void writeCombine(const RegionContext &c, const CombineForm &form,
                  CWriter &out);

} // namespace hocket::codegen
