// SPDX-License-Identifier: Apache-2.0
//
// Text that tries a loop stands beside the user's text of it. If both called
// the same functions, each of those would have more callers than in the user's
// program, and compilers, which inline a function into its last caller and drop
// it, would no longer do so in the user's text. So the text that tries calls
// copies:
//
//   static __attribute__((__no_icf__)) void hk_tried_offer(const struct pt *p)
#pragma once

#include "ir/Program.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace hocket::codegen {

/// Functions of one unit that mean the same twice, by name.
struct CalleeCopies {
  std::string prefix; ///< of all names that are ours
  std::map<std::string, ir::FunctionId, std::less<>> functions;
};

/// \param isEdited text of ours stands in the function
CalleeCopies calleeCopies(const ir::Program &program, ir::UnitId unit,
                          const std::string &prefix,
                          const std::function<bool(ir::FunctionId)> &isEdited);

/// The text with calls of copies. \param called gets what they are copies of
std::string callCopies(const CalleeCopies &copies, const std::string &text,
                       std::set<ir::FunctionId> &called);

/// Their declarations. \param inlined functions that are always inlined
std::string prototypes(const ir::Program &program, const CalleeCopies &copies,
                       const std::set<ir::FunctionId> &called,
                       const std::set<ir::FunctionId> &inlined);

/// Their definitions, and those of what they call. \param called gets these
/// \param bodyOf a function's body as it is where nothing is run in parallel
std::string
definitions(const ir::Program &program, const CalleeCopies &copies,
            const std::function<std::string(ir::FunctionId)> &bodyOf,
            const std::set<ir::FunctionId> &inlined,
            std::set<ir::FunctionId> &called);

} // namespace hocket::codegen
