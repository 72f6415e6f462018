// SPDX-License-Identifier: Apache-2.0
//
// Costs are lengths times -(nodes + 1), so that a circulation whose reduced
// costs are all above -1 has no circle that would improve it.
#include "power/search/Circulation.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace hocket::power {

namespace {

class CostScaling {
public:
  CostScaling(size_t nodes, const std::vector<FlowArc> &arcs, uint64_t steps)
      : arcs_(arcs), steps_(steps), first_(nodes + 1), place_(nodes),
        excess_(nodes), at_(nodes), isQueued_(nodes) {
    buildResidual();
  }

  Circulation run() {
    int64_t slack = 1;
    for (const Half &half : halves_)
      slack = std::max(slack, half.cost);
    Circulation result;
    // A factor of 8 a round: fewer rounds, little more work in each.
    while (slack > 1) {
      slack = std::max<int64_t>(1, slack / 8);
      if (!refine(slack))
        return result;
    }
    settlePlaces();
    result.isComplete = true;
    result.place = std::move(place_);
    for (size_t i = 0; i < arcs_.size(); ++i)
      result.flow.push_back(arcs_[i].most - halves_[halfOf_[i]].room);
    return result;
  }

private:
  /// One direction of an arc in the residual graph.
  struct Half {
    uint32_t to = 0, back = 0;
    int64_t room = 0, cost = 0;
  };

  void buildResidual() {
    for (const FlowArc &arc : arcs_) {
      ++first_[arc.from + 1];
      ++first_[arc.to + 1];
    }
    for (size_t node = 1; node < first_.size(); ++node)
      first_[node] += first_[node - 1];
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    halves_.resize(2 * arcs_.size());
    int64_t scale = int64_t(place_.size()) + 1;
    for (const FlowArc &arc : arcs_) {
      uint32_t there = next[arc.from]++, back = next[arc.to]++;
      halves_[there] = {arc.to, back, arc.most, -arc.length * scale};
      halves_[back] = {arc.from, there, 0, arc.length * scale};
      halfOf_.push_back(there);
    }
  }

  int64_t reduced(uint32_t from, const Half &half) const {
    return half.cost + place_[from] - place_[half.to];
  }

  void push(uint32_t from, Half &half, int64_t amount) {
    half.room -= amount;
    halves_[half.back].room += amount;
    excess_[from] -= amount;
    excess_[half.to] += amount;
    if (excess_[half.to] > 0 && !isQueued_[half.to]) {
      isQueued_[half.to] = true;
      queue_.push_back(half.to);
    }
  }

  /// Makes the flow optimal up to `slack` a unit and arc.
  bool refine(int64_t slack) {
    for (uint32_t node = 0; node < place_.size(); ++node)
      for (uint32_t i = first_[node]; i < first_[node + 1]; ++i)
        if (halves_[i].room > 0 && reduced(node, halves_[i]) < 0)
          push(node, halves_[i], halves_[i].room);
    updatePrices(slack);
    while (!queue_.empty()) {
      if (relabels_ > place_.size())
        updatePrices(slack);
      uint32_t node = queue_.front();
      queue_.pop_front();
      isQueued_[node] = false;
      if (!discharge(node, slack))
        return false;
    }
    return true;
  }

  /// Prices by how far, in steps of `slack`, each node is from one that lacks
  /// flow, so that what is pushed goes there on the shortest way. Without this,
  /// flow wanders along the chains of a schedule.
  void updatePrices(int64_t slack) {
    relabels_ = 0;
    constexpr int64_t far = std::numeric_limits<int64_t>::max();
    std::vector<int64_t> distance(place_.size(), far);
    using Key = std::pair<int64_t, uint32_t>;
    std::priority_queue<Key, std::vector<Key>, std::greater<>> open;
    size_t left = 0;
    for (uint32_t node = 0; node < place_.size(); ++node) {
      left += excess_[node] > 0;
      if (excess_[node] < 0)
        open.push({distance[node] = 0, node});
    }
    int64_t most = 0;
    while (!open.empty() && left > 0) {
      auto [at, node] = open.top();
      open.pop();
      if (at > distance[node])
        continue;
      most = at;
      left -= excess_[node] > 0;
      steps_ -= std::min<uint64_t>(steps_, first_[node + 1] - first_[node]);
      for (uint32_t i = first_[node]; i < first_[node + 1]; ++i) {
        const Half &back = halves_[halves_[i].back];
        if (back.room == 0)
          continue;
        int64_t cost = reduced(halves_[i].to, back);
        int64_t length = cost < 0 ? 0 : cost / slack + 1;
        if (at + length < distance[halves_[i].to])
          open.push({distance[halves_[i].to] = at + length, halves_[i].to});
      }
    }
    for (uint32_t node = 0; node < place_.size(); ++node) {
      place_[node] -= std::min(distance[node], most) * slack;
      at_[node] = first_[node];
    }
  }

  bool discharge(uint32_t node, int64_t slack) {
    while (excess_[node] > 0) {
      if (at_[node] == first_[node + 1]) {
        relabel(node, slack);
        at_[node] = first_[node];
      }
      if (steps_ == 0)
        return false;
      --steps_;
      Half &half = halves_[at_[node]];
      if (half.room > 0 && reduced(node, half) < 0)
        push(node, half, std::min(half.room, excess_[node]));
      if (excess_[node] > 0)
        ++at_[node];
    }
    return true;
  }

  void relabel(uint32_t node, int64_t slack) {
    ++relabels_;
    bool hasRoom = false;
    int64_t most = 0;
    for (uint32_t i = first_[node]; i < first_[node + 1]; ++i)
      if (halves_[i].room > 0) {
        int64_t bound = place_[halves_[i].to] - halves_[i].cost;
        most = hasRoom ? std::max(most, bound) : bound;
        hasRoom = true;
      }
    place_[node] = most - slack;
  }

  /// From prices that are right up to less than one length to places that are
  /// right: raised to the lengths of longest paths from where they are.
  void settlePlaces() {
    int64_t scale = int64_t(place_.size()) + 1;
    for (int64_t &place : place_) {
      int64_t rounded = -place / scale;
      place = rounded;
    }
    bool changed = true;
    for (size_t round = 0; changed && round <= place_.size() + 1; ++round) {
      changed = false;
      for (uint32_t node = 0; node < place_.size(); ++node)
        for (uint32_t i = first_[node]; i < first_[node + 1]; ++i) {
          const Half &half = halves_[i];
          int64_t least = place_[node] - half.cost / scale;
          if (half.room > 0 && place_[half.to] < least) {
            place_[half.to] = least;
            changed = true;
          }
        }
    }
  }

  const std::vector<FlowArc> &arcs_;
  uint64_t steps_;
  std::vector<Half> halves_;     ///< sorted by the node that they leave
  std::vector<uint32_t> first_;  ///< by node, its first half
  std::vector<uint32_t> halfOf_; ///< by arc
  std::vector<int64_t> place_;   ///< prices; in the end, places
  std::vector<int64_t> excess_;
  size_t relabels_ = 0;      ///< since prices were updated
  std::vector<uint32_t> at_; ///< by node, the half to look at next
  std::vector<bool> isQueued_;
  std::deque<uint32_t> queue_;
};

} // namespace

int64_t longestLength(size_t nodes) {
  // Prices move by at most 3 * nodes * slack in each round, and slacks fall by
  // the factor of 8 from (nodes + 1) times the longest length.
  int64_t bound =
      (int64_t(1) << 61) / (8 * int64_t(nodes) * (int64_t(nodes) + 1));
  return std::min(bound, int64_t(1) << 36);
}

Circulation mostGainfulCirculation(size_t nodes,
                                   const std::vector<FlowArc> &arcs,
                                   uint64_t steps) {
  return CostScaling(nodes, arcs, steps).run();
}

} // namespace hocket::power
