// SPDX-License-Identifier: Apache-2.0
//
// Partial results of reductions as C: what each chunk accumulates into, where
// it leaves that, and how it is combined.
//
// A scalar variable has a variable of the chunk under its name. A target in
// memory keeps its text, put into an expression that means the chunk's own and
// notes the address where the target is assigned; so a chunk that never assigns
// touches nothing, and the address is computed where the user computes it. An
// array has a copy for each chunk in static storage (a region is run by one
// thread at a time); elements that still hold the identity are not combined.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "codegen/plan/BodyPlan.h"
#include "codegen/text/CWriter.h"
#include "ir/Text.h"

#include <set>
#include <vector>

namespace hocket::codegen {

/// A parameter of a called function's clone.
struct Carrier {
  std::string declaration; ///< of the parameter
  std::string name;        ///< of it
  std::string argument;    ///< in the chunk
};

/// What a chunk accumulates into.
struct PartialPlan {
  std::string own; ///< name of the chunk's variable
  std::vector<Local> locals;
  std::vector<Assignment> stores; ///< at the chunk's end
};

/// The declaration of its member of the frame, an element for each chunk.
std::string partialMember(const Partial &partial, unsigned chunks);

/// Declarations at file scope; empty for most.
std::string partialStorage(const RegionContext &c, const Partial &partial);

/// \param base of an array's copy: C text of the address it is relative to.
PartialPlan partialInChunk(const RegionContext &c, const Partial &partial,
                           const std::string &base);

/// Puts the chunk's own in place of targets in a text.
/// \param stmts whose targets the text holds
/// \param isClone it is a called function's, which has what `carriers` say
void addPlaces(const RegionContext &c, const Partial &partial,
               const std::set<ir::StmtId> &stmts, bool isClone,
               ir::Insertions &insertions);

/// What a clone of a called function is given of the chunk's own.
std::vector<Carrier> carriers(const RegionContext &c, const Partial &partial);

/// \param target a variable's name; empty for memory.
void combinePartial(const RegionContext &c, const Partial &partial,
                    unsigned chunks, const std::string &target, CWriter &out);

/// A running total: the chunks' totals become the values that they start from.
void combineTotal(const RegionContext &c, const Partial &partial,
                  unsigned chunks, const std::string &target, CWriter &out);

/// In the second pass: the declaration of the chunk's own variable.
PartialPlan totalInChunk(const RegionContext &c, const Partial &partial);

} // namespace hocket::codegen
