// SPDX-License-Identifier: Apache-2.0
//
// The C text of precomputed calls (runtime/include/hocket/abi_pre.h): what a
// function asks first, its record with what makes a call of it from a structure
// of its arguments, and what stands around a loop.
#pragma once

#include "ir/Program.h"
#include "precomputation/PrecomputedCalls.h"

#include <string>

namespace hocket::codegen {

struct PrecomputedText {
  std::string declaration; ///< before the function
  std::string before;      ///< where its body, or the loop, begins
  std::string after;       ///< where that ends
  std::string tail; ///< at the end of the unit; after a function's stands its
                    ///< body once more, for what is made ahead
};

PrecomputedText
emitPrecomputed(const ir::Program &program,
                const precomputation::PrecomputedFunction &function,
                const std::string &prefix);

/// \param number of the loop in the program
PrecomputedText emitPrecomputed(const ir::Program &program,
                                const precomputation::PrecomputedLoop &loop,
                                const std::string &prefix, std::size_t number,
                                bool always);

} // namespace hocket::codegen
