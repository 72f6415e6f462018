// SPDX-License-Identifier: Apache-2.0
//
// The one include of isl: its C++ values, and four things they lack. Only
// `polyhedral` includes this. isl errors are exceptions; all but the quota are
// bugs of ours and travel up to the driver.
#pragma once

#include <isl/aff.h>
#include <isl/cpp.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/val.h>

#include <cassert>
#include <memory>
#include <optional>
#include <string>

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

/// 2 to the power of `exponent`.
inline isl::val powerOfTwo(isl::ctx ctx, unsigned exponent) {
  isl::val e(ctx, static_cast<long>(exponent));
  return isl::manage(isl_val_2exp(e.copy()));
}

/// The parameter `id` as a function on `domain`, which may lack it yet.
inline isl::aff paramOnSpace(const isl::space &domain, const isl::id &id) {
  return isl::manage(
      isl_aff_param_on_domain_space_id(domain.copy(), id.copy()));
}

inline bool hasParam(const isl::set &set, const isl::id &id) {
  return isl_set_find_dim_by_id(set.get(), isl_dim_param, id.get()) >= 0;
}

/// The set with its parameter `from`, if it has it, called `to`.
inline isl::set renameParam(const isl::set &set, const isl::id &from,
                            const isl::id &to) {
  int pos = isl_set_find_dim_by_id(set.get(), isl_dim_param, from.get());
  if (pos < 0)
    return set;
  return isl::manage(
      isl_set_set_dim_id(set.copy(), isl_dim_param, pos, to.copy()));
}

/// Projects out every parameter whose name ends in `suffix`.
inline isl::set projectOutSuffix(isl::set set, const std::string &suffix) {
  int count = isl_set_dim(set.get(), isl_dim_param);
  for (int i = count - 1; i >= 0; --i) {
    std::string name = isl_set_get_dim_name(set.get(), isl_dim_param, i);
    if (name.ends_with(suffix))
      set = isl::manage(isl_set_project_out(set.copy(), isl_dim_param, i, 1));
  }
  return set;
}

} // namespace isl_ext

} // namespace hocket
