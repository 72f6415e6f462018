// SPDX-License-Identifier: Apache-2.0
//
// A nest twice: as the user wrote it, and as the new text has it.
#pragma once

#include "nestcheck/NewText.h"
#include "nestcheck/Runs.h"
#include "nestcheck/SameValues.h"

#include <map>
#include <set>
#include <vector>

namespace hocket::nestcheck {

/// The nest in one program.
struct Version {
  polyhedral::AffineModel &model;
  ir::NodeId root = ir::NodeId::None; ///< of the model
  Runs runs;
  /// An expression that is the variable's value, where there is one.
  std::map<ir::ObjectId, ir::ExprId> values = {};

  const ir::Program &program() const { return model.program(); }
  const polyhedral::ProgramIndex &index() const { return model.index(); }
};

/// Variables that the nest writes, as the user's program has them.
struct UsersVariables {
  std::set<ir::ObjectId> iterators; ///< of loops that vanish
  /// Scalars that only their names lead to, which a run writes.
  std::set<ir::ObjectId> written;
  /// Of these, those that are declared with a value of iterators and of what
  /// the nest does not change, and never assigned: each use can have its own.
  std::map<ir::ObjectId, ir::NodeId> computed; ///< where they are declared
};

UsersVariables usersVariables(Version &before);

/// The variable's value as the run sees it; nothing if it cannot be said.
std::optional<polyhedral::Value> valueIn(Version &version, ir::ObjectId object,
                                         const Run &run);

/// The value, an integer of the variable's type, is all of it wherever the node
/// runs, and not only what is left of it in the type's bits.
bool isExact(polyhedral::AffineModel &model, const polyhedral::Value &value,
             const ir::Object &variable, ir::NodeId node);

/// Statements of the run's own text.
std::vector<ir::StmtId> textStmts(const ir::Program &program, const Run &run);

} // namespace hocket::nestcheck
