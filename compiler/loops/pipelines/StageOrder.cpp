// SPDX-License-Identifier: Apache-2.0
#include "loops/pipelines/StageOrder.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using ir::NodeId;

StageOrder::StageOrder(const ir::Program &program, NodeId loop)
    : program_(program) {
  addItems(program[loop].as<ir::Loop>()->body);
  for (std::size_t i = 0; i < items_.size(); ++i)
    position_[items_[i]] = i;
  ordered_.assign(items_.size(), false);
  withNext_.assign(items_.size(), false);
  reasons_.assign(items_.size(), std::nullopt);
  // `int a = f(), b = g();` is one text.
  for (std::size_t i = 0; i + 1 < items_.size(); ++i)
    withNext_[i] =
        program[items_[i]].text.begin == program[items_[i + 1]].text.begin;
}

void StageOrder::addItems(NodeId node) {
  const ir::Block *block = program_[node].as<ir::Block>();
  if (!block || block->isSplitLoop) {
    items_.push_back(node);
    return;
  }
  for (NodeId child : block->children)
    addItems(child);
}

std::optional<std::size_t> StageOrder::itemOf(NodeId node) const {
  for (; isValid(node); node = program_[node].parent)
    if (auto it = position_.find(node); it != position_.end())
      return it->second;
  return std::nullopt;
}

void StageOrder::order(std::size_t from, std::size_t to,
                       const RemarkNote &why) {
  if (from < to)
    forward_.push_back({from, to, why});
  else
    tie(from, to, why);
}

void StageOrder::settle(const IsHeavy &isHeavy) {
  for (const Dependence &d : forward_)
    if (!isOrderedWithin(d.from, d.to)) {
      bool isLighterBehind = isHeavy(items_[d.from]) && !isHeavy(items_[d.to]);
      std::size_t chosen = isLighterBehind ? d.to : d.from;
      tie(chosen, chosen, d.why);
    }
}

/// An ordered stage ends at `from` or behind it, and begins at `to` or before.
bool StageOrder::isOrderedWithin(std::size_t from, std::size_t to) const {
  std::vector<std::pair<std::size_t, std::size_t>> all = runs();
  return std::any_of(all.begin(), all.end(), [&](const auto &run) {
    return from <= run.second && run.first <= to && isOrdered(run);
  });
}

void StageOrder::tie(std::size_t a, std::size_t b, const RemarkNote &why) {
  auto [first, last] = std::minmax(a, b);
  if (!areTied(first, last) && !reasons_[first])
    reasons_[first] = why;
  for (std::size_t i = first; i <= last; ++i) {
    ordered_[i] = true;
    if (i != last)
      withNext_[i] = true;
  }
}

bool StageOrder::areTied(std::size_t a, std::size_t b) const {
  auto [first, last] = std::minmax(a, b);
  for (const auto &run : runs())
    if (run.first <= first && last <= run.second)
      return isOrdered(run);
  return false;
}

std::vector<std::pair<std::size_t, std::size_t>> StageOrder::runs() const {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (i == 0 || !withNext_[i - 1])
      result.push_back({i, i});
    result.back().second = i;
  }
  return result;
}

bool StageOrder::isOrdered(std::pair<std::size_t, std::size_t> run) const {
  auto begin = ordered_.begin() + static_cast<std::ptrdiff_t>(run.first);
  auto end = ordered_.begin() + static_cast<std::ptrdiff_t>(run.second) + 1;
  return std::find(begin, end, true) != end;
}

/// Neighbours alike are one stage: a wait between them costs more than it
/// gives.
std::vector<PipelineStage> StageOrder::stages(const IsHeavy &isHeavy) const {
  std::vector<PipelineStage> result;
  auto append = [&](const std::vector<NodeId> &items, bool isOrdered) {
    if (result.empty() || result.back().isOrdered != isOrdered)
      result.push_back({{}, isOrdered});
    std::vector<NodeId> &all = result.back().items;
    all.insert(all.end(), items.begin(), items.end());
  };
  std::vector<NodeId> light; // since the last ordered stage
  for (const auto &run : runs()) {
    auto begin = items_.begin() + static_cast<std::ptrdiff_t>(run.first);
    auto end = items_.begin() + static_cast<std::ptrdiff_t>(run.second) + 1;
    std::vector<NodeId> items(begin, end);
    bool ordered = isOrdered(run);
    bool isBehind = !result.empty() && result.back().isOrdered;
    if (!ordered && isBehind && std::none_of(begin, end, isHeavy)) {
      light.insert(light.end(), begin, end);
      continue;
    }
    append(light, ordered);
    light.clear();
    append(items, ordered);
  }
  append(light, false);
  if (!result.empty() && result.back().items.empty())
    result.pop_back();
  return result;
}

std::vector<RemarkNote> StageOrder::reasons() const {
  std::vector<RemarkNote> result;
  bool isDone = false;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!ordered_[i]) {
      isDone = false;
      continue;
    }
    if (!isDone && reasons_[i]) {
      result.push_back(*reasons_[i]);
      isDone = true;
    }
  }
  return result;
}

} // namespace hocket::polyhedral
