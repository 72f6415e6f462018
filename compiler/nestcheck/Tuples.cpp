// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Tuples.h"

#include "symbolic/ParameterNames.h"

namespace hocket::nestcheck {

namespace {

/// Parameters of these names become the first dimensions of a set.
isl::set takeDimensions(const isl::set &params,
                        const std::vector<std::string> &names) {
  isl::ctx ctx = params.ctx();
  isl::set set = isl_ext::managed(ctx, isl_set_from_params(params.copy()));
  for (std::size_t k = 0; k < names.size(); ++k) {
    isl::id id = isl_ext::named(ctx, names[k]);
    isl::space space = isl_ext::managed(
        ctx, isl_space_add_param_id(isl_set_get_space(set.get()), id.copy()));
    set = isl_ext::managed(ctx,
                           isl_set_align_params(set.copy(), space.release()));
    int at = isl_set_find_dim_by_id(set.get(), isl_dim_param, id.get());
    set = isl_ext::managed(ctx, isl_set_move_dims(set.copy(), isl_dim_set,
                                                  unsigned(k), isl_dim_param,
                                                  unsigned(at), 1));
  }
  return set;
}

} // namespace

isl::set asTuple(const isl::set &set, const Tuple &tuple) {
  return isl_ext::managed(
      set.ctx(),
      isl_set_set_tuple_name(takeDimensions(set, tuple.dimensions).release(),
                             tuple.name.c_str()));
}

isl::map asPairs(const isl::set &set, const Tuple &from, const Tuple &to) {
  isl::ctx ctx = set.ctx();
  std::vector<std::string> names = from.dimensions;
  names.insert(names.end(), to.dimensions.begin(), to.dimensions.end());
  isl::map map = isl_ext::managed(
      ctx, isl_map_from_range(takeDimensions(set, names).release()));
  map = isl_ext::managed(
      ctx, isl_map_move_dims(map.copy(), isl_dim_in, 0, isl_dim_out, 0,
                             unsigned(from.dimensions.size())));
  map = isl_ext::managed(
      ctx, isl_map_set_tuple_name(map.copy(), isl_dim_in, from.name.c_str()));
  return isl_ext::managed(
      ctx, isl_map_set_tuple_name(map.copy(), isl_dim_out, to.name.c_str()));
}

std::optional<isl::set> withoutDerived(const polyhedral::AffineModel &model,
                                       const isl::set &set) {
  using Kind = polyhedral::Symbol::Kind;
  auto kindOf = [&](const std::string &name) -> std::optional<Kind> {
    for (polyhedral::SymbolId id = 0; id < model.numSymbols(); ++id)
      if (model.symbol(id).name == name)
        return model.symbol(id).kind;
    return std::nullopt;
  };
  isl::set result = set;
  for (const std::string &name : isl_ext::involvedParamsOf(set)) {
    std::optional<Kind> kind = kindOf(name);
    if (kind == Kind::Derived)
      // A minimum is one of two; what is less than it, is less than both.
      result = isl_ext::projectOut(result, name).coalesce();
    else if (kind == Kind::Element || kind == Kind::Bounded)
      return std::nullopt;
  }
  return result;
}

} // namespace hocket::nestcheck
