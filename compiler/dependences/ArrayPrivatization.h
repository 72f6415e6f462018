// SPDX-License-Identifier: Apache-2.0
//
// May each iteration of a loop have its own copy of an array or structure?
//
// Array dataflow within one iteration (Feautrier 1991; Tu and Padua 1993): the
// bytes that an iteration reads, less those that it surely wrote before. If
// nothing is left, no value comes from outside the iteration. What is left may
// be so little that the entry can tell that it is nothing: a read that stays
// within what was written, `row[index[k]]` behind a loop that fills the row.
#pragma once

#include "dependences/Overlap.h"
#include "symbolic/Accesses.h"
#include "symbolic/Blocks.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::polyhedral {

/// The model's root itself names `object`, or its address, wherever the pointer
/// comes from, and so can name a copy. What was stored in another variable
/// before, `int *v = w;`, leads to the original: that is not given by name.
bool isGivenByName(const AffineModel &model, ir::ExprId pointer,
                   ir::ObjectId object);

/// The same, or it is loaded from where such a pointer leads to.
bool isGivenThrough(const AffineModel &model, ir::ExprId pointer,
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
  /// \param extent its bytes from the base on, as a value on entry; nothing:
  /// not known
  ArrayPrivatization(AffineModel &model, ir::NodeId loop,
                     const std::vector<MemoryAccess> &accesses,
                     const std::optional<Polynomial> &extent);

  /// An iteration may read what it has not written.
  /// \param needed gets what must hold for that not to be so, where that can
  /// help; null: nothing can be tested.
  bool isExposed(std::vector<WithinExtent> *needed = nullptr);
  /// Each iteration surely writes all that any iteration may write.
  bool writesSameEachIteration();

private:
  /// Bytes from an address on.
  struct Bytes {
    MemoryAccess access;
    std::optional<BlockLength> block; ///< else the item says how many
    /// Without an address: somewhere in these bytes of the object, [first, end)
    std::optional<std::pair<int64_t, int64_t>> within;
  };

  void add(const std::vector<MemoryAccess> &accesses);
  isl::set bytes(const Bytes &range, const std::string &suffix) const;
  isl::set instances(const Bytes &range, const std::string &suffix);
  bool isCertain(const Bytes &range) const;
  bool isSure(const Bytes &range);
  bool isSureBelow(const Bytes &range, ir::NodeId above);
  std::optional<isl::set> coveredBy(std::size_t write,
                                    const MemoryAccess &read);
  struct Exposed {
    isl::set left, covered;
  };
  Exposed exposedUnits(std::size_t read);
  Polynomial inUnits(const Polynomial &bytes) const;
  std::optional<WithinExtent> withinCovered(const Bytes &read,
                                            const isl::set &covered,
                                            const isl::set &left);

  AffineModel &model_;
  ir::NodeId loop_;
  std::vector<Bytes> accesses_;
  std::map<std::size_t, isl::set> instances_; ///< of writes, by position
  int64_t unit_ = 1;                 ///< bytes that are always touched together
  bool isKnown_ = true;              ///< all addresses are linear
  std::optional<Polynomial> extent_; ///< of the array, in bytes
};

} // namespace hocket::polyhedral
