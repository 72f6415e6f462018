// SPDX-License-Identifier: Apache-2.0
//
// May a statement be evaluated where the sequential program would not get to
// it? Some reductions need that: in `ok = ok && a[i]`, a chunk does not know
// that an earlier one has found ok to be false.
#pragma once

#include "symbolic/AffineModel.h"
#include "verdict/LoopVerdict.h"

#include <functional>

namespace hocket::polyhedral {

/// The access, to `address`, is always within the declared object that it
/// names.
/// \param given what holds wherever it happens.
bool isWithinObject(AffineModel &model, const analysis::EffectItem &item,
                    const std::optional<Value> &address, const isl::set &given);

/// No division, but by constants.
bool dividesByConstants(const ir::Program &program, const ir::TextRange &range);

/// The statement calls nothing, divides by nothing, and reads only variables,
/// elements that are surely within a declared array, and what `guard` (if any),
/// which is evaluated before it, always reads too.
/// \param isKnownSafe of further accesses
bool isSafeToRun(
    AffineModel &model, ir::StmtId stmt, ir::StmtId guard = ir::StmtId::None,
    const std::function<bool(const analysis::EffectItem &)> &isKnownSafe = {});

/// True but for logical reductions whose operands are not safe to run.
bool isSafeWithoutOrder(AffineModel &model, const ReductionObject &reduction);

} // namespace hocket::polyhedral
