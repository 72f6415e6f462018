// SPDX-License-Identifier: Apache-2.0
//
// Explains remarks from docs/remarks.md; see Explain.h. Each section there
// starts with "## `id`" and ends at the next "## ".
#include "report/Explain.h"
#include "report/Terminal.h"
#include "support/Remarks.h"

#include <algorithm>

namespace hocket::report {

namespace {

constexpr std::string_view handbook =
#include "report/remarks.md.inc"
    ;

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == '\n')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == '\n')
    text.remove_suffix(1);
  return text;
}

/// The section's text without its heading; empty if there is none.
std::string_view sectionOf(std::string_view name) {
  std::string heading = "\n## `";
  heading.append(name).append("`\n");
  std::size_t start = handbook.find(heading);
  if (start == std::string_view::npos)
    return {};
  std::string_view rest = handbook.substr(start + heading.size());
  return trim(rest.substr(0, rest.find("\n## ")));
}

} // namespace

std::optional<std::string> explainRemark(std::string_view name) {
  std::optional<RemarkId> id = findRemark(name);
  if (!id)
    return std::nullopt;
  const RemarkInfo &row = info(*id);
  std::string text;
  text.append(row.name).append(" [").append(optionFor(row.kind)).append("]");
  text.append(", from ").append(row.stage).append("\n\n  ");
  text.append(row.text).append("\n");
  if (!row.help.empty() && row.help.front() != '{') // not of one case alone
    text.append("  help: ").append(row.help).append("\n");
  if (std::string_view section = sectionOf(name); !section.empty())
    text.append("\n").append(section).append("\n");
  return text;
}

std::string listRemarks() {
  std::size_t width = 0;
  for (std::size_t i = 0; i < numRemarks(); ++i)
    width = std::max(width, info(static_cast<RemarkId>(i)).name.size());
  std::string text;
  for (std::size_t i = 0; i < numRemarks(); ++i) {
    const RemarkInfo &row = info(static_cast<RemarkId>(i));
    text.append(row.name).append(width + 2 - row.name.size(), ' ');
    text.append(row.text).append("\n");
  }
  return text;
}

} // namespace hocket::report
