// SPDX-License-Identifier: Apache-2.0
//
// Text of the user's program with its holes filled: the one place where C is
// copied. Nothing is regenerated from a syntax tree.
#pragma once

#include "ir/Program.h"

#include <functional>
#include <map>
#include <string>

namespace hocket::ir {

/// What to write for a variable; empty: its own name.
using Filler = std::function<std::string(ObjectId)>;

/// Extra text, put in at byte positions of a unit (before what stands there).
using Insertions = std::multimap<uint32_t, std::string>;

/// Text in the place of bytes [begin, end) of a unit; an empty range: put in
/// there.
struct Replacement {
  uint32_t begin = 0, end = 0;
  std::string text;
};
using Replacements = std::vector<Replacement>;

/// The text of `range`, every hole filled, insertions in place. Declarators
/// keep their names.
/// \param replacements in order, not overlapping; those that are not in the
/// range do not count. Nothing is inserted or filled inside of one.
std::string fill(const Program &program, const TextRange &range,
                 const Filler &filler, const Insertions &insertions = {},
                 const Replacements &replacements = {});

/// The text of `range`, every hole outside the replacements filled.
/// \param replacements inside the range, not overlapping; of those at one place
/// the first comes first.
std::string fillReplaced(const Program &program, TextRange range,
                         const Filler &filler, Replacements replacements);

/// Of those at one place one, and none that lies within another.
Replacements outermost(Replacements all);

/// Those that lie in the range.
Replacements replacementsIn(const TextRange &range, const Replacements &all);

/// The text of a node, what it omits left out; the lines stay.
std::string fillNode(const Program &program, NodeId node, const Filler &filler,
                     const Insertions &insertions = {},
                     const Replacements &replacements = {});

/// A node's text with some nodes below it exchanged.
struct Exchange {
  NodeId node = NodeId::None;
  const std::vector<NodeId> &parts; ///< in order of text
  std::string with;
};
std::string fillExchanged(const Program &program, const Exchange &exchange,
                          const Filler &filler, const Insertions &insertions);

/// A line marker for what follows: `# 40 "heat.c"`. \param isGenerated text
/// that the compiler should not warn about: it stands in the user's own version
/// too.
std::string lineMarker(const SourceLocation &location, bool isGenerated);

/// The same for generated text of which each line has one. It is told from
/// others by a blank at its end: text to be read goes without it.
std::string pinnedMarker(const SourceLocation &location);

} // namespace hocket::ir
