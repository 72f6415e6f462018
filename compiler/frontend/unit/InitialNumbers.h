// SPDX-License-Identifier: Apache-2.0
//
// Members of records by name, and the integers that initializers store in
// variables and members: for guesses of how often loops run, where a size is
// kept in a global or in a struct. Nothing is proved by them.
#pragma once

#include "ir/Program.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace hocket::frontend {

class UnitReader;

/// One id for a member in all units that declare its record alike.
ir::FieldId fieldId(UnitReader &unit, const clang::FieldDecl *field);

/// The member that an lvalue names; None if it is none.
ir::FieldId accessedField(UnitReader &unit, const clang::Expr *lvalue);

/// Of a variable with static storage.
void noteInitialNumbers(UnitReader &unit, ir::ObjectId object,
                        const clang::VarDecl *decl);

/// Of one member in an initializer of a local.
void noteInitialNumber(UnitReader &unit, const clang::FieldDecl *field,
                       const clang::Expr *init);

} // namespace hocket::frontend
