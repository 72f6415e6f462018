// SPDX-License-Identifier: Apache-2.0
//
// A stacked area for each cluster, over the axis of time that profiles have.
#include "report/Text.h"
#include "report/profile/Axis.h"
#include "report/profile/TraceReport.h"
#include "report/simulation/SimulationReport.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

namespace hocket::report {

namespace {

constexpr double left = 58, width = 1000, top = 22, height = 240;

class Drawing {
public:
  explicit Drawing(const SimulationReport &report)
      : report_(report), curve_(report.curve) {
    bins_ = curve_.watts.empty() ? 0 : curve_.watts.front().size();
    sums_.assign(bins_, 0);
    for (const std::vector<double> &cluster : curve_.watts)
      for (size_t bin = 0; bin < bins_; ++bin)
        sums_[bin] += cluster[bin];
    for (double sum : sums_)
      most_ = std::max(most_, sum);
  }

  std::string draw() {
    double below = top + height;
    svg_ = llvm::formatv(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tp\" role=\"img\" "
        "aria-label=\"power over time\" viewBox=\"0 0 {0} {1}\" width=\"{0}\">"
        "\n<style>\n{2}</style>\n<rect class=\"bg\" width=\"{0}\" "
        "height=\"{1}\"/>\n",
        left + width + 44, below + 26, profileStyle());
    drawLevels();
    drawAreas();
    for (const Tick &tick : ticks(curve_.binNs * double(bins_)))
      svg_ += llvm::formatv(
          "<text class=\"axis\" x=\"{0:f1}\" y=\"11\" text-anchor=\"{1}\">{2}"
          "</text>\n",
          left + tick.at * width, tick.at == 0 ? "start" : "middle",
          tick.label);
    drawLegend(below + 17);
    return std::move(svg_) + "</svg>\n";
  }

private:
  double x(size_t bin) const {
    return left + double(bin) / double(std::max<size_t>(bins_, 1)) * width;
  }
  double y(double watts) const {
    return top + height - (most_ > 0 ? watts / most_ : 0) * height;
  }

  /// Lines at round powers.
  void drawLevels() {
    if (most_ <= 0)
      return;
    double step = std::pow(10, std::floor(std::log10(most_ / 2)));
    if (most_ / step > 10)
      step *= 5;
    else if (most_ / step > 5)
      step *= 2;
    int digits = step < 1 ? int(std::ceil(-std::log10(step))) : 0;
    for (int i = 0; i * step <= most_; ++i)
      svg_ += llvm::formatv(
          "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:f1}\" "
          "y2=\"{2:f1}\"/><text class=\"axis\" x=\"{3}\" y=\"{4:f1}\" "
          "text-anchor=\"end\">{5} W</text>\n",
          left, left + width, y(i * step), left - 6, y(i * step) + 4,
          formatNumber(i * step, digits));
  }

  void drawAreas() {
    std::vector<double> base(bins_);
    for (size_t cluster = 0; cluster < curve_.watts.size(); ++cluster) {
      std::string path, back;
      for (size_t bin = 0; bin < bins_; ++bin) {
        double over = base[bin] + curve_.watts[cluster][bin];
        path += llvm::formatv("{0}{1:f1} {2:f1}H{3:f1}", bin ? "L" : "M",
                              x(bin), y(over), x(bin + 1));
        back = llvm::formatv("L{0:f1} {1:f1}H{2:f1}", x(bin + 1), y(base[bin]),
                             x(bin))
                   .str() +
               back;
        base[bin] = over;
      }
      svg_ += llvm::formatv("<path class=\"f{0}\" d=\"{1}{2}Z\"/>\n",
                            std::min<size_t>(cluster, 7), path, back);
    }
  }

  void drawLegend(double at) {
    double from = left;
    for (size_t i = 0; i < curve_.watts.size(); ++i) {
      const std::string &name = report_.machine->clusters[i].name;
      svg_ += llvm::formatv("<rect class=\"f{0}\" x=\"{1}\" y=\"{2}\" "
                            "width=\"10\" height=\"10\"/><text x=\"{3}\" "
                            "y=\"{4}\">{5}</text>\n",
                            std::min<size_t>(i, 7), from, at - 9, from + 15, at,
                            escape(name));
      from += 40 + 7 * double(name.size());
    }
    svg_ += llvm::formatv("<text class=\"axis\" x=\"{0}\" y=\"{1}\" "
                          "text-anchor=\"end\">{2}</text>\n",
                          left + width, at,
                          escape(formatEnergy(report_.result.joules) + " in " +
                                 formatTime(report_.result.endNs)));
  }

  const SimulationReport &report_;
  const simulation::PowerCurve &curve_;
  size_t bins_ = 0;
  double most_ = 0;
  std::vector<double> sums_;
  std::string svg_;
};

} // namespace

std::string powerSvg(const SimulationReport &report) {
  return Drawing(report).draw();
}

} // namespace hocket::report
