// SPDX-License-Identifier: Apache-2.0
#include "transformation/text/NestAst.h"

#include "transformation/order/Times.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

/// Loops that are cut around each unit.
void addPieces(const Order &order, std::vector<const Order *> &around,
               std::vector<std::vector<const Order *>> &result) {
  if (order.kind == Order::Kind::Unit)
    result[order.unit] = around;
  if (order.kind == Order::Kind::Pieces)
    around.push_back(&order);
  for (const Order &child : order.children)
    addPieces(child, around, result);
  if (order.kind == Order::Kind::Pieces)
    around.pop_back();
}

/// { U[iterators] -> U[iterators, pieces] }
isl::map withPieces(NestModel &model, std::size_t unit,
                    const std::vector<const Order *> &pieces) {
  const std::vector<ir::NodeId> &loops = model.nest().units[unit].loops;
  std::string from, to, conditions;
  for (std::size_t k = 0; k < loops.size(); ++k)
    from += (k ? ", x" : "x") + std::to_string(k);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    auto at = std::find(loops.begin(), loops.end(), pieces[p]->loop);
    std::string size = std::to_string(pieces[p]->size);
    std::string name = "p" + std::to_string(p);
    to += ", " + name;
    conditions += (p ? " and " : " : ") + name + " = " + size + "*floor((" +
                  (model.isDown(pieces[p]->loop) ? "-x" : "x") +
                  std::to_string(at - loops.begin()) + ")/" + size + ")";
  }
  std::string tuple = NestModel::tupleName(unit);
  return isl_ext::parsedMap(model.model().ctx(),
                            "{ " + tuple + "[" + from + "] -> " + tuple + "[" +
                                from + to + "]" + conditions + " }");
}

std::vector<Dimension> dimensionsOf(const Unit &unit,
                                    const std::vector<const Order *> &pieces) {
  std::vector<Dimension> result;
  for (ir::NodeId loop : unit.loops)
    result.push_back({loop, false});
  for (const Order *piece : pieces)
    result.push_back({piece->loop, true});
  return result;
}

} // namespace

NestAst nestAst(NestModel &model, const Order &order, const isl::set &known) {
  std::size_t units = model.nest().units.size();
  std::vector<std::vector<const Order *>> pieces(units);
  std::vector<const Order *> around;
  addPieces(order, around, pieces);
  std::vector<isl::map> times = timesOf(model, order);
  NestAst result;
  isl::union_map schedule = isl::union_map::empty(model.model().ctx());
  std::set<std::string> named;
  for (std::size_t unit = 0; unit < units; ++unit) {
    isl::map cut = withPieces(model, unit, pieces[unit]);
    isl::map placed = cut.intersect_domain(model.runs(unit))
                          .reverse()
                          .apply_range(times[unit]);
    schedule = schedule.unite(isl::union_map(placed));
    result.dimensions.push_back(
        dimensionsOf(model.nest().units[unit], pieces[unit]));
    for (std::string &name : isl_ext::involvedParamsOf(model.runs(unit)))
      named.insert(std::move(name));
  }
  result.params.assign(named.begin(), named.end());
  result.root =
      isl::ast_build::from_context(known).node_from_schedule_map(schedule);
  return result;
}

namespace {

isl::ast_expr_op callOf(const isl::ast_node &user) {
  return user.as<isl::ast_node_user>().expr().as<isl::ast_expr_op>();
}

} // namespace

std::size_t unitOf(const isl::ast_node &user) {
  std::string name =
      callOf(user).arg(0).as<isl::ast_expr_id>().id().name(); // U<number>
  return std::stoul(name.substr(1));
}

isl::ast_expr argumentOf(const isl::ast_node &user, std::size_t dimension) {
  return callOf(user).arg(int(dimension) + 1);
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

std::set<std::size_t> unitsBelow(const isl::ast_node &node) {
  if (node.isa<isl::ast_node_user>())
    return {unitOf(node)};
  std::set<std::size_t> result;
  for (const isl::ast_node &child : childrenOf(node))
    result.merge(unitsBelow(child));
  return result;
}

} // namespace hocket::transformation
