// SPDX-License-Identifier: Apache-2.0
//
// Where a nest surely loads what its entry wants to know, and how C says it: by
// the user's own text, or, in a called function, as the cell at that place.
#pragma once

#include "transformation/nest/NestModel.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hocket::transformation {

struct Source {
  const ir::Access *access = nullptr; ///< the load, of the statement `at`
  ir::StmtId at = ir::StmtId::None;
  std::string text;
  /// Loops that have to run for it to happen, outermost first.
  std::vector<ir::NodeId> loops;
};

/// A pointer on entry.
struct SourcePointer {
  std::string text;
  std::vector<ir::NodeId> loops; ///< that have to run for it to be there
};

/// Nothing: the entry cannot have it.
using SayPointer =
    std::function<std::optional<SourcePointer>(const polyhedral::Base &)>;

/// Where what the expression loads in the statement is loaded for sure if some
/// loops of the nest run: there, or by another statement of the nest.
std::optional<Source> sourceOf(NestModel &model, ir::ExprId expr, ir::StmtId at,
                               const SayPointer &pointer);

/// The nest's text names it, so that it means the same before: what a called
/// function names may be another unit's, and what is declared inside is not
/// there yet.
bool isNamedIn(const NestModel &model, ir::ObjectId object);

} // namespace hocket::transformation
