// SPDX-License-Identifier: Apache-2.0
//
// C text for what a nest's bounds and addresses are computed from, as it is on
// entry: variables by their names, members by locals that are loaded before.
//
// What the nest reads only inside of loops must not be read where these have no
// iteration: a load stands behind tests that the loops around it run.
#pragma once

#include "transformation/text/LoadSources.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket::transformation {

/// A name that nothing else in the unit has.
using FreshName = std::function<std::string(const std::string &like)>;

class EntryText {
public:
  EntryText(NestModel &model, const FreshName &freshName);

  /// The value of one of isl's parameters, in 64 bits; nothing if C cannot say
  /// it.
  std::optional<std::string> param(const std::string &name);
  /// Likewise of a parameter of the model.
  std::optional<std::string> symbol(polyhedral::SymbolId id);
  /// The pointer that addresses with this base are relative to.
  std::optional<std::string> pointer(const polyhedral::Base &base);

  /// Of a parameter that is a variable: its name, if its type is (un)signed; or
  /// nothing.
  std::string signedVariable(const std::string &param) const;
  std::string unsignedVariable(const std::string &text) const;

  /// That all numbers that may be too large for 64 bits with a sign are not:
  /// variables, and what is loaded. Empty: there are none.
  std::string namesAreSmall() const;
  std::string loadsAreSmall() const;

  /// An integer that is loaded on entry, to a variable of its own type.
  struct Loaded {
    std::string name, type;
    ir::ExprId address = ir::ExprId::None; ///< where `at` loads it from
    ir::StmtId at = ir::StmtId::None;
  };
  const std::vector<Loaded> &integers() const { return integers_; }
  /// How a pointer is declared like one that was loaded; empty: it cannot be.
  std::string typeOfPointer(const polyhedral::Base &base) const;

  /// All of these parameters have a text.
  bool canSay(const std::vector<std::string> &params);

  /// Begins what runs with all that was asked for. \returns nothing if it
  /// cannot be told on entry whether the loops around a load run.
  std::optional<std::string> open();
  std::string close() const { return std::string(blocks_, '}') + "\n"; }
  /// What was opened may not be entered.
  bool isConditional() const { return blocks_ > 0; }

private:
  struct Load {
    std::string name, declaration;
    std::size_t level = 0; ///< loops that have to run for it to happen
    std::vector<ir::NodeId> loops;
  };

  bool mayBeHuge(polyhedral::SymbolId id) const;
  std::optional<std::string> load(const std::string &key, ir::ExprId expr,
                                  ir::StmtId at, bool isPointer);
  std::optional<SourcePointer> sourcePointer(const polyhedral::Base &base);

  NestModel &model_;
  polyhedral::AffineModel &values_;
  const ir::Program &program_;
  const FreshName &freshName_;
  std::map<std::string, std::string> locals_; ///< by what they hold
  std::vector<Load> loads_;
  std::vector<Loaded> integers_;
  std::map<std::string, std::string> pointers_; ///< types, by keys of bases
  std::map<std::string, std::string> unsigned_; ///< variables, by text
  std::set<std::string> wideNames_, wideLoads_; ///< that may be too large
  std::size_t blocks_ = 0;
};

/// The condition on parameters, of each of which the entry has a text.
std::string conditionText(EntryText &entry, const isl::set &holds);

/// The polynomial over parameters alone, computed in 64 bits.
std::optional<std::string> polynomialText(EntryText &entry,
                                          const polyhedral::Polynomial &value);

} // namespace hocket::transformation
