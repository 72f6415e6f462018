// SPDX-License-Identifier: Apache-2.0
//
// Does text compute in floating point? Its results may then depend on which
// products and sums a compiler fuses, and on what it computes itself.
#pragma once

namespace clang {
class Stmt;
} // namespace clang

namespace hocket::frontend {

/// Some part of it has a value of a floating type, or of a complex one or a
/// vector. Null: no.
bool computesFloats(const clang::Stmt *text);

} // namespace hocket::frontend
