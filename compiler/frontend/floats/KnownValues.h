// SPDX-License-Identifier: Apache-2.0
//
// Which values could a compiler compute from constants and counting variables
// alone?
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <set>
#include <vector>

namespace hocket::frontend {

/// The variable or member that an lvalue is or lies in, or that holds the
/// address it is reached by; null if that has no name.
const clang::ValueDecl *rootOf(const clang::Expr *lvalue);

/// What is stored in the variables of a unit, wherever that is.
struct Stores {
  /// Initial values, assigned ones, and arguments for parameters. Null: what
  /// was there, stepped.
  std::map<const clang::ValueDecl *, std::vector<const clang::Expr *>> values;
  /// Their addresses are used: something else may write them.
  std::set<const clang::ValueDecl *> escaped;
};

Stores findStores(clang::ASTContext &ast);

/// Answers for one unit; remembers them.
class KnownValues {
public:
  KnownValues(clang::ASTContext &ast, const Stores &stores)
      : ast_(ast), stores_(stores) {}

  /// It is made of constants, and of variables that never hold anything else;
  /// of a parameter it is enough if one call passes such a value.
  bool isKnown(const clang::Expr *e);

private:
  bool isKnownVariable(const clang::VarDecl *var);
  bool holdsKnown(const clang::VarDecl *var);
  bool mayBeFollowed(const clang::Expr *array) const;
  bool isKnownCall(const clang::CallExpr *call);
  bool areKnown(const clang::Stmt *operands);

  clang::ASTContext &ast_;
  const Stores &stores_;
  std::map<const clang::VarDecl *, bool> known_;
};

} // namespace hocket::frontend
