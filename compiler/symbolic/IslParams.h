// SPDX-License-Identifier: Apache-2.0
//
// Limits on single parameters of isl sets, said directly: without an affine
// function for each and an intersection, which take ten times as long.
#pragma once

#include "support/Isl.h"

namespace hocket::isl_ext {

/// The set where `low` <= `param` <= `high`. The set names the parameter.
inline isl::set limited(const isl::set &set, const isl::id &param,
                        const isl::val &low, const isl::val &high) {
  auto at = static_cast<unsigned>(
      isl_set_find_dim_by_id(set.get(), isl_dim_param, param.get()));
  isl::set above =
      managed(set.ctx(), isl_set_lower_bound_val(set.copy(), isl_dim_param, at,
                                                 low.copy()));
  return managed(set.ctx(), isl_set_upper_bound_val(above.copy(), isl_dim_param,
                                                    at, high.copy()));
}

} // namespace hocket::isl_ext
