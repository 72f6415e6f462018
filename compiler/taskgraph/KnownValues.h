// SPDX-License-Identifier: Apache-2.0
//
// Integer variables that have one value in every run: `int n = N;`, and the
// parameters of static functions that all callers pass the same constant for.
//
// A compiler finds these where it writes a function into its only caller. A
// task is called through a pointer and gets its variables from memory, so it
// has to be told: a stride of n elements is then no multiplication, a loop of
// `order` steps no loop.
//
// Values that a compiler knows it may compute with beforehand, without fusing,
// and with mathematics functions that round correctly. So what computes in
// floating point is told only if nothing is fused and nothing called
// (docs/rationale/same-bits.md).
#pragma once

#include "taskgraph/Region.h"
#include "taskgraph/RegionFacts.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace hocket::taskgraph {

class KnownValues {
public:
  explicit KnownValues(const ir::Program &program);

  std::optional<int64_t> of(ir::ObjectId object) const;

private:
  void noteUnread(const ir::TextRange &text);
  std::optional<int64_t> value(ir::ExprId expr, unsigned depth) const;
  std::optional<int64_t> initial(ir::ObjectId object, unsigned depth) const;
  std::optional<int64_t> passed(ir::ObjectId param, unsigned depth) const;
  std::optional<int64_t> of(ir::ObjectId object, unsigned depth) const;

  const ir::Program &program_;
  /// By variable: what is stored there, in declarations and otherwise.
  std::map<ir::ObjectId, std::vector<ir::ExprId>> initials_, others_;
  std::map<ir::FunctionId, std::vector<const ir::CallSite *>> calls_;
  std::set<std::string_view> namedUnread_; ///< in text that is not understood
  std::set<ir::UnitId> unread_;            ///< with functions that are not
};

/// Fills Leaf::known.
/// \param mayFuse products and sums may be fused
void chooseKnown(const RegionFacts &facts, const KnownValues &values,
                 bool mayFuse, Region &region);

} // namespace hocket::taskgraph
