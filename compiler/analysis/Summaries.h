// SPDX-License-Identifier: Apache-2.0
//
// What a function does for its caller: the items of its statements, said by its
// parameters where it never changes them, merged where they say the same.
#pragma once

#include "analysis/EffectFacts.h"
#include "analysis/EffectWork.h"

#include <cstdint>
#include <vector>

namespace hocket::analysis {

/// \param work of the whole program, by StmtId: that of the function's own
/// statements is read. \param function has a body
Summary summarizeFunction(const EffectFacts &facts,
                          const std::vector<StmtWork> &work,
                          ir::FunctionId function);

/// What any of the functions may do, whatever its arguments.
Summary uniteSummaries(const std::vector<Summary> &summaries,
                       const std::vector<uint32_t> &functions);

bool sameSummary(const Summary &a, const Summary &b);

} // namespace hocket::analysis
