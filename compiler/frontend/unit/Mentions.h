// SPDX-License-Identifier: Apache-2.0
//
// Which functions a unit's functions name, whatever for.
#pragma once

#include "frontend/unit/FunctionKey.h"
#include "support/SourceLocation.h"

#include <map>
#include <set>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace hocket::frontend {

/// Of all units of a program.
struct Mentions {
  std::map<FunctionKey, std::set<FunctionKey>> of;
  /// Named at file scope, or called by what is not seen.
  std::set<FunctionKey> roots;
  /// Functions of the user's that have loops, and that are meant to be used.
  struct Loops {
    FunctionKey key;
    SourceLocation location;
  };
  std::vector<Loops> withLoops;
  /// Assembly at file scope may name anything.
  bool hasAssembly = false;
  bool hasMain = false;
};

FunctionKey keyOf(const clang::FunctionDecl *decl, std::size_t unit);

/// Adds what the unit mentions.
void addMentions(clang::ASTContext &ast, std::size_t unit, Mentions &mentions);

} // namespace hocket::frontend
