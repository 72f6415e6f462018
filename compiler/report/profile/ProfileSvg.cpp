// SPDX-License-Identifier: Apache-2.0
//
// The thread execution profile of the OSCAR papers: time from left to right, a
// lane for each core. What would be narrower than a pixel is put together with
// its neighbours: a column in the colour of what took most of it, as strong as
// all of it is long.
#include "report/Text.h"
#include "report/profile/Axis.h"
#include "report/profile/TraceReport.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace hocket::report {

using trace::Bar;
using trace::BarKind;
using trace::Row;
using trace::Time;

namespace {

constexpr std::string_view style =
#include "report/profile.css.inc"
    ;

constexpr double labelWidth = 58, shareWidth = 44, chartWidth = 1000;
constexpr double axisHeight = 22, laneGap = 6;
constexpr std::size_t colours = 8; ///< the last one for all other families
constexpr double narrow = 0.8;     ///< pixels

std::string barClass(const Bar &bar) {
  switch (bar.kind) {
  case BarKind::Wait:
    return "w";
  case BarKind::Gate:
    return "g";
  case BarKind::Task:
    break;
  }
  return "f" + std::to_string(std::min<std::size_t>(bar.family, colours - 1));
}

class Drawing {
public:
  explicit Drawing(const trace::Chart &chart)
      : chart_(chart), laneHeight_(chart.rows.size() > 16 ? 16 : 26) {}

  std::string draw(std::string_view attributes, std::string_view inside) {
    double width = labelWidth + chartWidth + shareWidth;
    double lanes = axisHeight + double(chart_.rows.size()) * lane();
    double height = lanes + legendHeight();
    svg_ = llvm::formatv("<svg {0}class=\"tp\" role=\"img\" "
                         "aria-label=\"thread execution profile\" "
                         "viewBox=\"0 0 {1} {2}\" width=\"{1}\">\n{3}",
                         attributes, width, height, inside);
    svg_ += llvm::formatv("<rect class=\"bg\" width=\"{0}\" height=\"{1}\"/>\n",
                          width, height);
    for (std::size_t i = 0; i < chart_.rows.size(); ++i)
      drawLane(i);
    for (const Tick &tick : ticks(double(chart_.span.length())))
      svg_ += llvm::formatv(
          "<line class=\"grid\" x1=\"{0:f1}\" x2=\"{0:f1}\" y1=\"16\" "
          "y2=\"{1}\"/><text class=\"axis\" x=\"{0:f1}\" y=\"11\" "
          "text-anchor=\"{2}\">{3}</text>\n",
          labelWidth + tick.at * chartWidth, lanes - laneGap,
          tick.at == 0 ? "start" : "middle", tick.label);
    svg_ += llvm::formatv("<text class=\"axis\" x=\"{0}\" y=\"11\" "
                          "text-anchor=\"end\">busy</text>\n",
                          labelWidth + chartWidth + shareWidth - 2);
    for (std::size_t i = 0; i < chart_.rows.size(); ++i)
      drawRow(i);
    drawLegend(lanes);
    return std::move(svg_) + "</svg>\n";
  }

private:
  double lane() const { return laneHeight_ + laneGap; }
  double x(Time at) const {
    double length = double(std::max<Time>(chart_.span.length(), 1));
    return labelWidth + double(at - chart_.span.begin) / length * chartWidth;
  }
  double y(std::size_t row) const { return axisHeight + double(row) * lane(); }

  void drawLane(std::size_t i) {
    const Row &row = chart_.rows[i];
    svg_ += llvm::formatv(
        "<rect class=\"lane\" x=\"{0}\" y=\"{1}\" width=\"{2}\" "
        "height=\"{3}\"/><text x=\"0\" y=\"{4}\">{5}</text>"
        "<text class=\"axis\" x=\"{6}\" y=\"{4}\" text-anchor=\"end\">{7}%"
        "</text>\n",
        labelWidth, y(i), chartWidth, laneHeight_, y(i) + laneHeight_ / 2 + 4,
        escape(row.label), labelWidth + chartWidth + shareWidth - 2,
        formatNumber(row.busy * 100, 0));
    drawRegions(row, y(i));
  }

  /// What of the lane lies in regions. Those that are closer to each other than
  /// a pixel are drawn as one.
  void drawRegions(const Row &row, double top) {
    for (std::size_t i = 0; i < row.regions.size();) {
      double left = x(row.regions[i].begin), right = x(row.regions[i].end);
      while (++i < row.regions.size() && x(row.regions[i].begin) < right + 1)
        right = std::max(right, x(row.regions[i].end));
      svg_ += llvm::formatv("<rect class=\"in\" x=\"{0:f2}\" y=\"{1}\" "
                            "width=\"{2:f2}\" height=\"{3}\"/>\n",
                            left, top, right - left, laneHeight_);
    }
  }

  void drawRow(std::size_t i) {
    const Row &row = chart_.rows[i];
    for (const Bar &bar : row.bars)
      drawBar(bar, y(i));
    endColumn(y(i));
    double drawn = 0; // up to here: what is narrower is left out
    for (const trace::Away &away : row.away) {
      if (x(away.end) < drawn)
        continue;
      drawn = std::max(x(away.end), x(away.begin) + 1);
      svg_ += llvm::formatv(
          "<rect class=\"a{0}\" x=\"{1:f2}\" y=\"{2}\" width=\"{3:f2}\" "
          "height=\"5\"><title>{4}{5}\n{6}</title></rect>\n",
          away.isPreempted ? "" : " b", x(away.begin), y(i) + laneHeight_ - 5,
          std::max(x(away.end) - x(away.begin), 1.0),
          away.isPreempted ? "preempted" : "blocked",
          away.by.empty() ? std::string() : " by " + escape(away.by),
          escape(formatTime(double(away.length()))));
    }
    drawClocks(row, y(i));
    if (row.lost)
      svg_ += llvm::formatv("<text class=\"lost\" x=\"{0}\" y=\"{1}\" "
                            "text-anchor=\"end\">{2} events lost</text>\n",
                            labelWidth + chartWidth - 4,
                            y(i) + laneHeight_ / 2 + 4, row.lost);
  }

  void drawBar(const Bar &bar, double top) {
    double left = x(bar.begin), width = x(bar.end) - left;
    if (width < narrow) {
      addToColumn(bar, left, width, top);
      return;
    }
    endColumn(top);
    svg_ += llvm::formatv(
        "<rect class=\"{0}\" x=\"{1:f2}\" y=\"{2}\" width=\"{3:f2}\" "
        "height=\"{4}\"><title>{5}\n{6} at {7}</title></rect>\n",
        barClass(bar), left, top, width, laneHeight_, escape(bar.name),
        formatTime(double(bar.length())),
        formatTime(double(bar.begin - chart_.span.begin)));
  }

  /// A column is as wide as a pixel.
  void addToColumn(const Bar &bar, double left, double width, double top) {
    double column = std::floor(left);
    if (column != column_)
      endColumn(top);
    column_ = column;
    parts_[barClass(bar)] += width;
  }

  void endColumn(double top) {
    if (parts_.empty())
      return;
    auto most = parts_.begin();
    double sum = 0;
    for (auto it = parts_.begin(); it != parts_.end(); ++it) {
      sum += it->second;
      if (it->second > most->second)
        most = it;
    }
    svg_ += llvm::formatv("<rect class=\"{0}\" x=\"{1}\" y=\"{2}\" width=\"1\" "
                          "height=\"{3}\" opacity=\"{4:f2}\"/>\n",
                          most->first, column_, top, laneHeight_,
                          std::clamp(sum, 0.15, 1.0));
    parts_.clear();
  }

  /// A line with a step at each change, as high as the greatest of all.
  void drawClocks(const Row &row, double top) {
    uint64_t greatest = greatestClock();
    if (row.clocks.empty() || greatest == 0)
      return;
    std::string path;
    double at = labelWidth, height = 0;
    for (std::size_t i = 0; i <= row.clocks.size(); ++i) {
      bool isEnd = i == row.clocks.size();
      double next = isEnd ? labelWidth + chartWidth
                          : std::clamp(x(row.clocks[i].at), labelWidth,
                                       labelWidth + chartWidth);
      if (i > 0)
        path += llvm::formatv("{0}{1:f1} {2:f1}H{3:f1}", i == 1 ? "M" : "L", at,
                              height, next);
      at = next;
      if (!isEnd)
        height =
            top + laneHeight_ -
            double(row.clocks[i].kHz) / double(greatest) * (laneHeight_ - 2);
    }
    svg_ += llvm::formatv("<path class=\"c\" d=\"{0}\"/>\n", path);
  }

  uint64_t greatestClock() const {
    uint64_t greatest = 0;
    for (const Row &row : chart_.rows)
      for (const trace::ClockChange &clock : row.clocks)
        greatest = std::max(greatest, clock.kHz);
    return greatest;
  }

  struct Entry {
    std::string className, text;
  };

  std::vector<Entry> legend() const {
    std::vector<Entry> entries;
    bool hasMore = chart_.families.size() > colours;
    for (std::size_t i = 0; i < std::min(chart_.families.size(), colours); ++i)
      entries.push_back({"f" + std::to_string(i), hasMore && i == colours - 1
                                                      ? "others"
                                                      : chart_.families[i]});
    bool hasWait = false, hasGate = false, isPreempted = false,
         isBlocked = false, hasRegion = false;
    for (const Row &row : chart_.rows) {
      for (const Bar &bar : row.bars) {
        hasWait |= bar.kind == BarKind::Wait;
        hasGate |= bar.kind == BarKind::Gate;
      }
      for (const trace::Away &away : row.away)
        (away.isPreempted ? isPreempted : isBlocked) = true;
      hasRegion |= !row.regions.empty();
    }
    if (hasWait)
      entries.push_back({"w", "waiting"});
    if (hasGate)
      entries.push_back({"g", "gated"});
    if (isPreempted)
      entries.push_back({"a", "preempted"});
    if (isBlocked)
      entries.push_back({"a b", "blocked"});
    if (hasRegion)
      entries.push_back({"in", "in a region, in no task"});
    if (uint64_t greatest = greatestClock())
      entries.push_back({"c", "clock, up to " +
                                  formatNumber(double(greatest) / 1000, 0) +
                                  " MHz"});
    return entries;
  }

  static constexpr std::size_t perLine = 4;
  static constexpr double entryWidth = 260, entryHeight = 17;

  double legendHeight() const {
    std::size_t lines = (legend().size() + perLine - 1) / perLine;
    return 4 + double(lines) * entryHeight;
  }

  void drawLegend(double top) {
    std::size_t i = 0;
    for (const Entry &entry : legend()) {
      double left = labelWidth + double(i % perLine) * entryWidth;
      double y = top + 4 + double(i / perLine) * entryHeight;
      svg_ += entry.className == "c"
                  ? llvm::formatv("<path class=\"c\" d=\"M{0} {1}h11\"/>", left,
                                  y + 5)
                        .str()
                  : llvm::formatv("<rect class=\"{0}\" x=\"{1}\" y=\"{2}\" "
                                  "width=\"11\" height=\"11\"/>",
                                  entry.className, left, y)
                        .str();
      svg_ += llvm::formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n", left + 16,
                            y + 9.5, escape(shorten(entry.text, 38)));
      ++i;
    }
  }

  const trace::Chart &chart_;
  double laneHeight_;
  double column_ = 0;
  std::map<std::string, double> parts_; ///< of the column, in pixels, by class
  std::string svg_;
};

} // namespace

std::string_view profileStyle() { return style; }

std::string profileSvg(const trace::Chart &chart) {
  return Drawing(chart).draw("xmlns=\"http://www.w3.org/2000/svg\" ",
                             "<style>\n" + std::string(style) + "</style>\n");
}

std::string profileElement(const trace::Chart &chart) {
  return Drawing(chart).draw(
      "style=\"max-width:100%;min-width:700px;height:auto\" ", "");
}

} // namespace hocket::report
