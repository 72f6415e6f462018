// SPDX-License-Identifier: Apache-2.0
//
// The C compiler behind hocketcc, as a program to run. No shell in between.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace hocket::driver {

/// Variables in which gcc finds files to append dependencies to.
inline constexpr std::array<const char *, 2> dependencyVariables = {
    "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"};

class Compiler {
public:
  /// Finds the compiler named by a program's name or path, or by a command
  /// whose first word is one ("ccache gcc"). Throws UserError if there is none.
  static Compiler find(const std::string &command);

  /// Becomes the compiler: does not return, unless it cannot be started.
  /// Throws UserError then.
  int become(const std::vector<std::string> &arguments) const;

  struct Result {
    int status = 0;       ///< exit status; 1 if it crashed or did not start
    std::string signal;   ///< what ended it; empty: nothing did
    std::string messages; ///< what it wrote to standard error
    std::string output;   ///< what it wrote to standard output
  };

  /// Runs the compiler and keeps what it says. Not as the user's own command:
  /// it adds to no file that the environment names (dependencyVariables).
  Result run(const std::vector<std::string> &arguments) const;

  /// As run, for messages that will be shown: in color if ours go to a
  /// terminal, which the compiler cannot see. The user's own choice wins.
  Result runForMessages(std::vector<std::string> arguments) const;

  /// As run, with its output and messages going where ours go.
  int runLoud(const std::vector<std::string> &arguments) const;

  /// The program's file.
  const std::string &path() const { return path_; }

  /// Is it named with arguments that no option of the user's tells of?
  bool hasOptions() const { return words_.size() > 1; }

  /// Is it Clang? Asks it.
  bool isClang() const;

private:
  std::string path_;               ///< of the program
  std::vector<std::string> words_; ///< its name and first arguments
};

} // namespace hocket::driver
