// SPDX-License-Identifier: Apache-2.0
//
// A counted loop cut into contiguous chunks, as C.
#pragma once

#include "codegen/Text.h"

#include <string>

namespace hocket::codegen {

/// C expression of type long long: iterations of the loop, not negative.
/// \param lower text of the first value, of the iterator's type; \param bound
/// text of the bound.
std::string tripCount(const ir::Program &program, const ir::Counted &counted,
                      const std::string &lower, const std::string &bound,
                      const std::string &prefix);

struct ChunkedLoop {
  std::string prologue; ///< declares <prefix>count, first, last
  std::string header;   ///< `for (...)`
  std::string bodyPrologue; ///< sets the iterator where the header counts otherwise
  std::string epilogue; ///< gives an iterator that outlives the loop its last value
};

/// \param type C type of the iterator around its name; \param chunk, chunks C
/// text; \param wrap turns a condition into the one to emit.
ChunkedLoop chunkLoop(const ir::Program &program, const ir::Counted &counted,
                      const Filler &filler, const std::string &prefix,
                      unsigned chunks, unsigned grain,
                      const std::function<std::string(std::string)> &wrap);

} // namespace hocket::codegen
