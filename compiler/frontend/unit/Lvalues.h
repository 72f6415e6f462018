// SPDX-License-Identifier: Apache-2.0
//
// Lvalues that are parts of a variable, by their syntax alone.
#pragma once

#include "clang/AST/Expr.h"

namespace hocket::frontend {

/// The variable whose storage an lvalue lies in, if that shows in its syntax;
/// else null.
const clang::DeclRefExpr *rootReference(const clang::Expr *lvalue);

/// `__real__ x` or `__imag__ x`, parentheses aside; else null. Of a real `x`
/// the first is `x` itself.
const clang::UnaryOperator *halfOf(const clang::Expr *lvalue);

/// The complex variable that an lvalue is one half of; else null. It counts as
/// touched whole: what is known of scalar variables, and where emitted code
/// keeps them, is by variable.
const clang::Expr *halvedVariable(const clang::Expr *lvalue);

/// An access to it reads and writes more than the value of the lvalue: it is a
/// bit-field or half a variable.
bool touchesMore(const clang::Expr *lvalue);

/// The lvalue is a member of a union, or lies in one, as its syntax shows.
bool namesUnionMember(const clang::Expr *lvalue);

} // namespace hocket::frontend
