// SPDX-License-Identifier: Apache-2.0
//
// Puts the page together: summary, regions, loops, sources; see Html.h.
#include "report/Html.h"
#include "report/HtmlParts.h"
#include "report/Text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

namespace hocket::report {

namespace {

constexpr std::string_view style =
#include "report/page.css.inc"
    ;
constexpr std::string_view script =
#include "report/page.js.inc"
    ;

std::string speedup(double value) { return formatNumber(value, 2) + "\u00d7"; }

std::string tile(std::string_view value, std::string_view label) {
  return "<li><b>" + escape(value) + "</b><span>" + escape(label) +
         "</span></li>";
}

std::string summary(const ReportData &data) {
  std::size_t parallel =
      std::count_if(data.loops.begin(), data.loops.end(),
                    [](const LoopRow &loop) { return loop.isParallel; });
  std::string html = "<header><h1>" + escape(data.program) +
                     "</h1><p class=\"sub\">scheduled for " + escape(data.soc) +
                     ", " + count(data.cores, "core") +
                     "</p><ul class=\"tiles\">";
  html += tile(std::to_string(parallel) + " of " +
                   std::to_string(data.loops.size()),
               "loops in parallel");
  html += tile(std::to_string(data.regions.size()),
               data.regions.size() == 1 ? "region" : "regions");
  auto best = std::max_element(data.regions.begin(), data.regions.end(),
                               [](const RegionRow &a, const RegionRow &b) {
                                 return a.sequentialNs < b.sequentialNs;
                               });
  if (best != data.regions.end())
    html += tile(speedup(best->predictedSpeedup),
                 "predicted for the largest region");
  return html + "</ul></header>\n";
}

std::string legend() {
  std::string html = "<ul class=\"legend\" aria-label=\"colours\">";
  for (const char *kind :
       {"chunk", "loop", "call", "block", "combine", "replicated"})
    html += llvm::formatv("<li><svg width=\"14\" height=\"12\" class=\"{0}\" "
                          "aria-hidden=\"true\"><rect x=\"1\" y=\"1\" "
                          "width=\"12\" height=\"10\" rx=\"2\"/></svg>{1}</li>",
                          kindClass(kind), kind);
  for (auto [kind, text] :
       {std::pair("sync", "waits for another core"), std::pair("", "flow"),
        std::pair("anti", "anti"), std::pair("output", "output")})
    html += llvm::formatv(
        "<li><svg width=\"22\" height=\"10\" aria-hidden=\"true\"><path "
        "class=\"e {0}\" d=\"M1 5 H21\"/></svg>{1}</li>",
        kind, text);
  return html + "</ul>\n";
}

/// The core, or the accelerator that it starts.
std::string placeOf(const TaskRow &task) {
  return task.accelerator.empty() ? std::to_string(task.core)
                                  : escape(task.accelerator);
}

std::string taskTable(const LevelView &view) {
  std::string html =
      "<details class=\"fold\"><summary>" + count(view.tasks.size(), "task") +
      "</summary><div class=\"pane\" tabindex=\"0\"><table><thead><tr><th "
      "class=\"n\">id</th><th>task</th><th>kind</th><th>where</th><th "
      "class=\"n\">core</th><th class=\"n\">start</th><th "
      "class=\"n\">end</th></tr></thead><tbody>";
  for (const TaskRow *task : view.tasks)
    html +=
        llvm::formatv("<tr><td class=\"n\">{0}</td><td>{1}</td><td>{2}</td>"
                      "<td>{3}</td><td class=\"n\">{4}</td><td "
                      "class=\"n\">{5}</td><td class=\"n\">{6}</td></tr>\n",
                      task->id, escape(task->name), escape(task->kind),
                      view.links.place(task->file, task->line), placeOf(*task),
                      formatTime(task->startNs), formatTime(task->endNs));
  return html + "</tbody></table></div></details>\n";
}

std::string edgeTable(const LevelView &view) {
  std::map<uint32_t, const TaskRow *> tasks;
  for (const TaskRow *task : view.tasks)
    tasks.emplace(task->id, task);
  std::string rows;
  std::size_t edges = 0, syncs = 0;
  for (const EdgeRow &edge : view.region.edges) {
    auto from = tasks.find(edge.from), to = tasks.find(edge.to);
    if (from == tasks.end() || to == tasks.end())
      continue;
    ++edges;
    syncs += edge.isSync;
    rows += llvm::formatv(
        "<tr><td>{0}</td><td>{1}{2}</td><td>{3}</td><td>{4}</td><td "
        "class=\"n\">{5}</td><td>{6}</td></tr>\n",
        escape(from->second->name), escape(to->second->name),
        edge.distance ? " of the next repetition" : "", escape(edge.kind),
        escape(edge.object), edge.bytes ? formatBytes(edge.bytes) : "",
        edge.isSync ? "waited for" : "");
  }
  if (edges == 0)
    return {};
  return "<details class=\"fold\"><summary>" + count(edges, "dependence") +
         ", " + count(syncs, "wait") +
         "</summary><div class=\"pane\" "
         "tabindex=\"0\"><table><thead><tr><th>from</th><th>"
         "to</th><th>kind</th><th>object</th><th class=\"n\">data</th><th>"
         "sync</th></tr></thead><tbody>" +
         rows + "</tbody></table></div></details>\n";
}

/// The layer's graph, and its table of conditions.
std::string macroTaskView(const RegionRow &region, std::size_t regionIndex,
                          std::size_t level, const Links &links) {
  std::string rows;
  std::size_t tasks = 0;
  for (const MacroTaskRow &task : region.macroTasks) {
    if (task.layer != level)
      continue;
    ++tasks;
    rows += llvm::formatv("<tr><td class=\"n\">{0}</td><td>{1}</td><td>{2}</td>"
                          "<td>{3}</td><td><code>{4}</code></td></tr>\n",
                          task.number, escape(task.block), escape(task.name),
                          links.place(task.file, task.line),
                          escape(task.condition));
  }
  if (tasks < 2)
    return {};
  std::string html = "<details class=\"fold\"><summary>macro-task graph, " +
                     count(tasks, "macro-task") + "</summary>";
  if (std::string graph = macroTaskGraph(region, regionIndex, level, links);
      !graph.empty())
    html += "<div class=\"pane\" tabindex=\"0\">" + graph + "</div>\n";
  return html +
         "<div class=\"pane\" tabindex=\"0\"><table><thead><tr><th "
         "class=\"n\">macro-task</th><th>block</th><th>name</th><th>where</th>"
         "<th>earliest executable condition</th></tr></thead><tbody>" +
         rows + "</tbody></table></div></details>\n";
}

/// A level and, inside it, the levels nested in it. `open` guards against
/// parents that form a cycle.
std::string levelView(const RegionRow &region, std::size_t regionIndex,
                      std::size_t index, const Links &links,
                      std::vector<bool> &open) {
  open[index] = true;
  const LevelRow &level = region.levels[index];
  LevelView view(region, regionIndex, index, links);
  std::string html = "<section class=\"level\"><h3>" + escape(level.name) +
                     "</h3><p class=\"facts\">";
  html += "<b>" + formatTime(level.makespanNs) + "</b>";
  if (level.repetitions != 1)
    html += " a repetition, about <b>" + formatNumber(level.repetitions, 0) +
            "</b> repetitions";
  // Cores go on to the next one without waiting for each other.
  if (level.periodNs > 0 && level.periodNs < 0.95 * level.makespanNs)
    html +=
        " that overlap, one every <b>" + formatTime(level.periodNs) + "</b>";
  if (!level.algorithm.empty())
    html += ", scheduled by <b>" + escape(level.algorithm) + "</b>";
  html += "</p>\n" + macroTaskView(region, regionIndex, index, links);
  if (!view.tasks.empty()) {
    html += "<div class=\"pane\" tabindex=\"0\">" + ganttChart(view) + "</div>";
    if (std::string graph = taskGraph(view); !graph.empty())
      html += "<details class=\"fold\" open=\"open\"><summary>task graph"
              "</summary><div class=\"pane\" tabindex=\"0\">" +
              graph + "</div></details>\n";
    html += taskTable(view) + edgeTable(view);
  }
  for (std::size_t child = 0; child < region.levels.size(); ++child)
    if (region.levels[child].parent == int32_t(index) && !open[child])
      html += levelView(region, regionIndex, child, links, open);
  return html + "</section>\n";
}

std::string regionView(const RegionRow &region, std::size_t index,
                       const Links &links) {
  std::string html =
      "<section class=\"card\"><h2>Region in <code>" + escape(region.function) +
      "</code></h2><p class=\"facts\">" +
      links.place(region.file, region.line) + " to line " +
      std::to_string(region.endLine) + " \u00b7 " +
      count(region.cores, "core") + " \u00b7 sequential <b>" +
      formatTime(region.sequentialNs) + "</b>, parallel <b>" +
      formatTime(region.parallelNs) + "</b>, predicted speed-up <b>" +
      speedup(region.predictedSpeedup) + "</b></p>\n" + legend();
  std::vector<bool> open(region.levels.size());
  for (std::size_t level = 0; level < region.levels.size(); ++level)
    if (region.levels[level].parent < 0 && !open[level])
      html += levelView(region, index, level, links, open);
  return html + "</section>\n";
}

std::string loopTable(const ReportData &data, const Links &links) {
  std::string html = "<section class=\"card\"><h2>Loops</h2>\n";
  if (data.loops.empty())
    return html +
           "<p class=\"empty\">The program has no loops.</p></section>\n";
  html += "<div class=\"pane\" "
          "tabindex=\"0\"><table><thead><tr><th>where</th><th>function"
          "</th><th>verdict</th><th>reason</th></tr></thead><tbody>";
  for (const LoopRow &loop : data.loops)
    html += llvm::formatv(
        "<tr><td class=\"w\">{0}</td><td><code>{1}</code></td><td><span "
        "class=\"chip {2}\">{3}</span></td><td>{4} <code>[{5}]</code></td>"
        "</tr>\n",
        links.place(loop.file, loop.line), escape(loop.function),
        loop.isParallel ? "par" : "seq", escape(loop.kind), escape(loop.reason),
        escape(loop.remark));
  return html + "</tbody></table></div></section>\n";
}

/// Files and functions whose loops are in no other table; empty if there are
/// none.
std::string leftOutTable(const ReportData &data, const Links &links) {
  std::string rows;
  for (const Remark &remark : data.remarks)
    if (remark.id == RemarkId::UnitNotParsed ||
        remark.id == RemarkId::NeverCalled)
      rows += llvm::formatv(
          "<tr><td class=\"w\">{0}</td><td>{1} <code>[{2}]</code></td></tr>\n",
          links.place(remark.location.file, remark.location.line),
          escape(remark.message()), escape(info(remark.id).name));
  if (rows.empty())
    return "";
  return "<section class=\"card\"><h2>Not analysed</h2>\n<div class=\"pane\" "
         "tabindex=\"0\"><table><thead><tr><th>where</th><th>reason</th></tr>"
         "</thead><tbody>" +
         rows + "</tbody></table></div></section>\n";
}

} // namespace

std::string toHtml(const ReportData &data) {
  Links links(data);
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n<title>" +
      escape(data.program) + " - Hocket report</title>\n<style>\n";
  html.append(style).append("</style>\n</head>\n<body>\n");
  html += "<a class=\"skip\" href=\"#source\">Skip to the source</a>\n";
  html += summary(data);
  html += data.sources.empty() ? "<main class=\"wide\">\n<div>\n"
                               : "<main>\n<div>\n";
  if (data.regions.empty())
    html += "<section class=\"card\"><p class=\"empty\">No part of the program "
            "runs in parallel; the loops below say why.</p></section>\n";
  for (std::size_t i = 0; i < data.regions.size(); ++i)
    html += regionView(data.regions[i], i, links);
  html += loopTable(data, links) + leftOutTable(data, links) + "</div>\n";
  if (!data.sources.empty())
    html += "<div class=\"card sources\" id=\"source\" tabindex=\"0\" "
            "role=\"region\" aria-label=\"source\">\n" +
            sourceView(data, links) + "</div>\n";
  html.append("</main>\n<script>\n").append(script);
  return html + "</script>\n</body>\n</html>\n";
}

} // namespace hocket::report
