// SPDX-License-Identifier: Apache-2.0
//
// A gcc or clang command line, cut into options with their values. Clang's own
// option table says which options take a value and which words are inputs;
// options that only gcc has are kept as they are, in their place. Later files
// of the driver see this form alone, no Clang types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::driver {

/// What an argument is for, as far as the driver has to tell them apart.
enum class ArgRole : uint8_t {
  CSource,       ///< a C file to preprocess, analyse and compile
  PreprocessedC, ///< the same, preprocessed already (`.i`)
  OtherSource,   ///< C++, assembler, ...: the compiler's business
  LinkerInput,   ///< objects, archives, linker scripts
  StandardInput, ///< `-`
  Output,        ///< -o FILE
  Language,      ///< -x LANGUAGE
  Preprocessor,  ///< -D, -I, -include, ...: done once a file is preprocessed
  Dependencies,  ///< -MD, -MF, ...
  Link,          ///< means something to the linker only
  Other,         ///< the rest: -O2, -g, -W..., options unknown to the table
};

/// One option with its value, or one input.
struct Argument {
  std::vector<std::string> words; ///< as the user wrote them
  ArgRole role = ArgRole::Other;
  /// The option's name after aliases, with `=` if the value is joined by it:
  /// "-c" also for --compile, "-std=". Empty for inputs.
  std::string name;
  std::vector<std::string> values; ///< of the option; for inputs the file
  /// The language in force at an input (-x); empty: by the file's name.
  std::string language;
  bool isKnown = true; ///< false: not in Clang's table

  const std::string &value() const;
  bool isInput() const { return role <= ArgRole::StandardInput; }
  bool isC() const {
    return role == ArgRole::CSource || role == ArgRole::PreprocessedC;
  }
};

/// Cuts a command line (without the program's name, response files expanded).
/// A last option whose value is missing stays as it is, for the compiler to
/// complain about; `isComplete` is then set to false.
std::vector<Argument> cutCommandLine(const std::vector<std::string> &words,
                                     bool &isComplete);

/// The words of all arguments, in order.
std::vector<std::string> join(const std::vector<Argument> &arguments);

} // namespace hocket::driver
