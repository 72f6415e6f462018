// SPDX-License-Identifier: Apache-2.0
//
// Files that live as long as the compilation: in the system's temporary
// directory, under names of their own, removed at the end, on an error and on
// a signal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hocket::driver {

class TempFiles {
public:
  TempFiles() = default;
  TempFiles(const TempFiles &) = delete;
  TempFiles &operator=(const TempFiles &) = delete;
  ~TempFiles();

  /// Creates an empty file `STEM-xxxxxx.SUFFIX`. Throws TempFileError if it
  /// cannot.
  std::string create(std::string_view stem, std::string_view suffix);

  /// Removes them all: others may need the room.
  void clear();

  /// Fills such a file. Throws TempFileError if it cannot.
  static void write(const std::string &path, std::string_view text);

  /// All of such a file. Throws TempFileError if it cannot be read.
  static std::string read(const std::string &path);

private:
  std::vector<std::string> paths_;
};

/// Writes `text` so that `path` holds either all of it or what it held before.
/// Throws UserError if it cannot.
void writeFile(const std::string &path, std::string_view text);

/// The whole file. Throws UserError if it cannot be read.
std::string readFile(const std::string &path);

} // namespace hocket::driver
