// SPDX-License-Identifier: Apache-2.0
//
// Partners: `i ^ d`, where d is the same in all iterations.
//
// In sorting networks, butterflies and hypercubes iteration i works on elements
// i and i ^ d. No affine function says where that is, but two facts do: the
// operation takes different numbers to different ones, and taken twice it leads
// back. So x = i ^ d and y = j ^ d are equal where i and j are, and x = j where
// y = i. With a guard such as `i ^ d > i`, two iterations that pass it have no
// element in common.
#pragma once

#include "symbolic/SymbolTable.h"

namespace hocket::polyhedral {

class Exchanges {
public:
  explicit Exchanges(SymbolTable &symbols) : symbols_(symbols) {}

  /// The partner `from ^ mask`, of which `from` varies and `mask` does not;
  /// nothing if there are too many. \param key the type it is computed in.
  std::optional<Polynomial> partner(const std::string &key,
                                    const Polynomial &from,
                                    const Polynomial &mask);
  /// Some partner is named: then the set has more than what happens, as it
  /// takes any.
  bool names(const isl::set &set) const;
  /// { : what holds of the partners of instances '1 and '2, of those that `set`
  /// names }.
  isl::set facts(const isl::set &set) const;
  /// { : those of instance '1 that `set` names are those of '2 }.
  isl::set same(const isl::set &set) const;

private:
  /// self = from ^ mask.
  struct Exchange {
    SymbolId self = 0;
    std::string key; ///< the type it is computed in
    Polynomial from, mask;
  };

  SymbolTable &symbols_;
  std::vector<Exchange> all_;
};

} // namespace hocket::polyhedral
