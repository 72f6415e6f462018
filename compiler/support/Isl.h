// SPDX-License-Identifier: Apache-2.0
//
// The one include of isl: its C++ values, and four things they lack. Only
// `polyhedral` includes this. isl errors are exceptions; all but the quota are
// bugs of ours and travel up to the driver.
#pragma once

#include <isl/cpp.h>
#include <isl/options.h>

#include <cassert>
#include <memory>
#include <optional>

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

} // namespace hocket
