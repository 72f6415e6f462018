// SPDX-License-Identifier: Apache-2.0
//
// Which products of floating values may a compiler compute beforehand in some
// iterations and fuse into a sum in others?
//
// A product that is computed beforehand is rounded; one that is fused is not.
// Where both factors follow from constants and from variables that count, a
// compiler that peels, unrolls or leaves over some iterations knows the product
// there. Which iterations these are depends on the target's vectors, on the
// number of iterations and on limits that no one promises; so parts of the loop
// need not agree with the whole (docs/rationale/same-bits.md).
#pragma once

#include <set>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace hocket::frontend {

/// Products of a unit that are not exact, whose factors follow from constants
/// and counting variables (KnownValues.h), and that a sum may take, be it by
/// way of variables.
struct KnownProducts {
  std::set<const clang::Expr *> folded; ///< those that change in their loop
  std::set<const clang::Expr *> all;    ///< that change anywhere
};

KnownProducts findKnownProducts(clang::ASTContext &ast);

/// Some expression in `text` is a product of two complex numbers. Null: no.
bool multipliesComplex(const clang::Stmt *text);

/// Some expression in `text` is one of them. Null: no.
bool namesAny(const clang::Stmt *text,
              const std::set<const clang::Expr *> &expressions);

} // namespace hocket::frontend
