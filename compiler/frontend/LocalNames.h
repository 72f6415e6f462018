// SPDX-License-Identifier: Apache-2.0
//
// Does text name a type, tag or enumerator that the function declares?
#pragma once

namespace clang {
class Expr;
class VarDecl;
} // namespace clang

namespace hocket::frontend {

bool usesLocalName(const clang::Expr *e);
bool usesLocalName(const clang::VarDecl *var);

} // namespace hocket::frontend
