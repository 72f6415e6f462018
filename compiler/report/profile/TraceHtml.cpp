// SPDX-License-Identifier: Apache-2.0
//
// A page with the profile, TLP over time, and tables.
#include "report/HtmlParts.h"
#include "report/Text.h"
#include "report/profile/TraceReport.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

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

/// Columns whose heads begin with '#' hold numbers.
class HtmlTable {
public:
  explicit HtmlTable(std::vector<std::string> head) {
    html_ = "<div class=\"pane\" tabindex=\"0\"><table><thead><tr>";
    for (std::string &cell : head) {
      isNumber_.push_back(cell[0] == '#');
      html_ += (isNumber_.back() ? "<th class=\"n\">" : "<th>") +
               escape(isNumber_.back() ? cell.substr(1) : cell) + "</th>";
    }
    html_ += "</tr></thead><tbody>\n";
  }
  void add(const std::vector<std::string> &cells) {
    html_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i)
      html_ += (isNumber_[i] ? "<td class=\"n\">" : "<td>") + escape(cells[i]) +
               "</td>";
    html_ += "</tr>\n";
  }
  std::string html() const { return html_ + "</tbody></table></div>\n"; }

private:
  std::vector<bool> isNumber_;
  std::string html_;
};

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
  return html + "</ul></header>\n";
}

std::string cores(const TraceReport &report) {
  HtmlTable table(
      {"core", "#busy", "#waiting", "#gated", "#on no CPU", "#events lost"});
  for (std::size_t i = 0; i < report.summary.cores.size(); ++i) {
    const trace::CoreTimes &times = report.summary.cores[i];
    table.add({"core " + std::to_string(i), time(times.busy),
               time(times.waiting), time(times.gated),
               report.trace->hasSwitches ? time(times.away) : "unknown",
               std::to_string(report.trace->cores[i].lost)});
  }
  return table.html();
}

std::string totals(const std::vector<trace::Total> &rows,
                   const TraceReport &report, const char *what) {
  if (rows.empty())
    return {};
  HtmlTable table({what, "#core", "#times", "#together", "#mean", "#longest"});
  for (std::size_t i = 0; i < std::min(rows.size(), report.top); ++i)
    table.add(
        {report.trace->names[rows[i].name],
         rows[i].core == trace::none ? "any" : std::to_string(rows[i].core),
         std::to_string(rows[i].count), time(rows[i].sum),
         time(rows[i].sum / Time(rows[i].count)), time(rows[i].longest)});
  return table.html();
}

std::string regions(const TraceReport &report) {
  if (report.summary.regions.empty())
    return {};
  HtmlTable table(
      {"region", "#runs", "#together", "#mean", "#shortest", "#longest"});
  for (const trace::RegionTotal &row : report.summary.regions)
    table.add({report.trace->regions[row.region].name,
               std::to_string(row.count), time(row.sum),
               time(row.sum / Time(row.count)), time(row.shortest),
               time(row.longest)});
  return table.html();
}

std::string plan(const TraceReport &report) {
  std::string html;
  for (const trace::RegionComparison &region : report.comparisons) {
    HtmlTable table(
        {region.name, "#core", "#times", "#planned", "#measured", "#ratio"});
    auto ratio = [](double measured, double planned) {
      return planned > 0 ? formatNumber(measured / planned, 2) : "";
    };
    table.add({"all of it", "", std::to_string(region.count),
               formatTime(region.plannedNs), formatTime(region.measuredNs),
               ratio(region.measuredNs, region.plannedNs)});
    for (const trace::TaskComparison &task : region.tasks)
      table.add({task.name, std::to_string(task.core),
                 std::to_string(task.count), formatTime(task.plannedNs),
                 formatTime(task.measuredNs),
                 ratio(task.measuredNs, task.plannedNs)});
    html += table.html();
  }
  if (report.hasPlan && html.empty())
    html = "<p class=\"empty\">The plan has none of these regions.</p>\n";
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
  if (report.trace) {
    html += card("Planned and measured", plan(report));
    html += card("Cores", cores(report));
    html += card("Regions", regions(report));
    html += card("Tasks", totals(report.summary.tasks, report, "task"));
    html += card("Waits", totals(report.summary.waits, report, "wait"));
  }
  return html + "</div>\n</main>\n</body>\n</html>\n";
}

} // namespace hocket::report
