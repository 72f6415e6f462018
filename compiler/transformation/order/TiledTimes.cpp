// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/TiledTimes.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

std::string joined(const std::vector<std::string> &parts) {
  std::string result;
  for (const std::string &part : parts)
    result += (result.empty() ? "" : ", ") + part;
  return result;
}

class Writer {
public:
  Writer(NestModel &model, const Tiles &tiles) : model_(model), tiles_(tiles) {}

  /// { U[iterators] -> [tile] }
  isl::map tileOf(std::size_t unit) const {
    if (tiles_.order == TileOrder::Levels)
      return byLevels(unit);
    std::vector<std::string> time = {
        numberOf(unit, 0) + " + " + numberOf(unit, 1), numberOf(unit, 1)};
    for (std::size_t at = 2; at < tiles_.directions.size(); ++at)
      if (tiles_.directions[at].size > 0)
        time.push_back(firstOf(unit, at));
    return mapOf(unit, time, "");
  }

  /// { U[iterators] -> [time in the tile] }
  isl::map insideOf(std::size_t unit) const {
    std::vector<std::string> time;
    for (std::size_t at : tiles_.inside)
      time.push_back(valueOf(unit, at));
    time.push_back(std::to_string(unit));
    return mapOf(unit, time, "");
  }

private:
  /// By which other directions have the first one's number.
  isl::map byLevels(std::size_t unit) const {
    const std::size_t others = tiles_.directions.size() - 1;
    static constexpr const char *compare[] = {" = ", " < ", " > "};
    std::size_t count = 1;
    for (std::size_t k = 0; k < others; ++k)
      count *= std::size(compare);
    std::optional<isl::map> result;
    for (std::size_t code = 0; code < count; ++code) {
      std::size_t level = 0, rest = code;
      std::string conditions;
      std::vector<std::string> time = {firstOf(unit, 0), ""};
      for (std::size_t at = 1; at <= others; ++at, rest /= std::size(compare)) {
        const std::size_t which = rest % std::size(compare);
        level += which != 0;
        conditions += (at > 1 ? " and " : " : ") + numberOf(unit, 0) +
                      compare[which] + numberOf(unit, at);
        time.push_back(firstOf(unit, at));
      }
      time[1] = std::to_string(level);
      isl::map part =
          mapOf(unit, time, conditions).intersect_domain(model_.runs(unit));
      if (!part.is_empty())
        result = result ? result->unite(part) : part;
    }
    return result ? *result : mapOf(unit, {}, " : false");
  }

  std::string valueOf(std::size_t unit, std::size_t direction) const {
    const LinearForm &form = tiles_.directions[direction].forms[unit];
    std::string result = std::to_string(form.constant);
    for (std::size_t k = 0; k < form.coefficients.size(); ++k)
      if (form.coefficients[k] != 0)
        result += " + " + std::to_string(form.coefficients[k]) + "*x" +
                  std::to_string(k);
    return result;
  }

  std::string numberOf(std::size_t unit, std::size_t direction) const {
    return "floor((" + valueOf(unit, direction) + ")/" +
           std::to_string(tiles_.directions[direction].size) + ")";
  }

  std::string firstOf(std::size_t unit, std::size_t direction) const {
    return std::to_string(tiles_.directions[direction].size) + "*" +
           numberOf(unit, direction);
  }

  isl::map mapOf(std::size_t unit, const std::vector<std::string> &time,
                 const std::string &conditions) const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < model_.nest().units[unit].loops.size(); ++k)
      names.push_back("x" + std::to_string(k));
    return isl_ext::parsedMap(model_.model().ctx(),
                              "{ " + NestModel::tupleName(unit) + "[" +
                                  joined(names) + "] -> [" + joined(time) +
                                  "]" + conditions + " }");
  }

  NestModel &model_;
  const Tiles &tiles_;
};

} // namespace

std::vector<Placement> tiledPlacements(NestModel &model, const Tiles &tiles,
                                       std::vector<Placement> inside) {
  Writer writer(model, tiles);
  if (!tiles.inside.empty()) {
    inside.clear();
    for (std::size_t unit = 0; unit < model.nest().units.size(); ++unit)
      inside.push_back(
          {unit, writer.insideOf(unit).intersect_domain(model.runs(unit)), {}});
  }
  for (Placement &one : inside) {
    isl::map tile = writer.tileOf(one.unit);
    one.tile = unsigned(isl_map_dim(tile.get(), isl_dim_out));
    one.times = isl_ext::managed(
        one.times.ctx(),
        isl_map_flat_range_product(tile.release(), one.times.copy()));
  }
  return inside;
}

std::vector<unsigned> independentIn(const Tiles &tiles) {
  if (tiles.order == TileOrder::Wavefront)
    return {1};
  std::vector<unsigned> result;
  for (unsigned at = 1; at < tiles.directions.size(); ++at)
    result.push_back(at + 1);
  return result;
}

} // namespace hocket::transformation
