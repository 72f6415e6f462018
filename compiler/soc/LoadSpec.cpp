// SPDX-License-Identifier: Apache-2.0
//
// Where specs come from. A file in the working directory is read only if its
// name was given as a file's, so that nothing there changes a build unasked.
#include "soc/LoadSpec.h"

#include "soc/Fields.h"
#include "soc/GenericChip.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace hocket::soc {
namespace {

std::optional<SocSpec> readFile(const std::string &path,
                                std::vector<SpecError> &errors) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    errors.push_back(
        {{path, 0, 0},
         "cannot read the SoC spec: " + buffer.getError().message()});
    return std::nullopt;
  }
  llvm::StringRef text = (*buffer)->getBuffer();
  return parseSpec({text.data(), text.size()}, path, errors);
}

/// Names of the specs in `dirs`, and `host`.
std::vector<std::string> namesIn(const std::vector<std::string> &dirs) {
  std::vector<std::string> names{"host"};
  for (const std::string &dir : dirs) {
    std::error_code code;
    for (llvm::sys::fs::directory_iterator entry(dir, code), end;
         !code && entry != end; entry.increment(code))
      if (llvm::sys::path::extension(entry->path()) == ".yaml")
        names.push_back(llvm::sys::path::stem(entry->path()).str());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

} // namespace

std::optional<SocSpec> loadSpec(const std::string &nameOrFile,
                                const std::vector<std::string> &searchDirs,
                                std::vector<SpecError> &errors) {
  llvm::StringRef name = nameOrFile;
  if (name == "host")
    return probeHost();
  if (name.contains('/') || name.ends_with(".yaml"))
    return readFile(nameOrFile, errors);
  if (!name.empty())
    for (const std::string &dir : searchDirs) {
      llvm::SmallString<128> path(dir);
      llvm::sys::path::append(path, nameOrFile + ".yaml");
      if (llvm::sys::fs::exists(path))
        return readFile(path.str().str(), errors);
    }
  if (auto cores = genericCores(nameOrFile))
    return genericChip(*cores);
  std::vector<std::string> known = namesIn(searchDirs);
  std::string near = nearestName(nameOrFile, known);
  errors.push_back({{nameOrFile, 0, 0},
                    "no SoC spec has this name; expected " +
                        (near.empty() ? "" : "perhaps '" + near + "', ") +
                        "one of " + joined(known) + ", generic-N for 1 to " +
                        std::to_string(mostGenericCores) +
                        " equal cores, or a file (with a '/' in its name or "
                        ".yaml at its end)"});
  return std::nullopt;
}

} // namespace hocket::soc
