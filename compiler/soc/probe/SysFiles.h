// SPDX-License-Identifier: Apache-2.0
//
// The small text files of sysfs and procfs. What is not there or cannot be read
// is empty: callers have a default for everything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hocket::soc {

class SysFiles {
public:
  SysFiles(std::string sysRoot, std::string procRoot)
      : sys_(std::move(sysRoot)), proc_(std::move(procRoot)) {}

  /// Paths end in a slash.
  std::string sys() const { return sys_ + "/"; }
  std::string proc() const { return proc_ + "/"; }
  std::string cpu(unsigned id) const;

  static std::optional<std::string> text(const std::string &path);
  static std::optional<uint64_t> number(const std::string &path);
  static std::vector<unsigned> cpuList(const std::string &path);
  /// The numbers among the words of a file.
  static std::vector<uint64_t> numbers(const std::string &path);
  /// The cells of 32 bits of a property in a device tree.
  static std::vector<uint32_t> cells(const std::string &path);
  /// The names of the folders in a folder, in order.
  static std::vector<std::string> folders(const std::string &path);

private:
  std::string sys_, proc_;
};

} // namespace hocket::soc
