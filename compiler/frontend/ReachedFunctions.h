// SPDX-License-Identifier: Apache-2.0
//
// Which functions a program can come to. What a library brings along and the
// program never calls is no part of it: nothing of it need be analysed.
//
// Needs: the preprocessed units. Promises: an over-approximation by mentions: a
// function is reached if `main` mentions it (calls it, takes its address), or a
// function that is reached, an initializer, assembly text or an alias does, or
// if what is not seen may call it: the start and the end of the program, the
// compiler, the C library. Of Clang nothing but the trees survives the call.
#pragma once

#include "frontend/SourceInput.h"
#include "frontend/UnitTrees.h"
#include "frontend/unit/FunctionKey.h"
#include "support/SourceLocation.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hocket {

struct ReachedFunctions {
  /// False: nothing is known; all count as reached.
  bool isKnown = false;
  std::set<FunctionKey> keys;
  /// What functions mention that are not reached.
  std::set<FunctionKey> mentionedByOthers;
  /// Functions of the user's with loops that are not reached: where, and name.
  std::vector<std::pair<SourceLocation, std::string>> others;

  bool contains(const FunctionKey &key) const {
    return !isKnown || keys.count(key) != 0;
  }
};

/// \param hasForeignCode whether other objects or archives are linked in; they
/// may call whatever has a name outside, and nothing is known.
/// \param isOfLibrary whether the C library has a function of that name: the
/// library may call it, and compilers know it (`puts` for `printf`), so that a
/// definition of the program's own may be called though no text does.
/// \param trees of units that were read before, and get those of the others.
ReachedFunctions
reachedFunctions(const std::vector<SourceInput> &inputs, bool hasForeignCode,
                 llvm::function_ref<bool(const std::string &)> isOfLibrary,
                 UnitTrees &trees);

} // namespace hocket
