// SPDX-License-Identifier: Apache-2.0
//
// `#pragma hocket accelerator(fft, 1000, in(x[0:n]), out(y))` in the text of a
// unit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::accelerators {

/// A variable, or `count` elements of what it leads to, from `first` on.
struct Section {
  std::string variable;
  std::string first, count; ///< C expressions; empty: all of the variable
  bool isIn = false, isOut = false;
};

struct Pragma {
  uint32_t begin = 0, end = 0; ///< its line, without the end of line
  std::string accelerator;
  double cycles = 0;             ///< of the accelerator
  std::string runs;              ///< what it is to run; empty: not said
  std::vector<Section> sections; ///< as they stand there; each once
  std::string problem;           ///< why it cannot be read; empty: it can
};

/// In order of text. \param text preprocessed
std::vector<Pragma> findPragmas(std::string_view text);

} // namespace hocket::accelerators
