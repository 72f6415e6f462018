// SPDX-License-Identifier: Apache-2.0
//
// What analysis knows of an access as it is written.
#pragma once

#include "analysis/Effects.h"

#include <vector>

namespace hocket::speculation {

/// The statement's own effects of that access, which are there as long as the
/// effects are. Empty: nothing is known.
std::vector<const analysis::EffectItem *>
itemsOf(const analysis::Effects &effects, ir::StmtId stmt,
        const ir::Access &access);

} // namespace hocket::speculation
