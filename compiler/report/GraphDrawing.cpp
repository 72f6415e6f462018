// SPDX-License-Identifier: Apache-2.0
//
// The macro-task graph of one level. A task that every core runs is one node.
#include "report/HtmlParts.h"
#include "report/Layout.h"
#include "report/Text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::report {

namespace {

/// A larger graph is no longer a picture; its tables remain.
constexpr std::size_t maxNodes = 400;

struct Node {
  const TaskRow *task = nullptr;
  std::set<uint32_t> cores;
};

class Drawing {
public:
  explicit Drawing(const LevelView &view) : view_(view) {
    for (const TaskRow *task : view.tasks)
      addTask(*task);
    collectEdges();
    std::size_t longest = 8;
    for (const Node &node : nodes_)
      longest = std::max(longest, node.task->name.size());
    letters_ = std::min<std::size_t>(longest, nodes_.size() > 24 ? 20 : 28);
    options_.nodeWidth = double(letters_) * 6.2 + 18;
  }

  std::string draw() {
    if (nodes_.size() < 2)
      return {};
    if (nodes_.size() > maxNodes)
      return "<p class=\"empty\">The graph has " +
             count(nodes_.size(), "task") +
             ", too many to draw; the table of tasks lists them.</p>\n";
    std::vector<std::pair<std::size_t, std::size_t>> ends;
    for (const EdgeRow *edge : drawn_)
      ends.emplace_back(index_.at(edge->from), index_.at(edge->to));
    layout_ = layOut(nodes_.size(), ends, options_);
    std::string id = llvm::formatv("g{0}-{1}", view_.regionIndex, view_.level);
    svg_ = llvm::formatv(
        "<svg role=\"group\" aria-label=\"task graph of {0}\" "
        "viewBox=\"0 0 {1:f0} {2:f0}\" "
        "style=\"width:{1:f0}px;max-width:100%;min-width:{3:f0}px\">\n",
        escape(view_.region.levels[view_.level].name), layout_.width,
        layout_.height, layout_.width * 0.62);
    drawMarkers(id);
    for (std::size_t i = 0; i < drawn_.size(); ++i)
      drawEdge(*drawn_[i], layout_.edges[i], id);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      drawNode(nodes_[i], layout_.nodes[i]);
    svg_ += "</svg>\n";
    return svg_;
  }

private:
  static bool isReplicated(const TaskRow &task) {
    return task.kind == "replicated" || task.kind == "control";
  }

  /// What every core does for itself is one node: the first such task of each
  /// core, the second of each core, ...
  void addTask(const TaskRow &task) {
    std::size_t node = nodes_.size();
    if (isReplicated(task)) {
      auto name = std::pair(task.name, task.line);
      std::size_t occurrence = seen_[{name, task.core}]++;
      node = replicas_.try_emplace({name, occurrence}, node).first->second;
    }
    node = index_.try_emplace(task.id, node).first->second;
    if (node == nodes_.size())
      nodes_.push_back({&task, {}});
    nodes_[node].cores.insert(task.core);
  }

  /// One edge for each pair of tasks within a repetition; a wait, then a flow
  /// stands for the others.
  void collectEdges() {
    std::map<std::pair<std::size_t, std::size_t>, const EdgeRow *> best;
    auto weight = [](const EdgeRow &edge) {
      return 2 * edge.isSync + (edge.kind == "flow");
    };
    for (const EdgeRow &edge : view_.region.edges) {
      auto from = index_.find(edge.from), to = index_.find(edge.to);
      if (edge.distance != 0 || from == index_.end() || to == index_.end() ||
          from->second == to->second)
        continue;
      const EdgeRow *&slot = best[{from->second, to->second}];
      if (!slot || weight(edge) > weight(*slot))
        slot = &edge;
    }
    for (const auto &[ends, edge] : best)
      drawn_.push_back(edge);
  }

  void drawMarkers(const std::string &id) {
    svg_ += "<defs>";
    for (const char *kind : {"", "sync"})
      svg_ += llvm::formatv(
          "<marker id=\"{0}{1}\" class=\"{1}\" viewBox=\"0 0 8 8\" refX=\"7\" "
          "refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\" "
          "markerUnits=\"userSpaceOnUse\"><path d=\"M0 0.8 L8 4 L0 7.2 z\"/>"
          "</marker>",
          id, kind);
    svg_ += "</defs>\n";
  }

  void drawEdge(const EdgeRow &edge, const std::vector<Point> &points,
                const std::string &id) {
    if (points.empty())
      return;
    std::string path =
        llvm::formatv("M{0:f1} {1:f1}", points[0].x, points[0].y);
    for (std::size_t i = 1; i < points.size(); ++i) {
      double middle = (points[i - 1].y + points[i].y) / 2;
      path += llvm::formatv(" C{0:f1} {1:f1} {2:f1} {1:f1} {2:f1} {3:f1}",
                            points[i - 1].x, middle, points[i].x, points[i].y);
    }
    const TaskRow &from = *nodes_[index_.at(edge.from)].task;
    const TaskRow &to = *nodes_[index_.at(edge.to)].task;
    std::string what = from.name + " \u2192 " + to.name + "\n" + edge.kind;
    if (!edge.object.empty())
      what += " of '" + edge.object + "'";
    if (edge.bytes)
      what += ", " + formatBytes(edge.bytes);
    what += edge.isSync ? ", waited for" : "";
    svg_ += llvm::formatv("<path class=\"e {0}{1}\" data-ends=\"{2} {3}\" "
                          "marker-end=\"url(#{4}{1})\" d=\"{5}\"><title>{6}"
                          "</title></path>\n",
                          edgeClass(edge.kind), edge.isSync ? "sync" : "",
                          view_.key(from.id), view_.key(to.id), id, path,
                          escape(what));
  }

  static std::string edgeClass(std::string_view kind) {
    return kind == "anti" ? "anti " : kind == "output" ? "output " : "";
  }

  void drawNode(const Node &node, const Point &at) {
    const TaskRow &task = *node.task;
    std::string where = node.cores.size() > 1
                            ? std::string("all cores")
                            : llvm::formatv("core {0}", task.core).str();
    std::string time = formatTime(task.endNs - task.startNs);
    double left = at.x - options_.nodeWidth / 2;
    double top = at.y - options_.nodeHeight / 2;
    svg_ += view_.openTask(task, task.kind + " on " + where + ": " + time);
    svg_ += llvm::formatv(
        "<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" height=\"{3:f1}\" "
        "rx=\"6\"/><text x=\"{4:f1}\" y=\"{5:f1}\" text-anchor=\"middle\">{6}"
        "</text><text class=\"time\" x=\"{4:f1}\" y=\"{7:f1}\" "
        "text-anchor=\"middle\">{8} \u00b7 {9}</text></a>\n",
        left, top, options_.nodeWidth, options_.nodeHeight, at.x, top + 15,
        escape(shorten(task.name, letters_)), top + 28, where, time);
  }

  const LevelView &view_;
  std::vector<Node> nodes_;
  std::map<uint32_t, std::size_t> index_; ///< of a task's id in nodes_
  using Name = std::pair<std::string, uint32_t>;
  std::map<std::pair<Name, uint32_t>, std::size_t> seen_; ///< by core
  std::map<std::pair<Name, std::size_t>, std::size_t> replicas_;
  std::vector<const EdgeRow *> drawn_;
  std::size_t letters_ = 0; ///< of a name that fit a node
  LayoutOptions options_;
  GraphLayout layout_;
  std::string svg_;
};

} // namespace

std::string taskGraph(const LevelView &view) { return Drawing(view).draw(); }

} // namespace hocket::report
