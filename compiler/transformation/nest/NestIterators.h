// SPDX-License-Identifier: Apache-2.0
//
// Iterators of a nest mean nothing outside of their loops, and each name means
// one of them.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "transformation/nest/Nest.h"

#include <cstddef>
#include <string>

namespace hocket::transformation {

/// Only its header counts the loop, and nothing leaves it.
bool isNestLoop(const ir::Program &program, ir::NodeId node);

/// How many of the block's children from `at` on are one declaration of
/// iterators of such loops alone, `int i, j;`; 0: none. Loops in another order
/// declare their own.
std::size_t countIteratorsAt(const ir::Program &program, ir::NodeId block,
                             std::size_t at);

/// What breaks that, for people; empty: nothing.
std::string checkIterators(const polyhedral::ProgramIndex &index,
                           const Nest &nest);

} // namespace hocket::transformation
