// SPDX-License-Identifier: Apache-2.0
//
// Loops over tiles of a nest, which the compiler itself has written.
#pragma once

#include "ir/Program.h"

#include <map>
#include <string>

namespace hocket::ir {

/// Says of each loop whose iterator is one of `iterators` that it counts tiles,
/// independent ones where the map says so. Nothing else in the program may have
/// these names.
void markTiles(Program &program, const std::map<std::string, bool> &iterators);

/// Whether a loop around `node` (not itself) counts tiles.
bool isInTile(const Program &program, NodeId node);

/// A loop of tiles that are not independent, or in a tile around other loops:
/// whoever made the tiles has seen that cores gain nothing there.
bool keepsOrderOfTiles(const Program &program, NodeId loop);

} // namespace hocket::ir
