// SPDX-License-Identifier: Apache-2.0
//
// When a node runs: in which iterations of the loops around it, and under which
// conditions.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// When the node runs.
Domain makeDomain(ModelData &m, ir::NodeId node);

} // namespace hocket::polyhedral
