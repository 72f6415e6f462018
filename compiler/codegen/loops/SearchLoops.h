// SPDX-License-Identifier: Apache-2.0
//
// A loop that searches for the first iteration that ends it.
//
// Its chunks take blocks of iterations in turn, so that all look at the first
// iterations first, and stop where an iteration that ends the loop has been
// found before their own. Then one task runs the user's loop from shortly
// before the one that was found (see loops/search/ClassifySearch.h).
#pragma once

#include "codegen/plan/BodyPlan.h"
#include "verdict/LoopVerdict.h"

#include <functional>
#include <string>

namespace hocket::codegen {

/// What the plans are made from.
struct SearchContext {
  const ir::Program &program;
  const polyhedral::LoopVerdict &verdict;
  ir::Filler filler;
  std::string prefix;
  std::string place; ///< C expression: the address of the `hk_search`
};

/// A form, behind the declarations of all that it sets.
struct SearchPlan {
  std::vector<Local> locals;
  SearchForm form;
};
struct UserLoopPlan {
  std::vector<Local> locals;
  UserLoop form;
};

struct SearchCut {
  unsigned chunks = 1, grain = 1;
  /// Turns a condition into the one to emit; empty: it stays. Where it does
  /// something, the text is for cost estimation: nothing is found.
  std::function<std::string(std::string)> wrap;
};

/// Chunk `<prefix>c`.
SearchPlan searchChunk(const SearchContext &c, const SearchCut &cut);

/// The loop as it is, for so many iterations, and no more: then all that moves
/// with them is put back. \param count C expression \param ended variable, set
/// to 1 if the loop ended before.
UserLoopPlan firstIterations(const SearchContext &c, const std::string &count,
                             const std::string &ended);

/// The loop from shortly before the iteration that was found.
UserLoopPlan resumedLoop(const SearchContext &c);

} // namespace hocket::codegen
