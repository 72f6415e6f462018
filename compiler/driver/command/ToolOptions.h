// SPDX-License-Identifier: Apache-2.0
//
// Options of a command of `hocket`, as a table: each with what it sets.
#pragma once

#include "driver/system/Errors.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace hocket::driver {

template <typename Options> struct ToolOption {
  llvm::StringRef name; ///< ends with '=' if it has a value
  void (*set)(Options &options, llvm::StringRef option, llvm::StringRef value);
};

[[noreturn]] inline void badOption(llvm::StringRef option,
                                   llvm::StringRef value,
                                   const llvm::Twine &expected) {
  throw UserError((option + value + ": expected " + expected).str());
}

/// Sets what the argument says. Throws UserError if no option is so called, or
/// its value is missing.
/// \param command of the tool, for what is said of unknown ones
template <typename Options>
void setToolOption(llvm::ArrayRef<ToolOption<Options>> table, Options &options,
                   llvm::StringRef argument, llvm::StringRef command) {
  for (const ToolOption<Options> &option : table) {
    bool hasValue = option.name.ends_with("=");
    if (!(hasValue ? argument.starts_with(option.name)
                   : argument == option.name))
      continue;
    llvm::StringRef value = argument.drop_front(option.name.size());
    if (hasValue && value.empty())
      badOption(option.name, value, "a value");
    return option.set(options, option.name, value);
  }
  throw UserError(("unknown option '" + argument + "'; 'hocket " + command +
                   " --help' lists the options")
                      .str());
}

} // namespace hocket::driver
