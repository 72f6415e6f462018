// SPDX-License-Identifier: Apache-2.0
//
// Statements and branches of the form `target = target op value`.
#pragma once

#include "frontend/unit/UnitReader.h"

#include "clang/AST/Stmt.h"

#include <optional>

namespace hocket::frontend {

/// \param stmt what was read of `e`
std::optional<ir::Update> findUpdate(UnitReader &unit, const clang::Expr *e,
                                     const ir::Stmt &stmt);

/// `if (x > m) m = x;`; the sides of `branch` have been read.
std::optional<ir::Update> findBranchUpdate(UnitReader &unit,
                                           const clang::IfStmt *s,
                                           const ir::Branch &branch);

/// `left op right`. A side that assigns a variable stands for that variable.
struct Comparison {
  clang::BinaryOperatorKind op = clang::BO_LT;
  const clang::Expr *left = nullptr;
  const clang::Expr *right = nullptr;
};

/// `if (test) target = value`: Min or Max if that is what it computes, in the
/// target's own type.
std::optional<ir::UpdateOp> replacedExtreme(UnitReader &unit,
                                            const Comparison &test,
                                            const clang::Expr *target,
                                            const clang::Expr *value);

/// Have both the same syntax tree, parentheses and implicit casts aside?
bool areAlike(const UnitReader &unit, const clang::Expr *a,
              const clang::Expr *b);

/// Does an expression like `part` stand in `whole`?
bool mentions(const UnitReader &unit, const clang::Expr *whole,
              const clang::Expr *part);

/// Is the outermost operation an assignment or a call, so that its value says
/// something about the statement?
bool isAssignmentOrCall(const clang::Expr *e);

} // namespace hocket::frontend
