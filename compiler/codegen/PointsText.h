// SPDX-License-Identifier: Apache-2.0
//
// The operating points that were chosen for a program's parts, as constants of
// the emitted C (runtime/include/hocket/abi_points.h).
#pragma once

#include "power/prices/ChoosePrices.h"

#include <string>

namespace hocket::codegen {

/// `static struct hk_points hk_main_1_points = ...;` and its tables.
/// \param name with the prefix of the runtime's names: "hk_main_1"
std::string pointsText(const power::PricedPart &part, const std::string &name,
                       const std::string &prefix);

/// At some price the core asks for another point at its slot (power::Wishes)
/// than at the one before. Never at its first one: the region begins with that.
bool isChangedAt(const power::PricedPart &part, std::size_t core,
                 std::size_t slot);

/// The number that the core's slot has among those of all cores.
std::size_t slotOf(const power::PricedPart &part, std::size_t core,
                   std::size_t slot);

/// What is declared for them, and the program's plan. To stand behind
/// chipText(). \param prices the first part is what one core runs alone, the
/// second what all cores run
std::string pricesText(const power::Prices &prices, const std::string &prefix);

} // namespace hocket::codegen
