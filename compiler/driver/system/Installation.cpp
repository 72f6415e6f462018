// SPDX-License-Identifier: Apache-2.0
//
// Paths from the running program's own.
#include "driver/system/Installation.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace hocket::driver {
namespace {

/// PREFIX/DIR of the running PREFIX/bin/program.
std::string besideProgram(llvm::StringRef directory) {
  llvm::SmallString<256> path(
      llvm::sys::fs::getMainExecutable(nullptr, nullptr));
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "..", directory);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

} // namespace

std::string runtimeDirectory(const std::string &machine) {
  return besideProgram(machine.empty() ? "lib" : "lib/" + machine);
}

std::string runtimeSources() { return besideProgram("share/hocket/runtime"); }

std::vector<std::string> specDirectories() {
  return {besideProgram("share/hocket/soc-specs")};
}

} // namespace hocket::driver
