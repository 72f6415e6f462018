// SPDX-License-Identifier: Apache-2.0
//
// Layered graph drawing; see Layout.h. Layer: longest path from a source. Edges
// over several layers pass through points that take part in the ordering.
// Order: barycentres, down and up in turn. Positions: mean of the neighbours,
// pushed apart to the least distance.
#include "report/Layout.h"

#include <algorithm>
#include <numeric>

namespace hocket::report {

namespace {

/// Beyond this many, points on long edges are not worth their time.
constexpr std::size_t maxBends = 6000;

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

class Layering {
public:
  Layering(std::size_t nodes, const Edges &edges, const LayoutOptions &options)
      : options_(options), layer_(nodes), real_(nodes) {
    assignLayers(edges);
    addBends(edges);
    links_.resize(layer_.size());
    for (const std::vector<std::size_t> &path : paths_)
      for (std::size_t i = 1; i < path.size(); ++i) {
        links_[path[i - 1]].down.push_back(path[i]);
        links_[path[i]].up.push_back(path[i - 1]);
      }
    std::size_t layers = 0;
    for (std::size_t layer : layer_)
      layers = std::max(layers, layer + 1);
    order_.resize(layers);
    for (std::size_t node = 0; node < layer_.size(); ++node)
      order_[layer_[node]].push_back(node);
  }

  GraphLayout run() {
    rank_.resize(layer_.size());
    for (const std::vector<std::size_t> &layer : order_)
      number(layer);
    for (int sweep = 0; sweep < 8; ++sweep)
      sortAll(sweep % 2 == 0);
    placeAll();
    return result();
  }

private:
  struct Links {
    std::vector<std::size_t> up, down;
  };

  /// Longest path from a source; edges that close a cycle are left out.
  void assignLayers(const Edges &edges) {
    std::vector<std::vector<std::size_t>> succs(real_);
    std::vector<std::size_t> waits(real_), ready;
    for (const auto &[from, to] : edges)
      if (from != to) {
        succs[from].push_back(to);
        ++waits[to];
      }
    for (std::size_t node = 0; node < real_; ++node)
      if (waits[node] == 0)
        ready.push_back(node);
    sorted_.assign(real_, false);
    for (std::size_t next = 0; next < ready.size(); ++next) {
      sorted_[ready[next]] = true;
      for (std::size_t succ : succs[ready[next]]) {
        layer_[succ] = std::max(layer_[succ], layer_[ready[next]] + 1);
        if (--waits[succ] == 0)
          ready.push_back(succ);
      }
    }
  }

  void addBends(const Edges &edges) {
    std::size_t bends = 0;
    for (const auto &[from, to] : edges)
      if (isDrawn(from, to))
        bends += layer_[to] - layer_[from] - 1;
    for (const auto &[from, to] : edges) {
      std::vector<std::size_t> path;
      if (isDrawn(from, to)) {
        path.push_back(from);
        if (bends <= maxBends)
          for (std::size_t layer = layer_[from] + 1; layer < layer_[to];
               ++layer) {
            path.push_back(layer_.size());
            layer_.push_back(layer);
          }
        path.push_back(to);
      }
      paths_.push_back(std::move(path));
    }
  }

  bool isDrawn(std::size_t from, std::size_t to) const {
    return from != to && sorted_[from] && sorted_[to];
  }

  void number(const std::vector<std::size_t> &layer) {
    for (std::size_t i = 0; i < layer.size(); ++i)
      rank_[layer[i]] = double(i);
  }

  double mean(const std::vector<std::size_t> &nodes,
              const std::vector<double> &values, double otherwise) const {
    if (nodes.empty())
      return otherwise;
    double sum = 0;
    for (std::size_t node : nodes)
      sum += values[node];
    return sum / double(nodes.size());
  }

  void sortAll(bool isDownwards) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      std::vector<std::size_t> &layer =
          order_[isDownwards ? i : order_.size() - 1 - i];
      std::vector<double> key(layer_.size());
      for (std::size_t node : layer)
        key[node] = mean(isDownwards ? links_[node].up : links_[node].down,
                         rank_, rank_[node]);
      std::stable_sort(
          layer.begin(), layer.end(),
          [&](std::size_t a, std::size_t b) { return key[a] < key[b]; });
      number(layer);
    }
  }

  double distance(std::size_t a, std::size_t b) const {
    auto width = [&](std::size_t node) {
      return node < real_ ? options_.nodeWidth : options_.gapX / 2;
    };
    return (width(a) + width(b)) / 2 + options_.gapX;
  }

  /// Wishes of a layer's nodes, kept in order and apart: pushed right from the
  /// left, then left from the right, and the middle of both.
  void place(const std::vector<std::size_t> &layer,
             const std::vector<double> &wish) {
    std::vector<double> low = wish, high = wish;
    for (std::size_t i = 1; i < layer.size(); ++i)
      low[i] = std::max(low[i], low[i - 1] + distance(layer[i - 1], layer[i]));
    for (std::size_t i = layer.size() - 1; i-- > 0;)
      high[i] =
          std::min(high[i], high[i + 1] - distance(layer[i], layer[i + 1]));
    for (std::size_t i = 0; i < layer.size(); ++i)
      x_[layer[i]] = (low[i] + high[i]) / 2;
  }

  void placeAll() {
    x_.resize(layer_.size());
    for (const std::vector<std::size_t> &layer : order_)
      for (std::size_t i = 1; i < layer.size(); ++i)
        x_[layer[i]] = x_[layer[i - 1]] + distance(layer[i - 1], layer[i]);
    for (const std::vector<std::size_t> &layer : order_)
      for (double middle = x_[layer.back()] / 2; std::size_t node : layer)
        x_[node] -= middle;
    for (int sweep = 0; sweep < 12; ++sweep)
      for (std::size_t i = 0; i < order_.size(); ++i) {
        bool isDownwards = sweep % 2 == 0;
        const std::vector<std::size_t> &layer =
            order_[isDownwards ? i : order_.size() - 1 - i];
        std::vector<double> wish;
        for (std::size_t node : layer)
          wish.push_back(mean(isDownwards ? links_[node].up : links_[node].down,
                              x_, x_[node]));
        place(layer, wish);
      }
  }

  GraphLayout result() const {
    GraphLayout layout;
    if (x_.empty())
      return layout;
    auto [left, right] = std::minmax_element(x_.begin(), x_.end());
    double margin = options_.nodeWidth / 2 + options_.gapX;
    double shift = margin - *left;
    layout.width = *right - *left + 2 * margin;
    double step = options_.nodeHeight + options_.gapY;
    layout.height = double(order_.size()) * step - options_.gapY + 12;
    auto at = [&](std::size_t node) {
      return Point{x_[node] + shift,
                   6 + options_.nodeHeight / 2 + double(layer_[node]) * step};
    };
    for (std::size_t node = 0; node < real_; ++node)
      layout.nodes.push_back(at(node));
    for (const std::vector<std::size_t> &path : paths_) {
      std::vector<Point> points;
      for (std::size_t node : path)
        points.push_back(at(node));
      if (!points.empty()) {
        points.front().y += options_.nodeHeight / 2;
        points.back().y -= options_.nodeHeight / 2;
      }
      layout.edges.push_back(std::move(points));
    }
    return layout;
  }

  const LayoutOptions &options_;
  std::vector<std::size_t> layer_; ///< of real nodes, then of bends
  std::size_t real_;
  std::vector<bool> sorted_; ///< reached without a cycle
  std::vector<std::vector<std::size_t>> paths_;
  std::vector<Links> links_;
  std::vector<std::vector<std::size_t>> order_; ///< nodes of each layer
  std::vector<double> rank_, x_;
};

} // namespace

GraphLayout layOut(std::size_t nodes, const Edges &edges,
                   const LayoutOptions &options) {
  return Layering(nodes, edges, options).run();
}

} // namespace hocket::report
