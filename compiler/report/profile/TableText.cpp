// SPDX-License-Identifier: Apache-2.0
#include "report/profile/TableText.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace hocket::report {

namespace {

/// In characters, not bytes.
std::size_t length(const std::string &text) {
  return std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  });
}

} // namespace

std::string tableText(const TraceTable &table) {
  std::vector<std::vector<std::string>> rows{table.head};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> widths(table.head.size());
  for (const std::vector<std::string> &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], length(row[i]));
  std::string result;
  for (const std::vector<std::string> &row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string gap(widths[i] - length(row[i]), ' ');
      line += i == 0 ? row[i] + gap : "  " + gap + row[i];
    }
    result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (table.more)
    result += llvm::formatv("  ... {0} more\n", table.more);
  return result;
}

} // namespace hocket::report
