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
  std::string
      bodyPrologue; ///< sets the iterator where the header counts otherwise
  std::string
      epilogue; ///< gives an iterator that outlives the loop its last value
};

/// How a loop is to be cut.
struct Cut {
  unsigned chunks = 1, grain = 1;
  /// Turns a condition into the one to emit.
  std::function<std::string(std::string)> wrap;
};

/// The loop that runs chunk `<prefix>c`.
ChunkedLoop chunkLoop(const ir::Program &program, const ir::Counted &counted,
                      const Filler &filler, const std::string &prefix,
                      const Cut &cut);

} // namespace hocket::codegen
