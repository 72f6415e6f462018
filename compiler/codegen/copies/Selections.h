// SPDX-License-Identifier: Apache-2.0
//
// The C of selections (`if (x < best) { best = x; at = i; }`): each chunk
// starts from the value on entry and notes whether it selected anything; the
// combining task compares what the chunks selected, in order.
//
// A target in memory keeps its text, put into an expression that means the
// chunk's own: where it is assigned, the address is noted; where it is
// compared, the value on entry is read if it was not before. So it is read and
// its address is computed only where the user's loop does so.
//
// A key and an alternative keep their places in the condition, too, and note
// what they came to: both are asked when, and only when, the user's text asks.
#pragma once

#include "codegen/copies/Partials.h"

namespace hocket::codegen {

/// Name of a chunk's own variable for one that a selection assigns.
std::string ownName(const RegionContext &c, ir::ObjectId object);

/// The declaration of its member of the frame, an element for each chunk.
std::string selectedMember(const RegionContext &c, const Selected &selected);

/// Makes the user's assignments note that something was selected, and puts the
/// chunk's own in place of targets in memory.
/// \param stmts that the text holds
/// \param isClone it is a called function's, which has what `carriers` say
void addSelected(const RegionContext &c, const Selected &selected,
                 const std::set<ir::StmtId> &stmts, bool isClone,
                 ir::Insertions &insertions);

/// What a clone of a called function is given of the chunk's own.
std::vector<Carrier> carriers(const RegionContext &c, const Selected &selected);

/// What that sets, and the chunk's own for targets in memory.
std::vector<Local> selectionNote(const RegionContext &c,
                                 const Selected &selected);

/// For the end of a chunk: stores what it selected.
std::vector<Update> selectedInChunk(const RegionContext &c,
                                    const Selected &selected,
                                    const ir::Filler &filler);

/// The combining task. \param targets by target of the selection: a variable as
/// that task reaches it; empty in memory.
void takeSelected(const RegionContext &c, const Selected &selected,
                  unsigned chunks, const std::vector<std::string> &targets,
                  CWriter &out);

} // namespace hocket::codegen
