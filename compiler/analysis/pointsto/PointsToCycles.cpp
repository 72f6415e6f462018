// SPDX-License-Identifier: Apache-2.0
//
// Circles of copies. In a program whose functions call each other, or hand
// their memory to code outside, thousands of nodes copy from each other, and
// each would hold and pass on the same thousands of locations.
//
// The graph of plain copies is searched for strongly connected components
// (Tarjan, "Depth-first search and linear graph algorithms", 1972) each time
// that as much work was done as it has edges, so that the searches cost a
// constant share of all (as the periodic detection of Pearce, Kelly and Hankin,
// "Online cycle detection and difference propagation for pointer analysis",
// 2003). The least solution stays the same: in it all nodes of a circle are
// equal.
//
// A circle that moves by constants (`p = q + 8; q = p;`, a walk through a list
// of records) would make one location after the other, up to the bound of each
// object. Its least solution without a bound is closed under steps of the
// greatest common divisor of what the circles through a component add up to:
// the copies that do not fit a potential of the component move by any multiple
// of it from then on (Pearce, Kelly and Hankin 2007 bound such circles by the
// end of the object; potentials as for difference constraints). So do those
// that stay within an array: each turn is an array further.
#include "analysis/pointsto/PointsToSolver.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace hocket::analysis {

namespace {

constexpr uint32_t unseen = 0;
constexpr uint32_t finished = ~0u;

/// Tarjan's search without recursion, from one root after the other.
template <typename Successors> class CycleSearch {
public:
  CycleSearch(std::size_t numNodes, Successors successors)
      : lowest_(numNodes, unseen), successors_(std::move(successors)) {}

  /// Components of more than one node that are reached from the root and were
  /// not reached before.
  void from(uint32_t root, std::vector<std::vector<uint32_t>> &cycles) {
    if (lowest_[root] != unseen)
      return;
    enter(root);
    while (!path_.empty()) {
      Step &step = path_.back();
      uint32_t node = step.node;
      if (std::optional<uint32_t> next = successors_(node, step.position)) {
        if (lowest_[*next] == unseen)
          enter(*next);
        else if (lowest_[*next] != finished)
          lowest_[node] = std::min(lowest_[node], lowest_[*next]);
        continue;
      }
      uint32_t number = step.number;
      path_.pop_back();
      if (!path_.empty() && lowest_[node] != number)
        lowest_[path_.back().node] =
            std::min(lowest_[path_.back().node], lowest_[node]);
      if (lowest_[node] == number)
        leave(node, cycles);
    }
  }

private:
  struct Step {
    uint32_t node;
    uint32_t number;
    std::size_t position = 0;
  };

  void enter(uint32_t node) {
    lowest_[node] = ++count_;
    path_.push_back({node, count_});
    open_.push_back(node);
  }

  void leave(uint32_t root, std::vector<std::vector<uint32_t>> &cycles) {
    auto first = std::find(open_.rbegin(), open_.rend(), root).base() - 1;
    for (auto it = first; it != open_.end(); ++it)
      lowest_[*it] = finished;
    if (open_.end() - first > 1) {
      cycles.emplace_back(first, open_.end());
      std::sort(cycles.back().begin(), cycles.back().end());
    }
    open_.erase(first, open_.end());
  }

  std::vector<uint32_t> lowest_; ///< number of the first node reached from it
  Successors successors_;
  std::vector<Step> path_;
  std::vector<uint32_t> open_;
  uint32_t count_ = 0;
};

} // namespace

bool PointsToSolver::collapseCycles() {
  auto successors = [this](Node node,
                           std::size_t &position) -> std::optional<uint32_t> {
    const std::vector<Copy> &copies = nodes_[node].copies;
    while (position < copies.size())
      if (const Copy &copy = copies[position++]; copy.isPlain())
        return copy.to;
    return std::nullopt;
  };
  CycleSearch search(nodes_.size(), successors);
  std::vector<std::vector<Node>> cycles;
  for (Node node = 0; node < nodes_.size(); ++node)
    if (find(node) == node)
      search.from(node, cycles);
  if (cycles.empty())
    return false;
  std::vector<Late> late;
  for (const std::vector<Node> &cycle : cycles)
    unite(cycle, late);
  for (Node &now : nodeNow_)
    now = nodeNow_[now];
  std::vector<Node> united;
  for (const std::vector<Node> &cycle : cycles)
    united.push_back(cycle.front());
  renewCopies(united);
  // From here on the graph is whole again, and may grow.
  for (const Late &l : late) {
    for (const Copy &copy : l.copies)
      if (!copy.isPlain() || find(copy.to) != l.node)
        join(copy.to, l.missing, copy);
    for (const Action &action : l.actions)
      for (LocationId location : l.missing)
        act(action, l.node, location);
  }
  return true;
}

bool PointsToSolver::closeMovingCycles() {
  auto successors = [this](Node node,
                           std::size_t &position) -> std::optional<uint32_t> {
    const std::vector<Copy> &copies = nodes_[node].copies;
    while (position < copies.size())
      if (const Copy &copy = copies[position++]; copy.renaming == 0)
        return find(copy.to);
    return std::nullopt;
  };
  CycleSearch search(nodes_.size(), successors);
  std::vector<std::vector<Node>> components;
  // Where nothing moves, there is nothing to be found.
  for (Node node = 0; node < nodes_.size(); ++node) {
    const std::vector<Copy> &copies = nodes_[node].copies;
    auto moves = [](const Copy &copy) {
      return copy.renaming == 0 && !copy.isPlain();
    };
    if (find(node) != node || !std::any_of(copies.begin(), copies.end(), moves))
      continue;
    search.from(node, components);
    if (std::any_of(copies.begin(), copies.end(), [&](const Copy &copy) {
          return moves(copy) && find(copy.to) == node;
        }))
      components.push_back({node}); // once more, if it is in a larger one
  }
  std::vector<std::pair<Node, Copy>> changed;
  for (const std::vector<Node> &component : components)
    closeMovingCycle(component, changed);
  if (changed.empty())
    return false;
  std::vector<Node> nodes;
  for (const auto &[node, copy] : changed)
    nodes.push_back(node);
  renewCopies(nodes);
  for (const auto &[node, copy] : changed)
    join(copy.to, LocationSet(nodes_[node].all), copy);
  return true;
}

/// One strongly connected component.
void PointsToSolver::closeMovingCycle(
    const std::vector<Node> &component,
    std::vector<std::pair<Node, Copy>> &changed) {
  std::unordered_map<Node, std::optional<int64_t>> potentials;
  for (Node node : component)
    potentials[node];
  auto isInside = [&](const Copy &copy) {
    return copy.renaming == 0 && potentials.count(find(copy.to)) != 0;
  };
  std::vector<Node> open{component.front()};
  potentials[component.front()] = 0;
  while (!open.empty()) {
    Node node = open.back();
    open.pop_back();
    for (const Copy &copy : nodes_[node].copies)
      if (isInside(copy) && !potentials[find(copy.to)]) {
        potentials[find(copy.to)] = *potentials[node] + copy.delta;
        open.push_back(find(copy.to));
      }
  }
  auto excess = [&](Node node, const Copy &copy) {
    return *potentials[node] + copy.delta - *potentials[find(copy.to)];
  };
  int64_t step = 0;
  for (Node node : component)
    for (const Copy &copy : nodes_[node].copies)
      if (isInside(copy)) {
        step = std::gcd(step, excess(node, copy));
        if (copy.span != 0)
          step = std::gcd(step, static_cast<int64_t>(copy.stride));
      }
  if (step == 0)
    return;
  for (Node node : component)
    for (Copy &copy : nodes_[node].copies)
      if (isInside(copy) && (excess(node, copy) != 0 || copy.span != 0) &&
          (std::gcd(copy.stride, uint64_t(step)) != copy.stride ||
           copy.span != 0)) {
        otherCopies_.erase({node, copy});
        copy.stride = std::gcd(copy.stride, uint64_t(step));
        copy.span = 0;
        changed.push_back({node, copy});
      }
}

/// Makes the first node all of them.
void PointsToSolver::unite(const std::vector<Node> &cycle,
                           std::vector<Late> &late) {
  const Node first = cycle.front();
  NodeData united;
  LocationSet passedOn;
  for (Node node : cycle) {
    united.all.insert(nodes_[node].all);
    passedOn.insert(nodes_[node].all.without(nodes_[node].fresh));
  }
  united.fresh = united.all.without(passedOn);
  for (Node node : cycle) {
    NodeData &data = nodes_[node];
    LocationSet missing = passedOn.without(data.all.without(data.fresh));
    if (!missing.empty())
      late.push_back({std::move(missing), data.copies, data.actions, first});
    united.copies.insert(united.copies.end(), data.copies.begin(),
                         data.copies.end());
    united.actions.insert(united.actions.end(), data.actions.begin(),
                          data.actions.end());
    united.queued |= node == first && data.queued;
    data = NodeData();
    nodeNow_[node] = first;
  }
  nodes_[first] = std::move(united);
  if (!nodes_[first].fresh.empty())
    enqueue(first);
}

/// Copies to what the nodes are now, each once. Most nodes are as they were,
/// and their copies known.
void PointsToSolver::renewCopies(const std::vector<Node> &changed) {
  std::vector<char> isChanged(nodes_.size(), 0);
  for (Node node : changed)
    isChanged[node] = 1;
  numCopies_ = 0;
  for (Node node = 0; node < nodes_.size(); ++node) {
    std::vector<Copy> &copies = nodes_[node].copies;
    if (isChanged[node] ||
        std::any_of(copies.begin(), copies.end(),
                    [&](const Copy &copy) { return find(copy.to) != copy.to; }))
      renewCopies(node);
    numCopies_ += copies.size();
  }
}

void PointsToSolver::renewCopies(Node node) {
  llvm::SmallDenseSet<Node> plain;
  std::set<Copy> others;
  std::erase_if(nodes_[node].copies, [&](Copy &copy) {
    copy.to = find(copy.to);
    if (copy.isPlain() && copy.to == node)
      return true;
    isNewCopy(node, copy); // from now on it is none
    return copy.isPlain() ? !plain.insert(copy.to).second
                          : !others.insert(copy).second;
  });
}

} // namespace hocket::analysis
