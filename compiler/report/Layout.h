// SPDX-License-Identifier: Apache-2.0
//
// Where to draw the nodes and edges of a graph: in layers from top to bottom,
// each edge downwards, with few crossings (Sugiyama, Tagawa and Toda 1981).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hocket::report {

struct Point {
  double x = 0, y = 0;
};

struct LayoutOptions {
  double nodeWidth = 120, nodeHeight = 36;
  double gapX = 16, gapY = 34;
};

struct GraphLayout {
  std::vector<Point> nodes; ///< centre of each node
  /// For each edge the points it passes, from the bottom of its source to the
  /// top of its target. Empty for an edge of a cycle or from a node to itself.
  std::vector<std::vector<Point>> edges;
  double width = 0, height = 0;
};

/// \param edges (from, to) indices of nodes.
GraphLayout
layOut(std::size_t nodes,
       const std::vector<std::pair<std::size_t, std::size_t>> &edges,
       const LayoutOptions &options);

} // namespace hocket::report
