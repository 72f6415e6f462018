// SPDX-License-Identifier: Apache-2.0
#include "transformation/nest/NestModel.h"

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
  for (std::size_t unit = 0; isExact_ && unit < nest.units.size(); ++unit)
    runs_.push_back(runsOf(unit));
}

std::string NestModel::tupleName(std::size_t unit) {
  return "U" + std::to_string(unit);
}

std::vector<std::string> NestModel::iteratorNames(std::size_t unit) const {
  std::vector<std::string> names;
  for (NodeId loop : nest_.units[unit].loops)
    names.push_back("i" + std::to_string(ir::index(loop)));
  return names;
}

/// Quotients and the like are functions of parameters and iterators: without
/// them the set stays exact. What is loaded, or only bounded, is not, unless it
/// is only known how it depends on other parameters.
isl::set NestModel::runsOf(std::size_t unit) {
  using Kind = polyhedral::Symbol::Kind;
  polyhedral::Domain domain = model_.domain(nest_.units[unit].nodes.front());
  isExact_ &= domain.exact;
  std::vector<std::string> names = iteratorNames(unit);
  isl::set set = domain.set;
  for (const std::string &param : isl_ext::paramsOf(set)) {
    // Products of parameters are parameters, too.
    if (std::find(names.begin(), names.end(), param) != names.end() ||
        polyhedral::parametersOf(model_, param))
      continue;
    isExact_ &= (kindOf(param) == Kind::Derived && isFunction(set, param)) ||
                isApart(set, param, names);
    set = isl_ext::projectOut(set, param);
  }
  set = takeDimensions(set, names);
  return isl_ext::managed(
      set.ctx(), isl_set_set_tuple_name(set.copy(), tupleName(unit).c_str()));
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

std::optional<Polynomial> NestModel::firstExtent(NodeId loop) {
  std::optional<Polynomial> way = wayOf(loop);
  return way ? atFirst(*way) : std::nullopt;
}

/// With each iterator at its first value.
std::optional<Polynomial> NestModel::atFirst(const Polynomial &value) {
  std::optional<Polynomial> sum = Polynomial();
  for (const auto &[monomial, coefficient] : value.terms()) {
    std::optional<Polynomial> term = Polynomial::constant(coefficient);
    for (polyhedral::SymbolId id : monomial) {
      const polyhedral::Symbol symbol = model_.symbol(id);
      std::optional<Polynomial> factor = Polynomial::symbol(id);
      if (symbol.isVariant) {
        if (symbol.kind != polyhedral::Symbol::Kind::Iterator)
          return std::nullopt;
        factor = atFirst(*model_.loopShape(symbol.loop)->lower);
      }
      term = term && factor ? term->times(*factor) : std::nullopt;
    }
    sum = sum && term ? sum->plus(*term) : std::nullopt;
  }
  return sum;
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
