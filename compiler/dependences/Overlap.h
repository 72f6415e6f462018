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
#include "dependences/WithinExtent.h"
#include "symbolic/Accesses.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

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
  /// Their coefficients may be the strides of an array: `overlappingDigits` may
  /// know more.
  bool mayBeDigits(const MemoryAccess &a, const MemoryAccess &b) const;
  /// The same of linear addresses, their coefficients taken for the strides of
  /// an array (ConstantStrides.h); nothing where they are not.
  std::optional<isl::set> overlappingDigits(const MemoryAccess &a,
                                            const MemoryAccess &b,
                                            std::vector<WithinExtent> &needed);
  /// Some pair was not known for want of what `needed` would have had.
  bool wasUnproved() const { return wasUnproved_; }

private:
  /// Subscripts, outermost first; the last one in bytes.
  struct Subscripts {
    std::vector<Polynomial> at;
    Limits limits;
  };
  const std::optional<Subscripts> &digits(const MemoryAccess &access,
                                          const std::vector<int64_t> &strides);
  isl::set given(const MemoryAccess &access) const;
  isl::set runsOf(const MemoryAccess &access) const;
  const isl::set &given(const MemoryAccess &access, const char *suffix);
  std::optional<isl::set> overlappingOffsets(const MemoryAccess &a,
                                             const MemoryAccess &b,
                                             std::vector<WithinExtent> *needed);
  void decideStrides(Strides &strides);
  const std::optional<Subscripts> &subscripts(const MemoryAccess &access);
  std::optional<Subscripts> makeSubscripts(const Strides &strides,
                                           const MemoryAccess &access);

  AffineModel &model_;
  std::set<std::string> *assumedRows_;
  bool wasUnproved_ = false;
  std::map<std::string, Strides> strides_; ///< by familyOf(root)
  std::map<const analysis::EffectItem *, std::optional<Subscripts>> memo_;
  std::map<std::pair<const analysis::EffectItem *, std::vector<int64_t>>,
           std::optional<Subscripts>>
      digits_; ///< by the strides, too
  /// By the suffix of the instance, too.
  std::map<std::pair<const analysis::EffectItem *, char>, isl::set> given_;
};

} // namespace hocket::polyhedral
