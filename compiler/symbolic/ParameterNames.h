// SPDX-License-Identifier: Apache-2.0
//
// From isl's dimensions back to polynomials.
#pragma once

#include "symbolic/SymbolTable.h"

#include <optional>
#include <string_view>

namespace hocket::polyhedral {

/// The product of parameters that a dimension of a set stands for; nothing if
/// something else is in it.
std::optional<Monomial> parametersOf(const SymbolTable &symbols,
                                     std::string_view name);

} // namespace hocket::polyhedral
