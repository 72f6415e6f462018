// SPDX-License-Identifier: Apache-2.0
//
// What analysis knows of an access as it is written.
#pragma once

#include "analysis/Effects.h"

#include <functional>
#include <vector>

namespace hocket::speculation {

/// The statement's own effects of that access, which are there as long as the
/// effects are. Empty: nothing is known.
std::vector<const analysis::EffectItem *>
itemsOf(const analysis::Effects &effects, ir::StmtId stmt,
        const ir::Access &access);

/// The access falls into objects that are known, and of each of them the test
/// holds; None stands for those of an effect on no object.
bool isWithin(const analysis::Effects &effects, ir::StmtId stmt,
              const ir::Access &access,
              const std::function<bool(const analysis::EffectItem &,
                                       ir::ObjectId)> &test);

} // namespace hocket::speculation
