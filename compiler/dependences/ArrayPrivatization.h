// SPDX-License-Identifier: Apache-2.0
//
// May each iteration of a loop have its own copy of an array or structure?
//
// Array dataflow within one iteration (Feautrier 1991; Tu and Padua 1993): the
// bytes that an iteration reads, less those that it surely wrote before. If
// nothing is left, no value comes from outside the iteration.
#pragma once

#include "symbolic/Accesses.h"

#include <vector>

namespace hocket::polyhedral {

/// The model's root itself names `object`, or its address, wherever the pointer
/// comes from, and so can name a copy. What was stored in another variable
/// before, `int *v = w;`, leads to the original: that is not given by name.
bool isGivenByName(const AffineModel &model, ir::ExprId pointer,
                   ir::ObjectId object);

/// The item names the variable `object` itself and may touch nothing else; in a
/// called function, an argument that names it leads there.
bool isAccessThrough(AffineModel &model, const analysis::EffectItem &item,
                     ir::StmtId stmt, ir::ObjectId object);

class ArrayPrivatization {
public:
  /// All accesses to the object pass isAccessThrough. The model's root is
  /// `loop`, or a Block: then there is one iteration.
  ArrayPrivatization(AffineModel &model, ir::NodeId loop, ir::ObjectId object);

  /// \param accesses all in the loop to one piece of memory, with one base.
  ArrayPrivatization(AffineModel &model, ir::NodeId loop,
                     const std::vector<MemoryAccess> &accesses);

  /// An iteration may read what it has not written.
  bool isExposed();
  /// Each iteration surely writes all that any iteration may write.
  bool writesSameEachIteration();

private:
  void add(const std::vector<MemoryAccess> &accesses);
  isl::set bytes(const MemoryAccess &access, const std::string &suffix) const;
  isl::set instances(const MemoryAccess &access, const std::string &suffix);
  bool isSure(const MemoryAccess &write);
  isl::set sameIteration();
  isl::set before(const MemoryAccess &write, const MemoryAccess &read);
  isl::set coveredBefore(const MemoryAccess &read);

  AffineModel &model_;
  ir::NodeId loop_;
  std::vector<MemoryAccess> accesses_;
  int64_t unit_ = 1;    ///< bytes that are always touched together
  bool isKnown_ = true; ///< all addresses are linear
};

} // namespace hocket::polyhedral
