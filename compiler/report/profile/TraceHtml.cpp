// SPDX-License-Identifier: Apache-2.0
//
// A page with the profile, TLP over time, and tables.
#include "report/HtmlParts.h"
#include "report/Text.h"
#include "report/profile/TraceTables.h"

namespace hocket::report {

using trace::Time;

namespace {

constexpr std::string_view pageStyle =
#include "report/page.css.inc"
    ;

std::string time(Time ns) { return formatTime(double(ns)); }

std::string tile(const std::string &value, std::string_view label) {
  return "<li><b>" + escape(value) + "</b><span>" + escape(label) +
         "</span></li>";
}

/// A column without a name of its own shares the one before it.
std::string headOf(const TraceTable &table) {
  std::string html;
  for (std::size_t i = 0; i < table.head.size();) {
    const std::size_t first = i++;
    while (i < table.head.size() && table.head[i].empty())
      ++i;
    std::string span =
        i - first > 1 ? " colspan=\"" + std::to_string(i - first) + "\"" : "";
    html += (first ? "<th class=\"n\"" : "<th") + span + ">" +
            escape(table.head[first]) + "</th>";
  }
  return html;
}

std::string htmlOf(const TraceTable &table) {
  std::string html = "<div class=\"pane\" tabindex=\"0\"><table><thead><tr>" +
                     headOf(table) + "</tr></thead><tbody>\n";
  for (const std::vector<std::string> &row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      html += (i ? "<td class=\"n\">" : "<td>") + escape(row[i]) + "</td>";
    html += "</tr>\n";
  }
  html += "</tbody></table></div>\n";
  if (table.more)
    html += "<p class=\"empty\">" + std::to_string(table.more) + " more</p>\n";
  return html;
}

std::string card(std::string_view title, const std::string &body) {
  return body.empty() ? body
                      : "<section class=\"card\"><h2>" + escape(title) +
                            "</h2>\n" + body + "</section>\n";
}

std::string header(const TraceReport &report) {
  const trace::Trace *t = report.trace;
  std::string title = t ? t->program : report.file;
  std::string html = "<header><h1>" + escape(title) + "</h1><p class=\"sub\">";
  html +=
      escape(t ? "process " + std::to_string(t->process) + ", " + report.file
               : "what each CPU ran");
  html += "</p><ul class=\"tiles\">" +
          tile(time(report.chart.span.length()),
               t ? "in and between regions" : "recorded");
  html += tile(std::to_string(report.chart.rows.size()), t ? "cores" : "CPUs");
  html += tile(report.tlp.value ? formatNumber(*report.tlp.value, 2) : "-",
               "thread-level parallelism");
  uint64_t lost = t ? t->lostElsewhere : report.switches->lost;
  for (const trace::Row &row : report.chart.rows)
    lost += row.lost;
  if (lost)
    html += tile(std::to_string(lost), "events lost");
  html += "</ul>";
  for (const std::string &remark : traceRemarks(report))
    html += "<p class=\"sub\">" + escape(remark) + "</p>";
  return html + "</header>\n";
}

/// Tables that follow each other under the same title share a card.
std::string cards(const std::vector<TraceTable> &tables) {
  std::string html;
  for (std::size_t i = 0; i < tables.size();) {
    const std::string &title = tables[i].title;
    std::string body;
    for (; i < tables.size() && tables[i].title == title; ++i)
      body += htmlOf(tables[i]);
    html += card(title, body);
  }
  return html;
}

} // namespace

std::string traceHtml(const TraceReport &report) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n<title>" +
      escape(report.trace ? report.trace->program : report.file) +
      " - Hocket trace</title>\n<style>\n";
  html.append(pageStyle).append(profileStyle());
  html += "</style>\n</head>\n<body>\n" + header(report) +
          "<main class=\"wide\">\n<div>\n";
  auto pane = [](const std::string &element) {
    return element.empty()
               ? element
               : "<div class=\"pane\" tabindex=\"0\">" + element + "</div>\n";
  };
  html += card("Execution profile", pane(profileElement(report.chart)));
  html += card("Thread-level parallelism over time",
               pane(tlpElement(report.windows)));
  html += cards({coreTable(report), busyTable(report)});
  if (report.trace)
    html += cards(programTables(report));
  return html + "</div>\n</main>\n</body>\n</html>\n";
}

} // namespace hocket::report
