// SPDX-License-Identifier: Apache-2.0
#include "transformation/nest/NestModel.h"

#include "ir/Tree.h"
#include "symbolic/ParameterNames.h"

#include <algorithm>

namespace hocket::transformation {

using ir::NodeId;
using polyhedral::LoopShape;
using polyhedral::Polynomial;

namespace {

/// The other parameters leave one value for this one at the most.
bool isFunction(const isl::set &set, const std::string &param) {
  isl::ctx ctx = set.ctx();
  isl::set values = isl_ext::managed(ctx, isl_set_from_params(set.copy()));
  int at = isl_set_find_dim_by_name(values.get(), isl_dim_param, param.c_str());
  values =
      isl_ext::managed(ctx, isl_set_move_dims(values.copy(), isl_dim_set, 0,
                                              isl_dim_param, unsigned(at), 1));
  return isl_ext::managed(ctx, isl_map_from_range(values.copy()))
      .is_single_valued();
}

/// What the set says of the parameter has nothing to do with the iterators:
/// whatever holds of it, the same iterations run.
bool isApart(const isl::set &set, const std::string &param,
             const std::vector<std::string> &iterators) {
  isl::set ofParams = set;
  for (const std::string &iterator : iterators)
    ofParams = isl_ext::projectOut(ofParams, iterator);
  return isl_ext::projectOut(set, param).intersect(ofParams).is_subset(set);
}

/// Parameters of these names, in order, become the first dimensions.
isl::set takeDimensions(isl::set set, const std::vector<std::string> &names) {
  isl::ctx ctx = set.ctx();
  set = isl_ext::managed(ctx, isl_set_from_params(set.copy()));
  for (std::size_t k = 0; k < names.size(); ++k) {
    isl::id id = isl_ext::named(ctx, names[k]);
    if (!isl_ext::hasParam(set, id)) {
      isl::space space = isl_ext::managed(
          ctx, isl_space_add_param_id(isl_set_get_space(set.get()), id.copy()));
      set = isl_ext::managed(ctx,
                             isl_set_align_params(set.copy(), space.release()));
    }
    int at = isl_set_find_dim_by_id(set.get(), isl_dim_param, id.get());
    set = isl_ext::managed(ctx, isl_set_move_dims(set.copy(), isl_dim_set,
                                                  unsigned(k), isl_dim_param,
                                                  unsigned(at), 1));
  }
  return set;
}

} // namespace

NestModel::NestModel(const polyhedral::ProgramIndex &index, isl::ctx ctx,
                     const Nest &nest, bool strictAliasing)
    : nest_(nest), model_(index, ctx,
                          {nest.root,
                           /*ownInit=*/true,
                           {},
                           strictAliasing,
                           /*mayAssumeDisjoint=*/true}) {
  for (NodeId loop : nest.loops) {
    const LoopShape *shape = model_.loopShape(loop);
    isExact_ &= shape && shape->exact && !shape->isNormalized && shape->lower &&
                shape->bound && !shape->unknownStepSize;
  }
  for (std::size_t unit = 0; isExact_ && unit < nest.units.size(); ++unit) {
    std::optional<isl::set> runs =
        runsOf(nest.units[unit].nodes.front(), iteratorNames(unit));
    isExact_ &= runs.has_value();
    if (runs)
      runs_.push_back(isl_ext::managed(
          runs->ctx(),
          isl_set_set_tuple_name(runs->copy(), tupleName(unit).c_str())));
  }
}

std::string NestModel::iteratorName(NodeId loop) {
  return "i" + std::to_string(ir::index(loop));
}

std::string NestModel::tupleName(std::size_t unit) {
  return "U" + std::to_string(unit);
}

std::vector<std::string> NestModel::iteratorNames(std::size_t unit) const {
  std::vector<std::string> names;
  for (NodeId loop : nest_.units[unit].loops)
    names.push_back(iteratorName(loop));
  return names;
}

/// Quotients and the like are functions of parameters and iterators: without
/// them the set stays exact. What is loaded, or only bounded, is not, unless it
/// is only known how it depends on other parameters.
std::optional<isl::set>
NestModel::runsOf(NodeId node, const std::vector<std::string> &iterators) {
  using Kind = polyhedral::Symbol::Kind;
  polyhedral::Domain domain = model_.domain(node);
  if (!domain.exact)
    return std::nullopt;
  isl::set set = domain.set;
  for (const std::string &param : isl_ext::paramsOf(set)) {
    // Products of parameters are parameters, too.
    if (std::find(iterators.begin(), iterators.end(), param) !=
            iterators.end() ||
        polyhedral::parametersOf(model_, param))
      continue;
    // Of a guard that asks for what no iterator decides nothing may be lost.
    if (!(kindOf(param) == Kind::Derived && isFunction(set, param)) &&
        !(nest_.guards.empty() && isApart(set, param, iterators)))
      return std::nullopt;
    set = isl_ext::projectOut(set, param);
  }
  return takeDimensions(set, iterators);
}

std::optional<isl::set> NestModel::runsAtAll(NodeId loop) {
  std::vector<std::string> iterators;
  for (NodeId around : nest_.loops)
    if (ir::isWithin(model_.program(), loop, around))
      iterators.push_back(iteratorName(around));
  std::optional<isl::set> runs =
      runsOf(model_.program()[loop].as<ir::Loop>()->body, iterators);
  return runs ? std::optional(runs->params().gist(onEntry())) : std::nullopt;
}

std::optional<polyhedral::Symbol::Kind>
NestModel::kindOf(const std::string &param) const {
  for (polyhedral::SymbolId id = 0; id < model_.numSymbols(); ++id)
    if (model_.symbol(id).name == param)
      return model_.symbol(id).kind;
  return std::nullopt;
}

isl::map NestModel::asMap(const isl::set &pairs, std::size_t from,
                          std::size_t to) const {
  std::vector<std::string> names;
  for (const std::string &name : iteratorNames(from))
    names.push_back(name + polyhedral::kFirst);
  auto inputs = unsigned(names.size());
  for (const std::string &name : iteratorNames(to))
    names.push_back(name + polyhedral::kSecond);
  isl::ctx ctx = pairs.ctx();
  isl::set set = takeDimensions(pairs, names);
  for (const char *suffix : {polyhedral::kFirst, polyhedral::kSecond})
    set = isl_ext::projectOutSuffix(set, suffix);
  isl::map map = isl_ext::managed(ctx, isl_map_from_range(set.copy()));
  map = isl_ext::managed(ctx, isl_map_move_dims(map.copy(), isl_dim_in, 0,
                                                isl_dim_out, 0, inputs));
  map = isl_ext::managed(ctx, isl_map_set_tuple_name(map.copy(), isl_dim_in,
                                                     tupleName(from).c_str()));
  return isl_ext::managed(ctx, isl_map_set_tuple_name(map.copy(), isl_dim_out,
                                                      tupleName(to).c_str()));
}

bool NestModel::isDown(NodeId loop) const {
  return model_.countOf(loop)->step < 0;
}

std::optional<Polynomial> NestModel::wayOf(NodeId loop) {
  const LoopShape *shape = model_.loopShape(loop);
  return shape->step > 0 ? shape->bound->minus(*shape->lower)
                         : shape->lower->minus(*shape->bound);
}

std::optional<Polynomial> NestModel::extent(NodeId loop) {
  std::optional<Polynomial> way = wayOf(loop);
  if (!way || model_.isVariant(*way))
    return std::nullopt;
  return way;
}

std::optional<int64_t> NestModel::trips(NodeId loop) {
  const LoopShape *shape = model_.loopShape(loop);
  std::optional<Polynomial> way = extent(loop);
  if (!way || !way->isConstant())
    return std::nullopt;
  bool isClosed =
      shape->compare == ir::Compare::Le || shape->compare == ir::Compare::Ge;
  int64_t length = way->constantTerm() + (isClosed ? 1 : 0);
  int64_t step = shape->step > 0 ? shape->step : -shape->step;
  return length <= 0 ? 0 : (length + step - 1) / step;
}

} // namespace hocket::transformation
