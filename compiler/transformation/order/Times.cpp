// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Times.h"

#include "transformation/order/Pieces.h"
#include "transformation/order/TiledTimes.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

/// In the place of what tells whether all of a jam runs.
constexpr const char *whole = "whole";

/// One step down in an order's tree.
struct Step {
  const Order *parent;
  std::size_t position;
};

/// A unit's place as text.
struct Place {
  std::size_t unit = 0;
  std::vector<Step> path;
  std::vector<std::string> time;
  std::vector<const Order *> pieces;
  std::vector<const Order *> jams; ///< around which it is told

  bool hasWhole() const {
    return std::find(time.begin(), time.end(), whole) != time.end();
  }
};

/// The innermost loop but for jams.
bool isAroundJams(const Order &order) {
  return order.isLoop() && !order.isJam() && holdsJam(order) &&
         !holdsOtherLoop(order);
}

std::string joined(const std::vector<std::string> &parts) {
  std::string result;
  for (const std::string &part : parts)
    result += (result.empty() ? "" : ", ") + part;
  return result;
}

/// The number of the piece that an iterator's value is in.
std::string numberIn(const Order &pieces, const std::string &value) {
  return "floor((" + value + " - " + std::to_string(pieces.offset) + ")/" +
         std::to_string(pieces.size) + ")";
}

class Writer {
public:
  explicit Writer(NestModel &model) : model_(model) {}

  std::vector<Placement> write(const Order &order) {
    std::vector<Step> path;
    visit(order, path);
    std::size_t length = 0;
    for (const Place &place : places_)
      length = std::max(length, place.time.size());
    std::vector<Placement> result;
    for (Place &place : places_) {
      place.time.resize(length, "0");
      result.push_back({place.unit, timesOf(place), place.pieces});
    }
    return result;
  }

private:
  // The tree.

  void visit(const Order &order, std::vector<Step> &path) {
    if (order.kind == Order::Kind::Unit)
      add(order.unit, path);
    for (std::size_t k = 0; k < order.children.size(); ++k) {
      path.push_back({&order, k});
      visit(order.children[k], path);
      path.pop_back();
    }
  }

  void add(std::size_t unit, const std::vector<Step> &path) {
    Place place{unit, path, {}, {}, {}};
    for (const Step &step : path) {
      const Order &order = *step.parent;
      if (isAroundJams(order))
        place.time.emplace_back(whole);
      if (order.isJam() && place.hasWhole())
        place.jams.push_back(&order);
      if (order.hasRest())
        place.time.push_back(std::to_string(step.position));
      if (isRest(step))
        continue;
      if (order.kind == Order::Kind::Pieces)
        place.pieces.push_back(&order);
      place.time.push_back(entryOf(step, unit));
    }
    places_.push_back(std::move(place));
  }

  static bool isRest(const Step &step) {
    return step.parent->hasRest() && step.position == 1;
  }

  std::string iterator(std::size_t unit, ir::NodeId loop) const {
    const std::vector<ir::NodeId> &loops = model_.nest().units[unit].loops;
    auto at = std::find(loops.begin(), loops.end(), loop);
    return (model_.isDown(loop) ? "-x" : "x") +
           std::to_string(at - loops.begin());
  }

  std::string entryOf(const Step &step, std::size_t unit) const {
    const Order &parent = *step.parent;
    if (!parent.isLoop())
      return std::to_string(step.position);
    std::string value = iterator(unit, parent.loop);
    if (parent.kind != Order::Kind::Pieces)
      return value;
    return pieceOf(parent, value);
  }

  // The maps.

  std::string tuple(std::size_t unit, const std::string &variable) const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < model_.nest().units[unit].loops.size(); ++k)
      names.push_back(variable + std::to_string(k));
    return NestModel::tupleName(unit) + "[" + joined(names) + "]";
  }

  isl::map parsed(const std::string &text) const {
    return isl_ext::parsedMap(model_.model().ctx(), "{ " + text + " }");
  }

  isl::map timesOf(const Place &place) const {
    isl::set runs = model_.runs(place.unit);
    for (std::size_t k = 0; k < place.path.size(); ++k)
      if (place.path[k].parent->hasRest()) {
        isl::set jammed = jammedAt(place, k);
        runs = isRest(place.path[k]) ? runs.subtract(jammed)
                                     : runs.intersect(jammed);
      }
    isl::map times = mapOf(place, "0");
    if (place.jams.empty())
      return times.intersect_domain(runs);
    isl::set partial = partialOf(place).intersect(runs);
    return times.intersect_domain(runs.subtract(partial))
        .unite(mapOf(place, "1").intersect_domain(partial));
  }

  /// \param isPartial in the place of what tells whether jams are whole
  isl::map mapOf(const Place &place, const std::string &isPartial) const {
    std::vector<std::string> time = place.time;
    std::replace(time.begin(), time.end(), std::string(whole), isPartial);
    return parsed(tuple(place.unit, "x") + " -> [" + joined(time) + "]");
  }

  /// { U[iterators] -> [those of the loops above, and the loop's own] }
  isl::map seenAt(const Place &place, std::size_t step,
                  std::size_t unit) const {
    std::vector<std::string> values;
    for (std::size_t k = 0; k < step; ++k) {
      const Order &order = *place.path[k].parent;
      if (!order.isLoop() || isRest(place.path[k]))
        continue;
      std::string value = iterator(unit, order.loop);
      values.push_back(
          order.kind == Order::Kind::Pieces ? numberIn(order, value) : value);
    }
    values.push_back(iterator(unit, place.path[step].parent->loop));
    return parsed(tuple(unit, "x") + " -> [" + joined(values) + "]");
  }

  /// Runs of the unit in jams of which every iteration exists, as the loops
  /// above have it and the units that it was jammed for.
  isl::set jammedAt(const Place &place, std::size_t step) const {
    const Order &order = *place.path[step].parent;
    isl::map seenByFirst = seenAt(place, step, order.unit);
    isl::set all = model_.runs(order.unit).apply(seenByFirst);
    std::vector<std::string> from, to;
    unsigned count = unsigned(isl_set_dim(all.get(), isl_dim_set));
    for (unsigned k = 0; k + 1 < count; ++k)
      from.push_back("x" + std::to_string(k));
    to = from;
    from.emplace_back("l");
    to.emplace_back("m");
    isl::map beside =
        parsed("[" + joined(from) + "] -> [" + joined(to) +
               "] : " + numberIn(order, "l") + " = " + numberIn(order, "m"));
    isl::set partial = beside.subtract(beside.intersect_range(all)).domain();
    return all.subtract(partial)
        .apply(seenAt(place, step, place.unit).reverse())
        .intersect(model_.runs(place.unit));
  }

  /// Runs in an iteration of which some run side by side is missing.
  isl::set partialOf(const Place &place) const {
    const isl::set &runs = model_.runs(place.unit);
    const std::vector<ir::NodeId> &loops =
        model_.nest().units[place.unit].loops;
    std::string same;
    for (std::size_t k = 0; k < loops.size(); ++k) {
      std::string x = "x" + std::to_string(k), y = "y" + std::to_string(k);
      auto jam = std::find_if(
          place.jams.begin(), place.jams.end(),
          [&](const Order *order) { return order->loop == loops[k]; });
      same += (k ? " and " : "") +
              (jam == place.jams.end()
                   ? x + " = " + y
                   : numberIn(**jam, x) + " = " + numberIn(**jam, y));
    }
    isl::map beside = parsed(tuple(place.unit, "x") + " -> " +
                             tuple(place.unit, "y") + " : " + same);
    return beside.subtract(beside.intersect_range(runs)).domain();
  }

  NestModel &model_;
  std::vector<Place> places_;
};

} // namespace

std::string pieceOf(const Order &pieces, const std::string &value) {
  return std::to_string(pieces.size) + "*" + numberIn(pieces, value) + " + " +
         std::to_string(pieces.offset);
}

std::vector<Placement> placementsOf(NestModel &model, const Order &order) {
  if (order.kind != Order::Kind::Tiles)
    return Writer(model).write(order);
  return tiledPlacements(model, *order.tiles,
                         Writer(model).write(order.children.front()));
}

std::vector<isl::map> timesOf(NestModel &model, const Order &order) {
  std::vector<std::optional<isl::map>> times(model.nest().units.size());
  for (const Placement &one : placementsOf(model, order))
    times[one.unit] =
        times[one.unit] ? times[one.unit]->unite(one.times) : one.times;
  std::vector<isl::map> result;
  for (std::optional<isl::map> &one : times)
    result.push_back(std::move(*one));
  return result;
}

} // namespace hocket::transformation
