// SPDX-License-Identifier: Apache-2.0
//
// The one include of isl: its C++ values, and some things they lack. Only
// the polyhedral stages include this. isl errors are exceptions; all but the
// quota are bugs of ours and travel up to the driver.
#pragma once

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/ast_type.h>
#include <isl/constraint.h>
#include <isl/cpp.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hocket {

/// Owns an isl context. Declare it before every isl value in its owner, so that
/// it dies last. A context may be used by one thread only.
class IslContext {
public:
  IslContext() : ctx_(isl_ctx_alloc(), isl_ctx_free) {
    isl_options_set_on_error(ctx_.get(), ISL_ON_ERROR_CONTINUE);
  }
  isl::ctx get() const { return isl::ctx(ctx_.get()); }
  operator isl::ctx() const { return get(); }

private:
  std::unique_ptr<isl_ctx, void (*)(isl_ctx *)> ctx_;
};

/// Runs fn with at most maxOps isl operations (0: no limit). Empty result: gave
/// up, stay conservative. Must not be nested.
template <typename Fn>
auto withIslBudget(isl::ctx ctx, unsigned long maxOps, Fn fn)
    -> std::optional<decltype(fn())> {
  assert(isl_ctx_get_max_operations(ctx.get()) == 0 && "budgets do not nest");
  isl_ctx_reset_operations(ctx.get());
  isl_ctx_set_max_operations(ctx.get(), maxOps);
  struct Restore {
    isl_ctx *ctx;
    ~Restore() { isl_ctx_set_max_operations(ctx, 0); }
  } restore{ctx.get()};
  try {
    return fn();
  } catch (const isl::exception_quota &) {
    return std::nullopt;
  }
}

/// C functions that the C++ bindings lack.
namespace isl_ext {

/// What a C function returned, as a value. Nothing means an error, which may be
/// that the budget is spent; isl::manage would call all of them a bug.
template <typename Pointer> auto managed(isl::ctx ctx, Pointer *result) {
  if (!result)
    isl::exception::throw_last_error(ctx);
  return isl::manage(result);
}

/// An identifier with exactly this name (isl::id's own constructor parses it).
inline isl::id named(isl::ctx ctx, const std::string &name) {
  return managed(ctx, isl_id_alloc(ctx.get(), name.c_str(), nullptr));
}

/// What isl's notation says, as a map or a union of maps. No budget counts it:
/// isl would take a text that it may not read to its end for a wrong one.
template <typename Map>
inline Map parsed(isl::ctx ctx, const std::string &text) {
  struct Unlimited {
    explicit Unlimited(isl_ctx *ctx)
        : ctx(ctx), most(isl_ctx_get_max_operations(ctx)) {
      isl_ctx_set_max_operations(ctx, 0);
    }
    ~Unlimited() { isl_ctx_set_max_operations(ctx, most); }
    isl_ctx *ctx;
    unsigned long most;
  } unlimited{ctx.get()};
  return Map(ctx, text);
}

inline isl::map parsedMap(isl::ctx ctx, const std::string &text) {
  return parsed<isl::map>(ctx, text);
}

/// 2 to the power of `exponent`.
inline isl::val powerOfTwo(isl::ctx ctx, unsigned exponent) {
  isl::val e(ctx, static_cast<long>(exponent));
  return managed(ctx, isl_val_2exp(e.copy()));
}

/// constant + sum of coefficient * parameter, on the space of parameters.
inline isl::aff
affineOfParams(isl::ctx ctx, const isl::val &constant,
               const std::vector<std::pair<std::string, isl::val>> &terms) {
  isl::space space = isl::space::unit(ctx);
  for (const auto &[name, coefficient] : terms)
    space = managed(
        ctx, isl_space_add_param_id(space.copy(), named(ctx, name).release()));
  isl::aff aff = isl::aff::zero_on_domain(space).add_constant(constant);
  for (const auto &[name, coefficient] : terms) {
    int pos =
        isl_space_find_dim_by_name(space.get(), isl_dim_param, name.c_str());
    aff = managed(ctx, isl_aff_set_coefficient_val(aff.copy(), isl_dim_param,
                                                   pos, coefficient.copy()));
  }
  return aff;
}

inline bool hasParam(const isl::set &set, const isl::id &id) {
  return isl_set_find_dim_by_id(set.get(), isl_dim_param, id.get()) >= 0;
}

/// The intersection. Where both are convex nobody asks whether it is empty, as
/// isl::set::intersect does: cheaper where more is to be intersected yet.
inline isl::set conjunction(const isl::set &a, const isl::set &b) {
  auto isConvex = [](const isl::set &set) {
    return isl_set_n_basic_set(set.get()) == 1;
  };
  if (!isConvex(a) || !isConvex(b))
    return a.intersect(b);
  isl::ctx ctx = a.ctx();
  auto convexOf = [&](const isl::set &set) {
    isl_basic_set_list *list = isl_set_get_basic_set_list(set.get());
    isl_basic_set *only = isl_basic_set_list_get_at(list, 0);
    isl_basic_set_list_free(list);
    return only;
  };
  isl_basic_set *one =
      isl_basic_set_align_params(convexOf(a), isl_set_get_space(b.get()));
  isl_basic_set *other =
      isl_basic_set_align_params(convexOf(b), isl_basic_set_get_space(one));
  return managed(ctx,
                 isl_set_from_basic_set(isl_basic_set_intersect(one, other)));
}

/// Nothing needs to be worked out to see that the set is empty; false tells
/// nothing.
inline bool isPlainlyEmpty(const isl::set &set) {
  isl_bool result = isl_set_plain_is_empty(set.get());
  if (result == isl_bool_error)
    isl::exception::throw_last_error(set.ctx());
  return result == isl_bool_true;
}

/// True if the sets are said alike, and so are equal; false tells nothing.
inline bool isSaidAlike(const isl::set &a, const isl::set &b) {
  isl_bool result = isl_set_plain_is_equal(a.get(), b.get());
  if (result == isl_bool_error)
    isl::exception::throw_last_error(a.ctx());
  return result == isl_bool_true;
}

/// The set with its parameter `from`, if it has it, called `to`.
inline isl::set renameParam(const isl::set &set, const isl::id &from,
                            const isl::id &to) {
  int pos = isl_set_find_dim_by_id(set.get(), isl_dim_param, from.get());
  if (pos < 0)
    return set;
  return managed(set.ctx(),
                 isl_set_set_dim_id(set.copy(), isl_dim_param, pos, to.copy()));
}

/// Projects out every parameter whose name ends in `suffix`.
inline isl::set projectOutSuffix(isl::set set, const std::string &suffix) {
  int count = isl_set_dim(set.get(), isl_dim_param);
  for (int i = count - 1; i >= 0; --i) {
    std::string name = isl_set_get_dim_name(set.get(), isl_dim_param, i);
    if (name.ends_with(suffix))
      set = managed(set.ctx(),
                    isl_set_project_out(set.copy(), isl_dim_param, i, 1));
  }
  return set;
}

inline std::vector<std::string> paramsOf(const isl::set &set) {
  std::vector<std::string> names;
  for (int i = 0; i < isl_set_dim(set.get(), isl_dim_param); ++i)
    names.emplace_back(isl_set_get_dim_name(set.get(), isl_dim_param, i));
  return names;
}

/// Those of which the set says something.
inline std::vector<std::string> involvedParamsOf(const isl::set &set) {
  std::vector<std::string> names = paramsOf(set);
  std::erase_if(names, [&](const std::string &name) {
    int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
    return isl_set_involves_dims(set.get(), isl_dim_param,
                                 static_cast<unsigned>(at),
                                 1) == isl_bool_false;
  });
  return names;
}

/// The set without its parameter, if it has it.
inline isl::set projectOut(const isl::set &set, const std::string &param) {
  int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, param.c_str());
  if (at < 0)
    return set;
  return managed(set.ctx(), isl_set_project_out(set.copy(), isl_dim_param,
                                                static_cast<unsigned>(at), 1));
}

/// constant + sum of coefficient * parameter >= 0
struct Constraint {
  std::vector<std::pair<std::string, int64_t>> terms;
  int64_t constant = 0;
};

/// Some that hold in all of the parameter set; an equality is two.
inline std::vector<Constraint> hullConstraints(const isl::set &set) {
  isl::basic_set hull =
      managed(set.ctx(), isl_set_simple_hull(isl_set_remove_divs(set.copy())));
  std::vector<Constraint> result;
  std::unique_ptr<isl_constraint_list,
                  isl_constraint_list *(*)(isl_constraint_list *)>
      list(isl_basic_set_get_constraint_list(hull.get()),
           isl_constraint_list_free);
  if (!list)
    isl::exception::throw_last_error(set.ctx());
  for (int i = 0; i < isl_constraint_list_n_constraint(list.get()); ++i) {
    std::unique_ptr<isl_constraint, isl_constraint *(*)(isl_constraint *)> one(
        isl_constraint_list_get_at(list.get(), i), isl_constraint_free);
    if (!one)
      isl::exception::throw_last_error(set.ctx());
    bool fits = true;
    auto numberOf = [&](isl_val *value) {
      isl::val number = managed(set.ctx(), value);
      bool isSmall = isl_val_is_int(number.get()) == isl_bool_true &&
                     isl_val_n_abs_num_chunks(number.get(), 4) <= 1;
      fits &= isSmall;
      return isSmall ? int64_t(isl_val_get_num_si(number.get())) : 0;
    };
    Constraint constraint;
    constraint.constant = numberOf(isl_constraint_get_constant_val(one.get()));
    std::vector<std::string> names = paramsOf(isl::set(hull));
    for (std::size_t p = 0; p < names.size(); ++p) {
      int64_t coefficient = numberOf(isl_constraint_get_coefficient_val(
          one.get(), isl_dim_param, static_cast<int>(p)));
      if (coefficient != 0)
        constraint.terms.emplace_back(names[p], coefficient);
    }
    if (!fits)
      continue;
    result.push_back(constraint);
    if (isl_constraint_is_equality(one.get()) == isl_bool_true) {
      constraint.constant = -constraint.constant;
      for (auto &[name, coefficient] : constraint.terms)
        coefficient = -coefficient;
      result.push_back(std::move(constraint));
    }
  }
  return result;
}

/// Least and greatest value of `function` on the parameter set, if both exist
/// and fit. The empty set has range 0 to -1.
inline std::optional<std::pair<int64_t, int64_t>>
rangeOf(const isl::set &set, const isl::pw_aff &function) {
  isl::ctx ctx = set.ctx();
  isl::id id = named(ctx, "hk_range");
  isl::pw_aff self = isl::set::universe(isl::space::unit(set.ctx()))
                         .param_pw_aff_on_domain(id);
  isl::set graph = set.intersect(self.eq_set(function));
  if (graph.is_empty())
    return std::pair<int64_t, int64_t>(0, -1);
  int count = isl_set_dim(graph.get(), isl_dim_param);
  for (int i = count - 1; i >= 0; --i)
    if (std::string(isl_set_get_dim_name(graph.get(), isl_dim_param, i)) !=
        "hk_range")
      graph =
          managed(ctx, isl_set_project_out(graph.copy(), isl_dim_param, i, 1));
  graph = managed(ctx, isl_set_from_params(graph.copy()));
  graph = managed(ctx, isl_set_move_dims(graph.copy(), isl_dim_set, 0,
                                         isl_dim_param, 0, 1));
  isl::val low = managed(ctx, isl_set_dim_min_val(graph.copy(), 0));
  isl::val high = managed(ctx, isl_set_dim_max_val(graph.copy(), 0));
  if (!isl_val_is_int(low.get()) || !isl_val_is_int(high.get()) ||
      isl_val_n_abs_num_chunks(low.get(), 4) > 1 ||
      isl_val_n_abs_num_chunks(high.get(), 4) > 1)
    return std::nullopt;
  return std::pair<int64_t, int64_t>(isl_val_get_num_si(low.get()),
                                     isl_val_get_num_si(high.get()));
}

} // namespace isl_ext

} // namespace hocket
