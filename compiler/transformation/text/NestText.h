// SPDX-License-Identifier: Apache-2.0
//
// The C text of a nest in another order: isl generates loops for the new times
// (Grosser, Verdoolaege and Cohen, "Polyhedral AST generation is more than
// scanning polyhedra", TOPLAS 2015), the units keep the user's text.
//
// Loops have the iterators' own names and types; what isl has computed away is
// declared for the unit. Where it is not known that the moved loop is long
// enough, or that areas are apart, that is tested, and else the user's nest
// runs.
#pragma once

#include "ir/Text.h"
#include "transformation/nest/Nest.h"
#include "transformation/nest/NestModel.h"
#include "transformation/order/AliasTests.h"
#include "transformation/text/EntryText.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::transformation {

struct NestText {
  ir::Replacement text; ///< in the place of the nest's root
  /// Iterators of its loops over tiles: whether their iterations are
  /// independent of each other, wherever they run.
  std::map<std::string, bool> tileLoops;
};

/// Nothing if C text cannot say it.
/// \param isTested loops that were moved, and those that they were moved into,
/// are long, or the user's nest runs
std::optional<NestText> nestText(NestModel &model, const Reordered &reordered,
                                 const AliasTests &tests,
                                 const FreshName &freshName, bool isTested);

} // namespace hocket::transformation
