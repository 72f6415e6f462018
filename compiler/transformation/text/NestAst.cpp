// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/NestAst.h"

#include "transformation/order/TiledTimes.h"
#include "transformation/order/Times.h"

#include <algorithm>
#include <set>

namespace hocket::transformation {

namespace {

/// { U[iterators] -> call[iterators, pieces] }
isl::map asCall(NestModel &model, const Placement &place,
                const std::string &call) {
  const std::vector<ir::NodeId> &loops = model.nest().units[place.unit].loops;
  std::string from, to, conditions;
  for (std::size_t k = 0; k < loops.size(); ++k)
    from += (k ? ", x" : "x") + std::to_string(k);
  for (std::size_t p = 0; p < place.pieces.size(); ++p) {
    const Order &piece = *place.pieces[p];
    auto at = std::find(loops.begin(), loops.end(), piece.loop);
    std::string name = "p" + std::to_string(p);
    to += ", " + name;
    conditions += (p ? " and " : " : ") + name + " = " +
                  pieceOf(piece, (model.isDown(piece.loop) ? "-x" : "x") +
                                     std::to_string(at - loops.begin()));
  }
  return isl_ext::parsedMap(model.model().ctx(),
                            "{ " + NestModel::tupleName(place.unit) + "[" +
                                from + "] -> " + call + "[" + from + to + "]" +
                                conditions + " }");
}

/// The call with what tells the tile behind its other arguments.
isl::map withTile(const isl::map &call, const Placement &place,
                  const std::string &name) {
  if (place.tile == 0)
    return call;
  isl::ctx ctx = call.ctx();
  auto count = unsigned(isl_map_dim(place.times.get(), isl_dim_out));
  isl::map tile = isl_ext::managed(
      ctx, isl_map_project_out(place.times.copy(), isl_dim_out, place.tile,
                               count - place.tile));
  isl::map both = isl_ext::managed(
      ctx, isl_map_flat_range_product(call.copy(), tile.copy()));
  return isl_ext::managed(
      ctx, isl_map_set_tuple_name(both.copy(), isl_dim_out, name.c_str()));
}

Call callOf(const Nest &nest, const Placement &place) {
  Call result;
  result.unit = place.unit;
  for (ir::NodeId loop : nest.units[place.unit].loops)
    result.dimensions.push_back({loop, false});
  for (const Order *piece : place.pieces)
    result.dimensions.push_back({piece->loop, true});
  result.tile = place.tile;
  return result;
}

/// The map without a parameter about which it says what holds anyway; the map
/// itself if it says more.
isl::map withoutParam(const isl::map &map, const std::string &param,
                      const isl::set &around) {
  int at = isl_map_find_dim_by_name(map.get(), isl_dim_param, param.c_str());
  isl::map without =
      isl_ext::managed(map.ctx(), isl_map_project_out(map.copy(), isl_dim_param,
                                                      unsigned(at), 1));
  return without.intersect_params(around).is_subset(map) ? without : map;
}

} // namespace

NestAst nestAst(NestModel &model, const Order &order, const isl::set &known,
                const CanSay &canSay) {
  NestAst result;
  isl::union_map schedule = isl::union_map::empty(model.model().ctx());
  std::set<std::string> named;
  const isl::set around = model.onEntry();
  for (const Placement &place : placementsOf(model, order)) {
    const std::string name = "C" + std::to_string(result.calls.size());
    isl::map call = withTile(asCall(model, place, name), place, name);
    isl::map placed = call.intersect_domain(model.runs(place.unit))
                          .reverse()
                          .apply_range(place.times)
                          .detect_equalities();
    for (const std::string &name : isl_ext::involvedParamsOf(placed.wrap()))
      if (!canSay(name))
        placed = withoutParam(placed, name, around);
    schedule = schedule.unite(isl::union_map(placed));
    result.calls.push_back(callOf(model.nest(), place));
    for (std::string &name : isl_ext::involvedParamsOf(placed.wrap()))
      named.insert(std::move(name));
  }
  result.params.assign(named.begin(), named.end());
  if (order.kind == Order::Kind::Tiles)
    result.independent = independentIn(*order.tiles);
  result.root =
      isl::ast_build::from_context(known).node_from_schedule_map(schedule);
  return result;
}

namespace {

isl::ast_expr_op operationOf(const isl::ast_node &user) {
  return user.as<isl::ast_node_user>().expr().as<isl::ast_expr_op>();
}

} // namespace

const Call &NestAst::callOf(const isl::ast_node &user) const {
  std::string name =
      operationOf(user).arg(0).as<isl::ast_expr_id>().id().name(); // C<number>
  return calls[std::stoul(name.substr(1))];
}

isl::ast_expr argumentOf(const isl::ast_node &user, std::size_t dimension) {
  return operationOf(user).arg(int(dimension) + 1);
}

std::vector<isl::ast_node> childrenOf(const isl::ast_node &node) {
  std::vector<isl::ast_node> result;
  if (node.isa<isl::ast_node_for>()) {
    result.push_back(node.as<isl::ast_node_for>().body());
  } else if (node.isa<isl::ast_node_mark>()) {
    result.push_back(node.as<isl::ast_node_mark>().node());
  } else if (node.isa<isl::ast_node_block>()) {
    isl::ast_node_list list = node.as<isl::ast_node_block>().children();
    for (unsigned k = 0; k < list.size(); ++k)
      result.push_back(list.at(int(k)));
  } else if (node.isa<isl::ast_node_if>()) {
    isl::ast_node_if branch = node.as<isl::ast_node_if>();
    result.push_back(branch.then_node());
    if (branch.has_else_node())
      result.push_back(branch.else_node());
  }
  return result;
}

void forEachUser(const isl::ast_node &node,
                 const std::function<void(const isl::ast_node &)> &visit) {
  if (node.isa<isl::ast_node_user>())
    visit(node);
  for (const isl::ast_node &child : childrenOf(node))
    forEachUser(child, visit);
}

} // namespace hocket::transformation
