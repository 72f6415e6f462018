// SPDX-License-Identifier: Apache-2.0
//
// Updates that a clone leaves to the program.
#pragma once

#include "speculation/loop/SpeculativeLoop.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::codegen {

/// Functions `*target op= *value`, or `*target = formula`, for updates that may
/// be made later; each once.
class ApplyFunctions {
public:
  ApplyFunctions(std::string prefix, std::string base)
      : prefix_(std::move(prefix)), base_(std::move(base)) {}

  /// \returns its name, which is also that of the structure of the operands of
  /// a formula
  std::string nameFor(const speculation::MemoryMark &mark);
  const std::string &definitions() const { return definitions_; }

private:
  std::string prefix_, base_;
  std::map<std::string, std::string> names_; ///< by body
  std::string definitions_;
};

/// What stands in a mark's text, or in place of some of it.
struct DeferredPiece {
  uint32_t begin = 0, end = 0;
  std::string text;
  bool isBegin = false;
  uint32_t length = 0; ///< of what begins or ends there
};

/// \param mark of kind Defer
/// \param number that names what is declared
std::vector<DeferredPiece> deferredText(const speculation::MemoryMark &mark,
                                        unsigned number,
                                        const std::string &prefix,
                                        ApplyFunctions &applies);

} // namespace hocket::codegen
