// SPDX-License-Identifier: Apache-2.0
//
// Temporary files and atomic writing.
#include "driver/system/TempFiles.h"

#include "driver/system/Errors.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <optional>

namespace hocket::driver {

TempFiles::~TempFiles() { clear(); }

void TempFiles::clear() {
  for (const std::string &path : paths_) {
    llvm::sys::fs::remove(path);
    llvm::sys::DontRemoveFileOnSignal(path);
  }
  paths_.clear();
}

namespace {

/// Where temporary files go: as gcc, the first of these that can be used.
std::string temporaryDirectory() {
  for (const char *name : {"TMPDIR", "TMP", "TEMP"}) {
    std::optional<std::string> value = llvm::sys::Process::GetEnv(name);
    if (value && llvm::sys::fs::is_directory(*value) &&
        llvm::sys::fs::can_write(*value))
      return *value;
  }
  return P_tmpdir;
}

} // namespace

std::string TempFiles::create(std::string_view stem, std::string_view suffix) {
  llvm::SmallString<128> model(temporaryDirectory()), path;
  llvm::sys::path::append(model, llvm::StringRef(stem) + "-%%%%%%." + suffix);
  if (std::error_code error = llvm::sys::fs::createUniqueFile(model, path))
    throw TempFileError("cannot create a temporary file: " + error.message());
  std::string result(path);
  std::string problem;
  llvm::sys::RemoveFileOnSignal(result, &problem);
  paths_.push_back(result);
  return result;
}

namespace {

[[noreturn]] void cannotWrite(const std::string &path,
                              const std::string &problem) {
  throw UserError(path + ": cannot be written: " + problem);
}

/// Writes and flushes; \returns what went wrong.
std::error_code writeTo(int descriptor, std::string_view text,
                        bool closeAfterwards) {
  llvm::raw_fd_ostream out(descriptor, closeAfterwards);
  out << text;
  out.flush();
  std::error_code error = out.error();
  out.clear_error(); // else its destructor would end the program
  return error;
}

/// Devices and pipes take what they are given at once.
void writeInPlace(const std::string &path, std::string_view text) {
  int descriptor = -1;
  std::error_code error = llvm::sys::fs::openFileForWrite(path, descriptor);
  if (!error)
    error = writeTo(descriptor, text, /*closeAfterwards=*/true);
  if (error)
    cannotWrite(path, error.message());
}

} // namespace

void writeFile(const std::string &path, std::string_view text) {
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status)) {
    if (llvm::sys::fs::is_directory(status))
      cannotWrite(path, "is a directory");
    if (!llvm::sys::fs::is_regular_file(status))
      return writeInPlace(path, text);
  }
  llvm::Expected<llvm::sys::fs::TempFile> temp =
      llvm::sys::fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!temp)
    cannotWrite(path, llvm::toString(temp.takeError()));
  if (std::error_code error =
          writeTo(temp->FD, text, /*closeAfterwards=*/false)) {
    llvm::consumeError(temp->discard());
    cannotWrite(path, error.message());
  }
  if (llvm::Error error = temp->keep(path))
    cannotWrite(path, llvm::toString(std::move(error)));
}

void TempFiles::write(const std::string &path, std::string_view text) {
  try {
    writeFile(path, text);
  } catch (const UserError &error) {
    throw TempFileError(error.what());
  }
}

std::string TempFiles::read(const std::string &path) {
  try {
    return readFile(path);
  } catch (const UserError &error) {
    throw TempFileError(error.what());
  }
}

std::string readFile(const std::string &path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    throw UserError(path + ": cannot be read: " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

} // namespace hocket::driver
