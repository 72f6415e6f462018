// SPDX-License-Identifier: Apache-2.0
//
// These files say 4096 for their size whatever they hold, so they are read as
// streams.
#include "soc/probe/SysFiles.h"

#include "soc/CpuList.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

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

std::vector<uint32_t> SysFiles::cells(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileAsStream(path);
  std::vector<uint32_t> values;
  if (!buffer)
    return values;
  llvm::StringRef bytes = (*buffer)->getBuffer();
  for (; bytes.size() >= 4; bytes = bytes.drop_front(4))
    values.push_back(llvm::support::endian::read32be(bytes.data()));
  return values;
}

std::vector<std::string> SysFiles::folders(const std::string &path) {
  std::vector<std::string> names;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator entry(path, code), end;
       !code && entry != end; entry.increment(code))
    if (llvm::sys::fs::is_directory(entry->path()))
      names.push_back(llvm::sys::path::filename(entry->path()).str());
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace hocket::soc
