// SPDX-License-Identifier: Apache-2.0
//
// What has to be known of a whole function before its statements are read: the
// holes of its text, which variables are assigned where, whose address is
// taken, its labels and jumps, and what makes it hopeless.
#pragma once

#include "frontend/unit/UnitReader.h"

#include <map>
#include <set>
#include <vector>

namespace hocket::frontend {

/// Where a label stands, and the gotos to it.
struct LabelFacts {
  const clang::LabelDecl *label = nullptr;
  uint32_t position = 0;
  std::vector<uint32_t> gotos;
};

struct FunctionFacts {
  std::vector<ir::Hole> holes;
  /// Positions in the text of the assignments to each variable, initializers
  /// aside.
  std::map<const clang::VarDecl *, std::vector<uint32_t>> writes;
  /// What is stored there: the right sides of plain assignments, the whole
  /// expression of others, null where it is not known.
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> stores;
  /// The same variables as objects.
  std::set<ir::ObjectId> assigned;
  /// In order of the labels' first appearance.
  std::vector<LabelFacts> labels;
  /// The whole body has irregular control flow ("a computed goto"); or empty.
  std::string irregular;
  /// The function cannot be described at all; or empty.
  std::string hopeless;

  /// Is `var` assigned in [begin, end)?
  bool isWritten(const clang::VarDecl *var, uint32_t begin, uint32_t end) const;
};

/// Reads the facts of a body; marks objects and functions whose address is
/// taken in the program.
FunctionFacts readFacts(UnitReader &unit, const clang::FunctionDecl *function);

/// Marks what the initializer of a variable with static storage takes the
/// address of.
void markAddressesTaken(UnitReader &unit, const clang::Expr *initializer);

} // namespace hocket::frontend
