// SPDX-License-Identifier: Apache-2.0
//
// When do two accesses with the same base fall on common bytes.
//
// Linear addresses are compared as bytes: [a, a + sizeA) meets [b, b + sizeB).
// Linearized subscripts with parametric strides (a[i * n + j]) are first taken
// apart into subscripts, after Grosser et al., "Optimistic delinearization of
// parametrically sized arrays" (ICS 2015), but not optimistically: each inner
// subscript must provably stay within its extent, else nothing is claimed.
#pragma once

#include "dependences/Strides.h"
#include "symbolic/Accesses.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// 0 <= subscript and subscript + size <= extent, wherever it is computed.
struct WithinExtent {
  Polynomial subscript;
  int64_t size = 1;
  Polynomial extent;
};

/// As text, which each model of the same root says alike.
std::string keyOf(const SymbolTable &symbols, const WithinExtent &one);

class Overlap {
public:
  /// \param accesses all that the model's root does: they decide the strides.
  /// \param assumedRows what Rows may assume.
  Overlap(AffineModel &model, const std::vector<MemoryAccess> &accesses,
          std::set<std::string> *assumedRows = nullptr);

  /// The two can be asked about: their bases are the same, or rows of which no
  /// two cells hold the same (Rows.h).
  bool areComparable(const MemoryAccess &a, const MemoryAccess &b) const;
  /// { : first instance of `a` and second of `b` meet }, or nothing where that
  /// is not known. Both are comparable.
  /// \param needed where given, gets what is not proved and has to hold
  /// besides.
  std::optional<isl::set>
  overlapping(const MemoryAccess &a, const MemoryAccess &b,
              std::vector<WithinExtent> *needed = nullptr);

private:
  /// Subscripts, outermost first; the last one in bytes.
  struct Subscripts {
    std::vector<Polynomial> at;
    std::vector<WithinExtent> unproved;
    /// Of their limits, those that the access may be beyond.
    unsigned open = 0;
  };
  isl::set given(const MemoryAccess &access) const;
  std::optional<isl::set> overlappingOffsets(const MemoryAccess &a,
                                             const MemoryAccess &b,
                                             std::vector<WithinExtent> *needed);
  void decideStrides(Strides &strides);
  const std::optional<Subscripts> &subscripts(const MemoryAccess &access);
  std::optional<Subscripts> makeSubscripts(const Strides &strides,
                                           const MemoryAccess &access);
  isl::set bytesOverlap(const Polynomial &a, uint32_t sizeA,
                        const Polynomial &b, uint32_t sizeB) const;

  AffineModel &model_;
  std::set<std::string> *assumedRows_;
  std::map<std::string, Strides> strides_; ///< by familyOf(root)
  std::map<const analysis::EffectItem *, std::optional<Subscripts>> memo_;
};

} // namespace hocket::polyhedral
