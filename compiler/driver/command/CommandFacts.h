// SPDX-License-Identifier: Apache-2.0
//
// What a command line means for us: whether there is anything to parallelize
// in it, and which freedoms the user's flags give or take. Follows gcc where
// gcc and clang differ, and the stricter of the two where the answer allows
// something.
#pragma once

#include "driver/command/Arguments.h"

#include <string>
#include <vector>

namespace hocket::driver {

struct CommandFacts {
  /// Why the command goes to the compiler as it is; empty: we compile and link.
  std::string passThroughReason;
  /// The program (-o), "a.out" by default.
  std::string output = "a.out";
  /// Code that we do not see is linked in (objects, archives, libraries other
  /// than the C library's, assembler and C++ sources): it may call functions
  /// of the program and touch its variables.
  bool hasForeignCode = false;
  /// Floating-point sums may be reordered, as gcc's -fassociative-math has it.
  bool mayReassociate = false;
  /// Mathematics functions set errno (-fmath-errno, the default).
  bool mathErrno = true;
  /// Objects of different types do not overlap (-fstrict-aliasing).
  bool strictAliasing = false;
  /// -fsanitize=thread: link the plain-threads launcher, which it can follow.
  bool threadSanitizer = false;
  /// Any of the sanitizers: runtimes differ, warnings about races must not.
  bool anySanitizer = false;
  /// One that keeps records of memory and brings a runtime of its own, unlike
  /// -fsanitize=undefined.
  bool memorySanitizer = false;
  /// Static functions that are called once are inlined, as gcc does from -O1.
  bool inlinesCalledOnce = false;
  bool hasDebugInfo = false;
  bool isStatic = false;
  /// Dependency files (-MD, ...) are asked for beside the program.
  bool writesDependencies = false;
  std::string optimization = "0"; ///< "0", "1", "2", "3", "s", "z", "g", "fast"
  /// Flags that change how C text is read: -std=, -fsigned-char, -m...; only
  /// those that Clang knows.
  std::vector<std::string> languageFlags;
  /// Flags that change the code made of it: -O, -march=, -ffast-math, ...
  std::vector<std::string> costFlags;
  /// --target=, for the compiler to say which machine it compiles for.
  std::vector<std::string> targetFlags;
};

CommandFacts readCommand(const std::vector<Argument> &arguments);

} // namespace hocket::driver
