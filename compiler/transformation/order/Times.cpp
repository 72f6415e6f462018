// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Times.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

/// One step down in an order's tree.
struct Step {
  const Order *parent;
  std::size_t position;
};

class Writer {
public:
  explicit Writer(NestModel &model)
      : model_(model), times_(model.nest().units.size()) {}

  std::vector<isl::map> write(const Order &order) {
    std::vector<Step> path;
    visit(order, path);
    std::size_t length = 0;
    for (const std::vector<std::string> &time : times_)
      length = std::max(length, time.size());
    std::vector<isl::map> result;
    for (std::size_t unit = 0; unit < times_.size(); ++unit) {
      times_[unit].resize(length, "0");
      result.push_back(mapOf(unit));
    }
    return result;
  }

private:
  void visit(const Order &order, std::vector<Step> &path) {
    if (order.kind == Order::Kind::Unit)
      for (const Step &step : path)
        times_[order.unit].push_back(entryOf(step, order.unit));
    for (std::size_t k = 0; k < order.children.size(); ++k) {
      path.push_back({&order, k});
      visit(order.children[k], path);
      path.pop_back();
    }
  }

  std::string entryOf(const Step &step, std::size_t unit) const {
    const Order &parent = *step.parent;
    if (!parent.isLoop())
      return std::to_string(step.position);
    const std::vector<ir::NodeId> &loops = model_.nest().units[unit].loops;
    auto at = std::find(loops.begin(), loops.end(), parent.loop);
    std::string value = (model_.isDown(parent.loop) ? "-x" : "x") +
                        std::to_string(at - loops.begin());
    if (parent.kind != Order::Kind::Pieces)
      return value;
    std::string size = std::to_string(parent.size);
    return size + "*floor((" + value + ")/" + size + ")";
  }

  isl::map mapOf(std::size_t unit) const {
    std::string text = "{ " + NestModel::tupleName(unit) + "[";
    for (std::size_t k = 0; k < model_.nest().units[unit].loops.size(); ++k)
      text += (k ? ", x" : "x") + std::to_string(k);
    text += "] -> [";
    for (std::size_t k = 0; k < times_[unit].size(); ++k)
      text += (k ? ", " : "") + times_[unit][k];
    return isl_ext::parsedMap(model_.model().ctx(), text + "] }");
  }

  NestModel &model_;
  std::vector<std::vector<std::string>> times_;
};

} // namespace

std::vector<isl::map> timesOf(NestModel &model, const Order &order) {
  return Writer(model).write(order);
}

} // namespace hocket::transformation
