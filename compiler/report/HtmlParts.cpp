// SPDX-License-Identifier: Apache-2.0
//
// What the parts of the page share; see HtmlParts.h.
#include "report/HtmlParts.h"
#include "report/Text.h"

#include <algorithm>

namespace hocket::report {

Links::Links(const ReportData &data) {
  for (std::size_t i = 0; i < data.sources.size(); ++i) {
    const std::string &text = data.sources[i].text;
    std::size_t lines = std::count(text.begin(), text.end(), '\n');
    lines += !text.empty() && text.back() != '\n';
    files_.emplace(data.sources[i].path, File{i, uint32_t(lines)});
  }
}

std::string Links::anchor(std::string_view file, uint32_t line) const {
  auto found = files_.find(file);
  if (found == files_.end() || line == 0 || line > found->second.lines)
    return {};
  std::string result = "f";
  result.append(std::to_string(found->second.index)).append("L");
  return result.append(std::to_string(line));
}

std::string Links::href(std::string_view file, uint32_t line) const {
  std::string target = anchor(file, line);
  return target.empty() ? target : " href=\"#" + target + "\"";
}

std::string Links::place(std::string_view file, uint32_t line) const {
  std::string text = escape(file);
  if (line)
    text.append(":").append(std::to_string(line));
  std::string link = href(file, line);
  return link.empty() ? "<code>" + text + "</code>"
                      : "<a class=\"code\"" + link + ">" + text + "</a>";
}

LevelView::LevelView(const RegionRow &region, std::size_t regionIndex,
                     std::size_t level, const Links &links)
    : region(region), regionIndex(regionIndex), level(level), links(links) {
  for (const TaskRow &task : region.tasks)
    if (task.level == level)
      tasks.push_back(&task);
}

std::string LevelView::key(uint32_t task) const {
  std::string result = "r";
  result.append(std::to_string(regionIndex)).append("t");
  return result.append(std::to_string(task));
}

std::string LevelView::openTask(const TaskRow &task,
                                std::string_view detail) const {
  // Without a target it can still have the keyboard's focus.
  std::string link = links.href(task.file, task.line);
  if (link.empty())
    link = " tabindex=\"0\"";
  return "<a class=\"task " + kindClass(task.kind) + "\" data-t=\"" +
         key(task.id) + "\"" + link + "><title>" + escape(task.name) + "\n" +
         escape(detail) + "</title>";
}

std::string kindClass(std::string_view kind) {
  for (std::string_view known :
       {"chunk", "loop", "call", "block", "combine", "replicated", "control"})
    if (kind == known)
      return "k-" + std::string(kind);
  return "k-other";
}

std::string count(std::size_t number, std::string_view noun) {
  std::string text = std::to_string(number);
  text.append(" ").append(noun);
  return number == 1 ? text : text + "s";
}

} // namespace hocket::report
