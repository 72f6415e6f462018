// SPDX-License-Identifier: Apache-2.0
//
// When a residue is the value itself.
//
// Two questions are kept apart: what a C expression is congruent to modulo
// 2^bits (cheap: ring operations), and whether that is its true value: signed
// arithmetic does not overflow; for the rest isl has to prove the range, or the
// model may assume it and says so.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// The values of the type that the residue is to be one of.
RangeAssumption typeRange(const Value &value, const ir::Expr &type);

/// isl proves that the polynomial is the value itself.
bool provesExact(ModelData &m, Value &value, const ir::Expr &type, Point point);

/// True if the assumption may be made; then it is noted.
bool assume(ModelData &m, RangeAssumption assumption, ir::NodeId where);

/// Proved, or assumed; then the value says so.
bool makeExact(ModelData &m, Value &value, const ir::Expr &type, Point point);

/// The expression as an integer that is proved, or assumed, to be it.
std::optional<Polynomial> exactInteger(ModelData &m, ir::ExprId id,
                                       Point point);

/// The same, if no monomial multiplies something that varies.
std::optional<Polynomial> exactLinear(ModelData &m, ir::ExprId id, Point point);

} // namespace hocket::polyhedral
