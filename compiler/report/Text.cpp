// SPDX-License-Identifier: Apache-2.0
//
// Text for people; see Text.h.
#include "report/Text.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <utility>
#include <vector>

namespace hocket::report {

std::string escape(std::string_view text) {
  std::string result;
  for (char c : llvm::json::fixUTF8(text)) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      bool isControl =
          (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') ||
          c == 0x7f;
      if (isControl)
        result += "\xef\xbf\xbd";
      else
        result += c;
    }
  }
  return result;
}

std::string shorten(std::string_view text, std::size_t characters) {
  std::string valid = llvm::json::fixUTF8(text);
  std::vector<std::size_t> starts; // of each character
  for (std::size_t i = 0; i < valid.size(); ++i)
    if ((static_cast<unsigned char>(valid[i]) & 0xc0) != 0x80)
      starts.push_back(i);
  if (starts.size() <= characters || characters == 0)
    return valid;
  std::size_t tail = (characters - 1) * 2 / 5, head = characters - 1 - tail;
  std::string result = valid.substr(0, starts[head]) + "\u2026";
  if (tail)
    result += valid.substr(starts[starts.size() - tail]);
  return result;
}

std::string formatNumber(double value, int digits) {
  std::string text;
  llvm::raw_string_ostream out(text);
  double scale = std::pow(10.0, digits);
  if (std::abs(value) * scale < 0.5)
    value = 0;
  out << llvm::format("%.*f", digits, value);
  return text;
}

/// Three digits that count.
static std::string threeDigits(double value) {
  double size = std::abs(value);
  return formatNumber(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

std::string formatTime(double nanoseconds) {
  double size = std::abs(nanoseconds);
  if (size < 999.5)
    return formatNumber(nanoseconds, 0) + " ns";
  if (size < 999.5e3)
    return threeDigits(nanoseconds / 1e3) + " \u00b5s";
  if (size < 999.5e6)
    return threeDigits(nanoseconds / 1e6) + " ms";
  return threeDigits(nanoseconds / 1e9) + " s";
}

std::string formatEnergy(double joules) {
  for (auto [unit, size] :
       {std::pair("J", 1.0), {"mJ", 1e-3}, {"\u00b5J", 1e-6}})
    if (joules >= size)
      return formatNumber(joules / size, 2) + " " + unit;
  return formatNumber(joules / 1e-9, 2) + " nJ";
}

std::string formatBytes(uint64_t bytes) {
  if (bytes < 1024)
    return std::to_string(bytes) + " B";
  if (bytes < (1u << 20))
    return formatNumber(double(bytes) / 1024, 1) + " KiB";
  if (bytes < (1u << 30))
    return formatNumber(double(bytes) / (1u << 20), 1) + " MiB";
  return formatNumber(double(bytes) / (1u << 30), 1) + " GiB";
}

} // namespace hocket::report
