// SPDX-License-Identifier: Apache-2.0
//
// Which value of the user's program is which one of the new program. Both are
// told relative to the entry of the nest, by models of their own (AffineModel);
// what neither changes has one name for both here.
#pragma once

#include "support/Isl.h"
#include "symbolic/AffineModel.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::nestcheck {

class SameValues {
public:
  /// \param objects of the new program, as the user's (SameObjects.h). All
  /// outlive this.
  SameValues(polyhedral::AffineModel &before, polyhedral::AffineModel &after,
             const std::vector<ir::ObjectId> &objects)
      : before_(before), after_(after), objects_(objects) {}

  /// The set or map of the new model with its parameters called as in the
  /// user's; those that are none there get names of their own.
  isl::set asBefore(isl::set set);

  /// The user's value in terms of the new program. \param iterators of the
  /// user's loops around it, as the new program has them. Nothing if it cannot
  /// be said.
  std::optional<polyhedral::Polynomial>
  asAfter(const polyhedral::Polynomial &value,
          const std::map<ir::NodeId, polyhedral::Polynomial> &iterators);
  /// Both are known and always the same.
  bool areSame(const std::optional<polyhedral::Value> &before,
               const std::optional<polyhedral::Value> &after,
               const std::map<ir::NodeId, polyhedral::Polynomial> &iterators);

  /// Equal for bases that are the same; empty if that cannot be said.
  std::string nameBefore(const polyhedral::Base &base) {
    return nameOf({before_, false}, base).value_or("");
  }
  std::string nameAfter(const polyhedral::Base &base) {
    return nameOf({after_, true}, base).value_or("");
  }

private:
  /// One of the two programs.
  struct Side {
    polyhedral::AffineModel &model;
    bool isAfter;
  };
  std::optional<std::string> nameOf(const Side &side, ir::ObjectId object);
  std::optional<std::string> nameOf(const Side &side,
                                    const polyhedral::Symbol &symbol);
  std::optional<std::string> nameOf(const Side &side,
                                    const polyhedral::Base &base);
  std::optional<std::string> nameOf(const Side &side,
                                    const polyhedral::Value &value);
  std::optional<std::string> nameOf(const Side &side, ir::ExprId expr,
                                    ir::StmtId at);
  std::optional<polyhedral::SymbolId> symbolBefore(polyhedral::SymbolId after);
  std::optional<polyhedral::SymbolId> symbolAfter(polyhedral::SymbolId before);
  const std::map<std::string, polyhedral::SymbolId> &
  symbolsOf(const Side &side);

  polyhedral::AffineModel &before_;
  polyhedral::AffineModel &after_;
  const std::vector<ir::ObjectId> &objects_;
  /// Parameters by name, and how many symbols of the model were looked at.
  struct Known {
    std::map<std::string, polyhedral::SymbolId> symbols;
    polyhedral::SymbolId seen = 0;
  };
  Known known_[2];
};

} // namespace hocket::nestcheck
