// SPDX-License-Identifier: Apache-2.0
//
// The text of a unit where it runs in another order: the user's statements, and
// before them what isl has computed away of the iterators.
#pragma once

#include "transformation/text/NestNames.h"

#include <string>

namespace hocket::transformation {

/// \param user a user node of the tree. \returns nothing for a unit that only
/// declares what is declared elsewhere.
std::string unitText(const NestModel &model, const NestAst &ast,
                     const NestNames &names, const isl::ast_node &user);

/// What is generated for the loop stands where it did, line and column.
std::string loopMarker(const NestModel &model, ir::NodeId loop);

} // namespace hocket::transformation
