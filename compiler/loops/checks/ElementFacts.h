// SPDX-License-Identifier: Apache-2.0
//
// Index arrays whose contents are not known when compiling, but can be looked
// at on entry: do two iterations conflict if an index array holds no value
// twice, or never falls?
//
// In a conflict set each element read is an unknown of its own
// (Symbol::Element). What is true of the array ties unknowns to their
// addresses: equal addresses, equal values; and the other way round if no value
// stands there twice; and addresses in order, values in order if it never
// falls.
#pragma once

#include "loops/checks/AliasChecks.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::polyhedral {

class ElementFacts {
public:
  explicit ElementFacts(AffineModel &model) : model_(model) {}

  /// The set names elements of index arrays.
  bool concerns(const isl::set &conflict) const;

  /// What makes the conflict, between the instances '1 and '2, impossible when
  /// it holds on entry; nothing if no test does.
  std::optional<std::vector<EntryCondition>> refute(const isl::set &conflict);

private:
  struct Unknown {
    SymbolId symbol;
    const char *suffix;
  };
  /// All elements of one array in the conflict.
  struct Array {
    std::vector<Unknown> unknowns;
    std::vector<SymbolId> symbols;
  };
  enum class Fact { Same, Monotonic, Injective };

  std::map<std::string, Array> arraysIn(const isl::set &conflict) const;
  isl::set tie(const Array &array, Fact fact) const;
  isl::set tie(const Unknown &a, const Unknown &b, Fact fact) const;

  AffineModel &model_;
};

} // namespace hocket::polyhedral
