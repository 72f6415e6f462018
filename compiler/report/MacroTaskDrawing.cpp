// SPDX-License-Identifier: Apache-2.0
//
// The macro-task graph of one layer, with its earliest executable conditions.
#include "report/HtmlParts.h"
#include "report/Layout.h"
#include "report/Text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace hocket::report {

namespace {

/// A larger graph is no longer a picture; the table of conditions remains.
constexpr std::size_t maxNodes = 200;

class Drawing {
public:
  Drawing(const RegionRow &region, std::size_t regionIndex, std::size_t level,
          const Links &links)
      : links_(links), regionIndex_(regionIndex), level_(level),
        name_(region.levels[level].name) {
    for (const MacroTaskRow &task : region.macroTasks)
      if (task.layer == level) {
        index_[task.number] = tasks_.size();
        tasks_.push_back(&task);
      }
    for (const MacroTaskRow *task : tasks_)
      addTerms(*task);
    std::size_t longest = 8;
    for (const MacroTaskRow *task : tasks_)
      longest = std::max(longest, task->name.size());
    letters_ = std::min<std::size_t>(longest, 24);
    options_.nodeWidth = double(letters_) * 6.2 + 18;
    options_.gapY = 46; // room for circles and arcs
  }

  std::string draw() {
    if (tasks_.size() < 2 || tasks_.size() > maxNodes)
      return {};
    std::vector<std::pair<std::size_t, std::size_t>> ends;
    for (const Edge &edge : edges_)
      ends.emplace_back(edge.from, edge.to);
    layout_ = layOut(tasks_.size(), ends, options_);
    id_ = llvm::formatv("m{0}-{1}", regionIndex_, level_);
    svg_ = llvm::formatv(
        "<svg role=\"group\" aria-label=\"macro-task graph of {0}\" "
        "viewBox=\"0 0 {1:f0} {2:f0}\" "
        "style=\"width:{1:f0}px;max-width:100%;min-width:{3:f0}px\">\n"
        "<defs><marker id=\"{4}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
        "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\" "
        "markerUnits=\"userSpaceOnUse\"><path d=\"M0 0.8 L8 4 L0 7.2 z\"/>"
        "</marker></defs>\n",
        escape(name_), layout_.width, layout_.height + circleRoom,
        layout_.width * 0.62, id_);
    for (std::size_t i = 0; i < edges_.size(); ++i)
      drawEdge(i);
    for (std::size_t i = 0; i < tasks_.size(); ++i)
      drawTask(i);
    for (const auto &[task, terms] : terms_)
      drawArcs(terms);
    svg_ += "</svg>\n";
    return svg_;
  }

private:
  static constexpr double circleRadius = 3.5, circleRoom = 9;
  static constexpr double andRadius = 20, orRadius = 12;

  struct Edge {
    std::size_t from = 0, to = 0; ///< positions in tasks_
    bool isControl = false;
    bool side = true; ///< of the branch, if it is control
  };
  /// One of the conditions that all have to hold: edges, one of which is
  /// enough.
  using Term = std::vector<std::size_t>;

  void addTerms(const MacroTaskRow &task) {
    const std::size_t to = index_.at(task.number);
    auto edge = [&](uint32_t from, bool isControl, bool side) {
      edges_.push_back({index_.at(from), to, isControl, side});
      return edges_.size() - 1;
    };
    for (const MacroTaskRow::DataRow &row : task.data) {
      Term term{edge(row.task, false, true)};
      for (const DecisionRow &one : row.orNot)
        term.push_back(edge(one.branch, true, one.side));
      terms_[to].push_back(std::move(term));
    }
    Term control;
    for (const DecisionRow &one : task.control)
      control.push_back(edge(one.branch, true, one.side));
    if (!control.empty())
      terms_[to].push_back(std::move(control));
  }

  /// Where an edge leaves its task: a branch decides at its circle.
  Point start(std::size_t edge) const {
    Point point = layout_.edges[edge].front();
    if (edges_[edge].isControl) {
      point = layout_.nodes[edges_[edge].from];
      point.y += options_.nodeHeight / 2 + circleRadius;
    }
    return point;
  }

  void drawEdge(std::size_t i) {
    if (layout_.edges[i].size() < 2)
      return;
    const Edge &edge = edges_[i];
    const Point from = start(i);
    std::string path = llvm::formatv("M{0:f1} {1:f1}", from.x, from.y);
    for (std::size_t p = 1; p < layout_.edges[i].size(); ++p)
      path += llvm::formatv(" L{0:f1} {1:f1}", layout_.edges[i][p].x,
                            layout_.edges[i][p].y);
    std::string what = edge.isControl
                           ? std::to_string(tasks_[edge.from]->number) +
                                 (edge.side ? "_t" : "_f")
                           : std::to_string(tasks_[edge.from]->number);
    svg_ += llvm::formatv("<path class=\"e {0}\" marker-end=\"url(#{1})\" "
                          "d=\"{2}\"><title>{3} \u2192 {4}</title></path>\n",
                          edge.isControl ? "control" : "data", id_, path, what,
                          tasks_[edge.to]->number);
    if (!edge.isControl)
      return;
    const Point next = layout_.edges[i][1];
    const double length = std::hypot(next.x - from.x, next.y - from.y);
    const double part = length > 0 ? std::min(0.5, 14 / length) : 0;
    svg_ += llvm::formatv(
        "<text class=\"side\" x=\"{0:f1}\" y=\"{1:f1}\">{2}</text>\n",
        from.x + (next.x - from.x) * part + 3,
        from.y + (next.y - from.y) * part + 2, edge.side ? "t" : "f");
  }

  void drawTask(std::size_t i) {
    const MacroTaskRow &task = *tasks_[i];
    const Point &at = layout_.nodes[i];
    const double left = at.x - options_.nodeWidth / 2;
    const double top = at.y - options_.nodeHeight / 2;
    svg_ += llvm::formatv(
        "<a class=\"mt\"{0}><title>{1}</title><rect x=\"{2:f1}\" y=\"{3:f1}\" "
        "width=\"{4:f1}\" height=\"{5:f1}\" rx=\"6\"/><text x=\"{6:f1}\" "
        "y=\"{7:f1}\" text-anchor=\"middle\">{8} {9}</text><text "
        "class=\"time\" x=\"{6:f1}\" y=\"{10:f1}\" text-anchor=\"middle\">{11}"
        "</text></a>\n",
        links_.href(task.file, task.line), escape(task.condition), left, top,
        options_.nodeWidth, options_.nodeHeight, at.x, top + 15, task.number,
        escape(task.block), top + 28, escape(shorten(task.name, letters_)));
    if (task.isBranch)
      svg_ += llvm::formatv("<circle class=\"decision\" cx=\"{0:f1}\" "
                            "cy=\"{1:f1}\" r=\"{2}\"/>\n",
                            at.x, top + options_.nodeHeight + circleRadius,
                            circleRadius);
  }

  /// The end of an edge, so far before its task.
  Point before(std::size_t edge, double distance) const {
    const std::vector<Point> &points = layout_.edges[edge];
    const Point &end = points.back();
    const Point from =
        points.size() == 2 ? start(edge) : points[points.size() - 2];
    const double length = std::hypot(from.x - end.x, from.y - end.y);
    const double part = length > 0 ? distance / length : 0;
    return {end.x + (from.x - end.x) * part, end.y + (from.y - end.y) * part};
  }

  void drawArc(const Term &edges, double radius, const char *kind) {
    std::vector<Point> points;
    for (std::size_t edge : edges)
      if (layout_.edges[edge].size() >= 2)
        points.push_back(before(edge, radius));
    if (points.size() < 2)
      return;
    auto [left, right] = std::minmax_element(
        points.begin(), points.end(),
        [](const Point &a, const Point &b) { return a.x < b.x; });
    svg_ += llvm::formatv("<path class=\"arc {0}\" d=\"M{1:f1} {2:f1} A{3} {3} "
                          "0 0 1 {4:f1} {5:f1}\"/>\n",
                          kind, left->x, left->y, radius, right->x, right->y);
  }

  void drawArcs(const std::vector<Term> &terms) {
    Term all;
    for (const Term &term : terms) {
      drawArc(term, orRadius, "or");
      all.insert(all.end(), term.begin(), term.end());
    }
    if (terms.size() > 1)
      drawArc(all, andRadius, "and");
  }

  const Links &links_;
  const std::size_t regionIndex_, level_;
  const std::string name_;
  std::vector<const MacroTaskRow *> tasks_;
  std::map<uint32_t, std::size_t> index_; ///< by number, in tasks_
  std::vector<Edge> edges_;
  std::map<std::size_t, std::vector<Term>> terms_; ///< by position of the task
  std::size_t letters_ = 0;
  LayoutOptions options_;
  GraphLayout layout_;
  std::string id_, svg_;
};

} // namespace

std::string macroTaskGraph(const RegionRow &region, std::size_t regionIndex,
                           std::size_t level, const Links &links) {
  return Drawing(region, regionIndex, level, links).draw();
}

} // namespace hocket::report
