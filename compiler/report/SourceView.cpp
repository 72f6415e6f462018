// SPDX-License-Identifier: Apache-2.0
//
// The user's source with each loop's verdict in the margin. A line with a loop
// opens to the reason, the evidence and what would change it.
#include "report/Highlight.h"
#include "report/HtmlParts.h"
#include "report/Text.h"

namespace hocket::report {

namespace {

using LoopsByLine = std::multimap<uint32_t, const LoopRow *>;

/// What to show of a loop in a margin.
std::string chip(const LoopRow &loop) {
  std::string text = loop.kind;
  if (!loop.isParallel && loop.kind != "sequential")
    text += ", not run so";
  return std::string("<span class=\"chip ") +
         (loop.isParallel ? "par" : "seq") + "\">" + escape(text) + "</span>";
}

std::string reasonOf(const LoopRow &loop, const Links &links) {
  std::string html = "<p>";
  html += escape(loop.reason);
  if (!loop.remark.empty())
    html += " <code>[" + escape(loop.remark) + "]</code>";
  html += "</p>";
  if (!loop.help.empty())
    html += "<p><b>help:</b> " + escape(loop.help) + "</p>";
  if (loop.notes.empty())
    return html;
  html += "<ul>";
  for (const RemarkNote &note : loop.notes)
    html += "<li>" + links.place(note.location.file, note.location.line) +
            ": " + escape(note.text) + "</li>";
  return html + "</ul>";
}

std::string row(std::string_view anchor, std::size_t number,
                std::string_view verdict, std::string_view code) {
  std::string html = "<span class=\"row\"";
  if (!anchor.empty())
    html.append(" id=\"").append(anchor).append("\"");
  html.append("><span class=\"no\">").append(std::to_string(number));
  html.append("</span><span class=\"verdict\">").append(verdict);
  html.append("</span><span>").append(code).append("</span></span>");
  return html;
}

std::string loopLine(const LoopsByLine &loops, uint32_t number,
                     std::string_view anchor, std::string_view code,
                     const Links &links) {
  auto [first, last] = loops.equal_range(number);
  bool isParallel = true;
  std::string reasons;
  for (auto it = first; it != last; ++it) {
    isParallel &= it->second->isParallel;
    reasons += reasonOf(*it->second, links);
  }
  std::string html = "<details class=\"loop ";
  html.append(isParallel ? "par" : "seq");
  html.append("\" id=\"").append(anchor).append("\"><summary>");
  html += row("", number, chip(*first->second), code);
  return html + "</summary><div class=\"why\">" + reasons + "</div></details>";
}

std::string fileView(const ReportData &data, const SourceFile &file,
                     const Links &links) {
  LoopsByLine loops;
  std::size_t parallel = 0;
  for (const LoopRow &loop : data.loops)
    if (loop.file == file.path) {
      loops.emplace(loop.line, &loop);
      parallel += loop.isParallel;
    }
  std::string html = "<details class=\"file\" open=\"open\"><summary>";
  html += escape(file.path) + " <span class=\"sub\">" +
          std::to_string(parallel) + " of " + count(loops.size(), "loop") +
          " in parallel</span></summary>";
  if (file.text.empty())
    return html + "<p class=\"why empty\">not readable</p></details>\n";
  html += "<div class=\"lines\"><div class=\"rows\">";
  uint32_t number = 0;
  for (const std::string &code : highlightC(file.text)) {
    std::string anchor = links.anchor(file.path, ++number);
    html += loops.count(number) ? loopLine(loops, number, anchor, code, links)
                                : row(anchor, number, "", code);
    html += '\n';
  }
  return html + "</div></div></details>\n";
}

} // namespace

std::string sourceView(const ReportData &data, const Links &links) {
  std::string html;
  for (const SourceFile &file : data.sources)
    html += fileView(data, file, links);
  return html;
}

} // namespace hocket::report
