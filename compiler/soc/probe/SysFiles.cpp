// SPDX-License-Identifier: Apache-2.0
//
// These files say 4096 for their size whatever they hold, so they are read as
// streams.
#include "soc/probe/SysFiles.h"

#include "soc/CpuList.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace hocket::soc {

std::string SysFiles::cpu(unsigned id) const {
  return sys() + "devices/system/cpu/cpu" + std::to_string(id) + "/";
}

std::optional<std::string> SysFiles::text(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileAsStream(path);
  if (!buffer)
    return std::nullopt;
  return (*buffer)->getBuffer().trim().str();
}

std::optional<uint64_t> SysFiles::number(const std::string &path) {
  auto content = text(path);
  uint64_t value = 0;
  if (!content || llvm::StringRef(*content).getAsInteger(0, value))
    return std::nullopt;
  return value;
}

std::vector<unsigned> SysFiles::cpuList(const std::string &path) {
  auto content = text(path);
  if (!content)
    return {};
  return parseCpuList(*content).value_or(std::vector<unsigned>());
}

std::vector<uint64_t> SysFiles::numbers(const std::string &path) {
  std::string content = text(path).value_or("");
  llvm::SmallVector<llvm::StringRef, 16> words;
  llvm::SplitString(content, words);
  std::vector<uint64_t> values;
  for (llvm::StringRef word : words)
    if (uint64_t value = 0; !word.getAsInteger(10, value))
      values.push_back(value);
  return values;
}

} // namespace hocket::soc
