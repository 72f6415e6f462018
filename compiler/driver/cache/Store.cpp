// SPDX-License-Identifier: Apache-2.0
#include "driver/cache/Store.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace hocket::driver {
namespace {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr StringRef magic = "hocket cache 1\n";
constexpr unsigned folders = 16;
constexpr uint64_t mostMiB = 1024;

/// With the key: an entry under another's name is none.
std::string digestOf(StringRef key, StringRef bytes) {
  llvm::SHA256 hash;
  hash.update(key);
  hash.update(bytes);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string joined(StringRef directory, StringRef name) {
  llvm::SmallString<256> result(directory);
  path::append(result, name);
  return result.str().str();
}

/// Used now, for those who look for what was not.
void touch(const std::string &file) {
  int descriptor = -1;
  if (fs::openFileForRead(file, descriptor))
    return;
  (void)fs::setLastAccessAndModificationTime(descriptor,
                                             std::chrono::system_clock::now());
  llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
}

} // namespace

std::string Store::folderOf(const std::string &key) const {
  return joined(directory_, key.substr(0, 1));
}

std::optional<std::string> Store::find(const std::string &key) const {
  if (!isOpen() || key.empty())
    return std::nullopt;
  const std::string file = joined(folderOf(key), key);
  fs::file_status status;
  if (fs::status(file, status, /*follow=*/false) ||
      !fs::is_regular_file(status))
    return std::nullopt;
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return std::nullopt;
  StringRef bytes = (*buffer)->getBuffer();
  constexpr std::size_t digits = 64;
  if (!bytes.consume_front(magic) || bytes.size() < digits ||
      bytes.take_front(digits) != digestOf(key, bytes.drop_front(digits)))
    return std::nullopt;
  touch(file);
  return bytes.drop_front(digits).str();
}

void Store::keep(const std::string &key, StringRef bytes) const {
  if (!isOpen() || key.empty() || bytes.size() > mostBytes_ / folders)
    return;
  const std::string folder = folderOf(key);
  if (fs::create_directories(folder, /*IgnoreExisting=*/true, fs::owner_all))
    return;
  llvm::Expected<fs::TempFile> temp =
      fs::TempFile::create(joined(folder, key) + ".%%%%%%.tmp");
  if (!temp) {
    llvm::consumeError(temp.takeError());
    return;
  }
  llvm::raw_fd_ostream out(temp->FD, /*shouldClose=*/false);
  out << magic << digestOf(key, bytes) << bytes;
  out.flush();
  const bool isWritten = !out.has_error();
  out.clear_error(); // else its destructor would end the program
  llvm::consumeError(isWritten ? temp->keep(joined(folder, key))
                               : temp->discard());
  makeRoom(folder);
}

void Store::makeRoom(const std::string &folder) const {
  struct File {
    llvm::sys::TimePoint<> used;
    uint64_t bytes;
    std::string path;
  };
  std::vector<File> files;
  uint64_t all = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    fs::file_status status;
    if (fs::status(at->path(), status, /*follow=*/false) ||
        !fs::is_regular_file(status))
      continue;
    files.push_back(
        {status.getLastModificationTime(), status.getSize(), at->path()});
    all += status.getSize();
  }
  if (all <= mostBytes_ / folders)
    return;
  std::sort(files.begin(), files.end(),
            [](const File &a, const File &b) { return a.used < b.used; });
  for (const File &file : files) {
    if (all <= mostBytes_ / folders)
      return;
    if (!fs::remove(file.path))
      all -= file.bytes;
  }
}

Store userStore() {
  uint64_t size = mostMiB;
  if (auto text = llvm::sys::Process::GetEnv("HOCKET_CACHE_SIZE"))
    if (StringRef(*text).getAsInteger(10, size) || size > (uint64_t(1) << 40))
      size = mostMiB;
  auto in = [&](StringRef directory) {
    return Store(joined(directory, "builds"), size << 20);
  };
  if (auto own = llvm::sys::Process::GetEnv("HOCKET_CACHE_DIR"))
    return own->empty() ? Store() : in(*own);
  auto common = llvm::sys::Process::GetEnv("XDG_CACHE_HOME");
  if (common && path::is_absolute(*common))
    return in(joined(*common, "hocket"));
  auto home = llvm::sys::Process::GetEnv("HOME");
  if (!home || !path::is_absolute(*home) || !fs::is_directory(*home))
    return Store();
  return in(joined(joined(*home, ".cache"), "hocket"));
}

} // namespace hocket::driver
