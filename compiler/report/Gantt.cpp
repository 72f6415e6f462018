// SPDX-License-Identifier: Apache-2.0
//
// The schedule of one level as a Gantt chart: a lane for each core and each
// accelerator, a bar for each task, a curve for each wait between them.
#include "report/HtmlParts.h"
#include "report/Text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace hocket::report {

namespace {

constexpr double labelWidth = 58, chartWidth = 760, shareWidth = 44;
constexpr double laneGap = 5, axisHeight = 22;
/// More waits than this would hide the bars.
constexpr std::size_t maxCurves = 400;

class Chart {
public:
  explicit Chart(const LevelView &view) : view_(view) {
    const LevelRow &level = view.region.levels[view.level];
    end_ = level.makespanNs;
    lanes_ = view.region.cores;
    for (const TaskRow *task : view.tasks) {
      end_ = std::max(end_, task->endNs);
      lanes_ = std::max<std::size_t>(lanes_, task->core + 1);
    }
    for (std::size_t core = 0; core < lanes_; ++core)
      labels_.push_back("core " + std::to_string(core));
    cores_ = lanes_;
    for (const TaskRow *task : view.tasks)
      if (!task->accelerator.empty()) {
        lanes_ = std::max(lanes_, laneOf(*task) + 1);
        labels_.resize(lanes_);
        labels_[laneOf(*task)] = task->accelerator;
      }
    laneHeight_ = lanes_ > 8 ? 22 : 30;
    busy_.resize(lanes_);
    for (const TaskRow *task : view.tasks)
      busy_[laneOf(*task)] += task->endNs - task->startNs;
  }

  std::string draw() {
    double height = axisHeight + double(lanes_) * (laneHeight_ + laneGap);
    double width = labelWidth + chartWidth + shareWidth;
    svg_ = llvm::formatv(
        "<svg role=\"group\" aria-label=\"schedule of {0}\" "
        "viewBox=\"0 0 {1} {2}\" width=\"{1}\" "
        "style=\"max-width:100%;min-width:640px;height:auto\">\n",
        escape(view_.region.levels[view_.level].name), width, height);
    drawLanes();
    drawAxis(height);
    for (const TaskRow *task : view_.tasks)
      drawBar(*task);
    drawWaits();
    return svg_ + "</svg>\n";
  }

private:
  std::size_t laneOf(const TaskRow &task) const {
    return task.accelerator.empty() ? task.core : cores_ + task.unit;
  }
  double x(double ns) const {
    return labelWidth + (end_ > 0 ? ns / end_ : 0) * chartWidth;
  }
  double y(std::size_t core) const {
    return axisHeight + double(core) * (laneHeight_ + laneGap);
  }

  void drawLanes() {
    for (std::size_t core = 0; core < lanes_; ++core) {
      double share = end_ > 0 ? busy_[core] / end_ * 100 : 0;
      svg_ += llvm::formatv(
          "<rect class=\"lane\" x=\"{0}\" y=\"{1}\" width=\"{2}\" "
          "height=\"{3}\"/><text x=\"0\" y=\"{4}\">{5}</text>"
          "<text class=\"axis\" x=\"{6}\" y=\"{4}\" text-anchor=\"end\">"
          "{7}%</text>\n",
          labelWidth, y(core), chartWidth, laneHeight_,
          y(core) + laneHeight_ / 2 + 4, escape(shorten(labels_[core], 9)),
          labelWidth + chartWidth + shareWidth - 2, formatNumber(share, 0));
    }
  }

  /// Round steps, four to eight of them.
  void drawAxis(double height) {
    if (end_ <= 0)
      return;
    double step = std::pow(10, std::floor(std::log10(end_ / 4)));
    for (double factor : {5.0, 2.0})
      if (end_ / (step * factor) >= 4) {
        step *= factor;
        break;
      }
    for (int i = 0; double(i) * step <= end_ * 1.0001; ++i) {
      double at = x(double(i) * step);
      svg_ += llvm::formatv(
          "<line class=\"grid\" x1=\"{0:f1}\" x2=\"{0:f1}\" y1=\"16\" "
          "y2=\"{1}\"/><text class=\"axis\" x=\"{0:f1}\" y=\"11\" "
          "text-anchor=\"{2}\">{3}</text>\n",
          at, height - laneGap, i == 0 ? "start" : "middle",
          i == 0 ? "0" : formatTime(double(i) * step));
    }
  }

  void drawBar(const TaskRow &task) {
    double left = x(task.startNs);
    double width = std::max(x(task.endNs) - left, 2.0);
    double top = y(laneOf(task)) + 2;
    std::string detail = llvm::formatv(
        "{0} on {1}: {2}, from {3} to {4}", task.kind, labels_[laneOf(task)],
        formatTime(task.endNs - task.startNs), formatTime(task.startNs),
        formatTime(task.endNs));
    svg_ += view_.openTask(task, detail);
    svg_ += llvm::formatv("<rect x=\"{0:f1}\" y=\"{1}\" width=\"{2:f1}\" "
                          "height=\"{3}\" rx=\"3\"/>",
                          left, top, width, laneHeight_ - 4);
    std::size_t room = width > 12 ? std::size_t((width - 8) / 6.3) : 0;
    if (room >= 4)
      svg_ += llvm::formatv("<text x=\"{0:f1}\" y=\"{1}\">{2}</text>", left + 5,
                            top + laneHeight_ / 2 + 2,
                            escape(shorten(task.name, room)));
    svg_ += "</a>\n";
    bars_.emplace(task.id, &task);
  }

  void drawWaits() {
    std::vector<const EdgeRow *> waits;
    for (const EdgeRow &edge : view_.region.edges)
      if (edge.isSync && edge.distance == 0 && bars_.count(edge.from) &&
          bars_.count(edge.to))
        waits.push_back(&edge);
    if (waits.size() > maxCurves)
      return;
    for (const EdgeRow *edge : waits) {
      const TaskRow &from = *bars_.find(edge->from)->second;
      const TaskRow &to = *bars_.find(edge->to)->second;
      double x1 = x(from.endNs), y1 = y(laneOf(from)) + laneHeight_ / 2;
      double x2 = x(to.startNs), y2 = y(laneOf(to)) + laneHeight_ / 2;
      double bend = std::max(10.0, (x2 - x1) / 2);
      svg_ += llvm::formatv(
          "<path class=\"e sync\" data-ends=\"{0} {1}\" d=\"M{2:f1} {3:f1} "
          "C{4:f1} {3:f1} {5:f1} {6:f1} {7:f1} {6:f1}\"/>\n",
          view_.key(edge->from), view_.key(edge->to), x1, y1, x1 + bend,
          x2 - bend, y2, x2);
    }
  }

  const LevelView &view_;
  double end_ = 0, laneHeight_ = 0;
  std::size_t lanes_ = 0;
  std::vector<std::string> labels_; ///< by lane
  std::size_t cores_ = 0;           ///< lanes of cores, which come first
  std::vector<double> busy_;
  std::multimap<uint32_t, const TaskRow *> bars_;
  std::string svg_;
};

} // namespace

std::string ganttChart(const LevelView &view) { return Chart(view).draw(); }

} // namespace hocket::report
