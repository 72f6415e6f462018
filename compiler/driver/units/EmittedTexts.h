// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace hocket::driver {

/// What is to be compiled in place of the user's C files.
struct EmittedTexts {
  std::vector<std::string> units; ///< the text of each C input, in order
  /// For the compiler, before the user's own, which may say otherwise: what
  /// nests in another order ask for.
  std::vector<std::string> flags;
  std::vector<char> isReordered; ///< by unit: has such nests; empty: none has
  bool hasDeadlines = false;     ///< the user's text has pragmas of ours
  bool triesLoops = false;       ///< has loops that run speculatively
};

/// For the linker where loops are tried: the program's functions that free or
/// enlarge a block are the runtime's, which know blocks that copies of the
/// process have left (runtime/src/speculate/heap/heap.c).
inline constexpr const char *wrapsHeap =
    "-Wl,--wrap=free,--wrap=realloc,--wrap=reallocarray,"
    "--wrap=malloc_usable_size,--wrap=getline,--wrap=getdelim,"
    "--wrap=__getdelim";

/// For the user's own text where it has such pragmas: the compiler shall not
/// warn that it does not know them.
inline constexpr const char *knowsOurPragmas = "-Wno-unknown-pragmas";

} // namespace hocket::driver
