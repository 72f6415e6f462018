// SPDX-License-Identifier: Apache-2.0
//
// Which of isl's loops count tiles.
#pragma once

#include "transformation/text/NestAst.h"

namespace hocket::transformation {

/// Some run below has a number of its tile from the loop's counter.
bool countsTiles(const NestAst &ast, const isl::ast_node_for &loop);

/// The counter is one number of the tile for all runs below, and no other, and
/// tiles that differ in it are independent.
bool isOverIndependentTiles(const NestAst &ast, const isl::ast_node_for &loop);

} // namespace hocket::transformation
