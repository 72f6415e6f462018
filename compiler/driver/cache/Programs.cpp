// SPDX-License-Identifier: Apache-2.0
//
// The dynamic linker tells what it would load instead of starting the program,
// where LD_TRACE_LOADED_OBJECTS is set, as for ldd.
#include "driver/cache/Programs.h"

#include "driver/system/TempFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace hocket::driver {
namespace {

using llvm::StringRef;

/// A program without a dynamic linker is started: it has one word to say.
std::string askDynamicLinker(const std::string &program) {
  TempFiles temp;
  const std::string output = temp.create("hocketcc-libraries", "txt");
  std::vector<StringRef> environment = {"LD_TRACE_LOADED_OBJECTS=1"};
  for (char **variable = environ; *variable; ++variable)
    environment.push_back(*variable);
  const std::optional<StringRef> redirects[] = {StringRef(), StringRef(output),
                                                StringRef()};
  llvm::sys::ExecuteAndWait(program, {program, "--version"},
                            llvm::ArrayRef<StringRef>(environment), redirects);
  return TempFiles::read(output);
}

} // namespace

std::optional<std::string> fileIdentity(const std::string &path) {
  struct stat status;
  llvm::SmallString<256> real;
  if (::stat(path.c_str(), &status) != 0 ||
      llvm::sys::fs::real_path(path, real))
    return std::nullopt;
  std::string result = real.str().str();
  for (long long number :
       {(long long)status.st_ino, (long long)status.st_size,
        (long long)status.st_mtim.tv_sec, (long long)status.st_mtim.tv_nsec,
        (long long)status.st_ctim.tv_sec, (long long)status.st_ctim.tv_nsec})
    result += " " + std::to_string(number);
  return result + "\n";
}

std::optional<std::string> programIdentity(const std::string &path) {
  std::optional<std::string> result = fileIdentity(path);
  const std::string answer = result ? askDynamicLinker(path) : "";
  for (StringRef text = answer; !text.empty();) {
    auto [line, rest] = text.split('\n');
    text = rest;
    StringRef library = line.split(" => ").second.split(" (").first.trim();
    if (library.empty())
      continue;
    std::optional<std::string> identity = fileIdentity(library.str());
    if (!identity)
      return std::nullopt;
    *result += *identity;
  }
  return result;
}

} // namespace hocket::driver
