// SPDX-License-Identifier: Apache-2.0
//
// Text of the user's program with its holes filled: the one place where C is
// copied. Nothing is regenerated from a syntax tree.
#pragma once

#include "ir/Program.h"

#include <functional>
#include <map>
#include <string>

namespace hocket::codegen {

/// What to write for a variable; empty: its own name.
using Filler = std::function<std::string(ir::ObjectId)>;

/// Extra text, put in at byte positions of a unit (before what stands there).
using Insertions = std::multimap<uint32_t, std::string>;

/// The text of `range`, every hole filled, insertions in place. Declarators
/// keep their names.
std::string fill(const ir::Program &program, const ir::TextRange &range,
                 const Filler &filler, const Insertions &insertions = {});

/// Text in the place of bytes [begin, end) of a unit; an empty range: put in
/// there.
struct Replacement {
  uint32_t begin = 0, end = 0;
  std::string text;
};
using Replacements = std::vector<Replacement>;

/// The text of `range`, every hole outside the replacements filled.
/// \param replacements inside the range, not overlapping; of those at one place
/// the first comes first.
std::string fillReplaced(const ir::Program &program, ir::TextRange range,
                         const Filler &filler, Replacements replacements);

/// The text of a node, what it omits left out; the lines stay.
std::string fillNode(const ir::Program &program, ir::NodeId node,
                     const Filler &filler, const Insertions &insertions = {});

/// A node's text with some nodes below it exchanged.
struct Exchange {
  ir::NodeId node = ir::NodeId::None;
  const std::vector<ir::NodeId> &parts; ///< in order of text
  std::string with;
};
std::string fillExchanged(const ir::Program &program, const Exchange &exchange,
                          const Filler &filler, const Insertions &insertions);

/// `text` as a C string literal.
std::string quoted(const std::string &text);

/// A line marker for what follows: `# 40 "heat.c"`. \param isGenerated text
/// that the compiler should not warn about: it stands in the user's own version
/// too.
std::string lineMarker(const SourceLocation &location, bool isGenerated);

/// `__builtin_memcpy(&to, &from, sizeof to);`: for arrays, and structs that
/// cannot be assigned.
std::string copyBytes(const std::string &to, const std::string &from);

/// `text` with each line indented, line markers excepted.
std::string indented(const std::string &text, unsigned columns);

} // namespace hocket::codegen
