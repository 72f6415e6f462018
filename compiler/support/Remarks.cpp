// SPDX-License-Identifier: Apache-2.0
//
// The table of remarks, and the filling in of arguments.
#include "support/Remarks.h"

#include <array>
#include <cctype>

namespace hocket {

namespace {

using enum RemarkKind;

constexpr std::array table = {
#define REMARK(Name, Id, Kind, Stage, Text, Help)                              \
  RemarkInfo{Id, Kind, Stage, Text, Help},
#include "support/remarks.def"
#undef REMARK
};

/// The n of "{n}" at the start of `text`, and where the rest begins.
struct Placeholder {
  std::size_t index = 0, length = 0;
};

std::optional<Placeholder> placeholder(std::string_view text) {
  Placeholder found{0, 1};
  while (found.length < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[found.length])))
    found.index = found.index * 10 + (text[found.length++] - '0');
  if (found.length == 1 || found.length == text.size() ||
      text[found.length] != '}')
    return std::nullopt;
  ++found.length;
  return found;
}

/// One pass over the format, so that braces in an argument stay as they are.
/// A placeholder without an argument is left standing.
std::string filled(std::string_view format,
                   const std::vector<std::string> &args) {
  std::string result;
  while (!format.empty()) {
    std::size_t brace = format.find('{');
    result += format.substr(0, brace);
    if (brace == std::string_view::npos)
      break;
    format.remove_prefix(brace);
    std::optional<Placeholder> found = placeholder(format);
    std::size_t length = found ? found->length : 1;
    if (found && found->index < args.size())
      result += args[found->index];
    else
      result += format.substr(0, length);
    format.remove_prefix(length);
  }
  return result;
}

} // namespace

const RemarkInfo &info(RemarkId id) {
  return table.at(static_cast<std::size_t>(id));
}

std::optional<RemarkId> findRemark(std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].name == name)
      return static_cast<RemarkId>(i);
  return std::nullopt;
}

std::size_t numRemarks() { return table.size(); }

std::string Remark::message() const { return filled(info(id).text, args); }

std::string Remark::help() const { return filled(info(id).help, args); }

} // namespace hocket
