// SPDX-License-Identifier: Apache-2.0
//
// TLP over time, as a line with steps, and the axis that it shares with the
// profile.
#include "report/Text.h"
#include "report/profile/Axis.h"
#include "report/profile/TraceReport.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

namespace hocket::report {

std::vector<Tick> ticks(double nanoseconds) {
  std::vector<Tick> result;
  if (nanoseconds <= 0)
    return result;
  double step = std::pow(10, std::floor(std::log10(nanoseconds / 4)));
  for (double factor : {5.0, 2.0})
    if (nanoseconds / (step * factor) >= 4) {
      step *= factor;
      break;
    }
  for (int i = 0; double(i) * step <= nanoseconds * 1.0001; ++i)
    result.push_back({double(i) * step / nanoseconds,
                      i == 0 ? "0" : formatTime(double(i) * step)});
  return result;
}

std::string tlpElement(const std::vector<trace::Tlp> &windows) {
  if (windows.empty())
    return {};
  constexpr double left = 58, width = 1000, top = 20, height = 120;
  const trace::Time begin = windows.front().span.begin;
  const double length = double(windows.back().span.end - begin);
  const double most =
      double(std::max<std::size_t>(windows[0].parts.size(), 2)) - 1;
  auto y = [&](double value) { return top + height - value / most * height; };
  std::string svg = llvm::formatv(
      "<svg class=\"tp\" role=\"img\" aria-label=\"thread-level parallelism "
      "over time\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "style=\"max-width:100%;min-width:700px;height:auto\">\n",
      left + width + 44, top + height + 8);
  for (int i = 0; i <= int(most); ++i)
    if (most <= 8 || i % int(most / 4) == 0)
      svg += llvm::formatv("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" "
                           "y1=\"{2:f1}\" y2=\"{2:f1}\"/><text class=\"axis\" "
                           "x=\"{3}\" y=\"{4:f1}\" text-anchor=\"end\">{5}"
                           "</text>\n",
                           left, left + width, y(i), left - 6, y(i) + 4, i);
  for (const Tick &tick : ticks(length))
    svg += llvm::formatv("<text class=\"axis\" x=\"{0:f1}\" y=\"11\" "
                         "text-anchor=\"{1}\">{2}</text>\n",
                         left + tick.at * width,
                         tick.at == 0 ? "start" : "middle", tick.label);
  std::string path;
  for (const trace::Tlp &window : windows) {
    double from = left + double(window.span.begin - begin) / length * width;
    double to = left + double(window.span.end - begin) / length * width;
    path += llvm::formatv("{0}{1:f1} {2:f1}H{3:f1}", path.empty() ? "M" : "L",
                          from, y(window.value.value_or(0)), to);
  }
  return svg + "<path class=\"t\" d=\"" + path + "\"/>\n</svg>\n";
}

} // namespace hocket::report
