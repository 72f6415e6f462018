// SPDX-License-Identifier: Apache-2.0
//
// Macro-task bodies: one C function for each task that is not replicated. It
// reads as the user wrote it: variables keep their names, as local copies or as
// pointers loaded from the frame at the top, so that no address goes through
// the frame in a loop.
//
// Needs: a region with its frame. Promises: everything that is decided about a
// body is in its plan; WriteBody.h only writes.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "codegen/plan/BodyPlan.h"

namespace hocket::codegen {

/// \param chunks how many a Chunks task is cut into, or a Combine task combines
/// \param insertions into the user's text (empty but for cost estimation)
BodyPlan planBody(const RegionContext &c, taskgraph::TaskId task,
                  unsigned chunks, const ir::Insertions &insertions);

} // namespace hocket::codegen
