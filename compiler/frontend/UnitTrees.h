// SPDX-License-Identifier: Apache-2.0
//
// Clang's syntax trees of units, kept from reading to reading. A program is
// read several times: for what it can come to, for the IR, and again whenever a
// stage has written it anew, mostly in few of its units. Parsing the headers of
// all the others each time would take most of the time of the front end.
#pragma once

#include "frontend/ParseUnit.h"
#include "frontend/SourceInput.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace hocket {

class UnitTrees {
public:
  /// Of most programs all; of the largest it is a share of what the IR takes.
  static constexpr std::size_t defaultBytes = std::size_t(128) << 20;

  /// \param mostBytes the trees that are kept take, about; more are parsed
  /// each time.
  explicit UnitTrees(std::size_t mostBytes = defaultBytes) : left_(mostBytes) {}

  /// Calls `visit` with the unit's tree, which it is not to change. Returns why
  /// Clang could not read the unit, in one line; empty if it could.
  std::string visit(const SourceInput &input,
                    llvm::function_ref<void(clang::ASTContext &)> visit);

  /// Nothing more is to be read.
  void drop() { kept_.clear(); }

  /// Units that were parsed so far.
  unsigned numParsed() const { return numParsed_; }

private:
  std::size_t left_; ///< bytes
  unsigned numParsed_ = 0;
  std::unordered_map<std::string, frontend::ParsedUnit> kept_; ///< by text
};

} // namespace hocket
