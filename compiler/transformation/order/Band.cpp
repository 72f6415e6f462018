// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Band.h"

#include <optional>

namespace hocket::transformation {

namespace {

isl::union_map allOf(isl::ctx ctx, const Dependences &dependences) {
  isl::union_map result = isl::union_map::empty(ctx);
  for (const Dependence &one : dependences.all)
    // Where subscripts of rows are known to agree only as integers, the
    // scheduler would look for a long time.
    result = result.unite(isl::union_map(
        isl_ext::managed(ctx, isl_map_detect_equalities(one.pairs.copy()))));
  return result;
}

std::optional<int64_t> integerOf(const isl::val &value) {
  if (!value.is_int())
    return std::nullopt;
  return isl_val_get_num_si(value.get());
}

/// Nothing: it has parts, quotients, parameters or fractions.
std::optional<LinearForm> formOf(const isl::pw_aff &value) {
  if (isl_pw_aff_isa_aff(value.get()) != isl_bool_true)
    return std::nullopt;
  isl::ctx ctx = value.ctx();
  isl::aff aff = isl_ext::managed(ctx, isl_pw_aff_as_aff(value.copy()));
  auto count = [&](isl_dim_type type) {
    return int(isl_aff_dim(aff.get(), type));
  };
  auto coefficient = [&](isl_dim_type type, int at) {
    return isl_ext::managed(ctx,
                            isl_aff_get_coefficient_val(aff.get(), type, at));
  };
  for (isl_dim_type type : {isl_dim_param, isl_dim_div})
    for (int at = 0; at < count(type); ++at)
      if (!coefficient(type, at).is_zero())
        return std::nullopt;
  LinearForm result;
  for (int at = 0; at < count(isl_dim_in); ++at) {
    std::optional<int64_t> one = integerOf(coefficient(isl_dim_in, at));
    if (!one)
      return std::nullopt;
    result.coefficients.push_back(*one);
  }
  std::optional<int64_t> constant =
      integerOf(isl_ext::managed(ctx, isl_aff_get_constant_val(aff.get())));
  if (!constant)
    return std::nullopt;
  result.constant = *constant;
  return result;
}

std::optional<TileDirection> directionOf(NestModel &model,
                                         const isl::union_pw_aff &values) {
  TileDirection result;
  for (std::size_t unit = 0; unit < model.nest().units.size(); ++unit) {
    isl::space space = isl_ext::managed(
        values.ctx(), isl_set_get_space(model.runs(unit).get()));
    space = isl_ext::managed(values.ctx(), isl_space_from_domain(space.copy()));
    space = isl_ext::managed(values.ctx(),
                             isl_space_add_dims(space.copy(), isl_dim_out, 1));
    isl::pw_aff one = isl_ext::managed(
        values.ctx(),
        isl_union_pw_aff_extract_pw_aff(values.get(), space.copy()));
    std::optional<LinearForm> form = formOf(one);
    if (!form)
      return std::nullopt;
    result.forms.push_back(std::move(*form));
  }
  return result;
}

/// Nothing: isl finds none.
std::optional<isl::schedule> scheduleOf(const isl::union_set &runs,
                                        const isl::union_map &order) {
  // What runs before a sum or after it stays with it, though it might all run
  // before or after all of them.
  isl_ctx *ctx = runs.ctx().get();
  isl_options_set_schedule_whole_component(ctx, 1);
  // Directions of tiles are near: without a limit isl may look for minutes,
  // which no count of its operations ends.
  constexpr int most = 20;
  isl_options_set_schedule_max_coefficient(ctx, most);
  isl_options_set_schedule_max_constant_term(ctx, most);
  try {
    return isl::schedule_constraints::on_domain(runs)
        .set_validity(order)
        .set_proximity(order)
        .compute_schedule();
  } catch (const isl::exception_quota &) {
    throw;
  } catch (const isl::exception &) { // "unable to carry dependences"
    return std::nullopt;
  }
}

} // namespace

std::vector<TileDirection> permutableBand(NestModel &model,
                                          const Dependences &dependences) {
  isl::ctx ctx = model.model().ctx();
  isl::union_set runs = isl::union_set(model.runs(0));
  for (std::size_t unit = 1; unit < model.nest().units.size(); ++unit)
    runs = runs.unite(isl::union_set(model.runs(unit)));
  isl::union_map order = allOf(ctx, dependences);
  std::optional<isl::schedule> schedule = scheduleOf(runs, order);
  if (!schedule)
    return {};
  isl::schedule_node top = schedule->root().child(0);
  if (!top.isa<isl::schedule_node_band>())
    return {};
  isl::schedule_node_band band = top.as<isl::schedule_node_band>();
  if (!band.permutable())
    return {};
  isl::multi_union_pw_aff all = band.partial_schedule();
  std::vector<TileDirection> result;
  for (unsigned at = 0; at < band.n_member(); ++at) {
    std::optional<TileDirection> one = directionOf(model, all.at(int(at)));
    if (!one)
      break;
    result.push_back(std::move(*one));
  }
  return result;
}

} // namespace hocket::transformation
