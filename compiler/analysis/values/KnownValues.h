// SPDX-License-Identifier: Apache-2.0
//
// Integer variables that have one value in every run: `int n = N;`, and the
// parameters of static functions that all callers pass the same constant for.
#pragma once

#include "ir/CallInstance.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace hocket::analysis {

class KnownValues {
public:
  /// \param program has to outlive this.
  explicit KnownValues(const ir::Program &program);

  /// Of an integer that is a local or a parameter; nothing: not known, or
  /// not the same in every run.
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
  std::vector<std::vector<ir::CallPoint>> calls_; ///< by FunctionId
  std::set<std::string_view> namedUnread_; ///< in text that is not understood
  std::set<ir::UnitId> unread_;            ///< with functions that are not
};

} // namespace hocket::analysis
