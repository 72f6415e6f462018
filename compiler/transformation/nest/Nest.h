// SPDX-License-Identifier: Apache-2.0
//
// A loop nest, as plain data: its units, the loops around each, and the order
// in which they run.
//
// A *unit* is a run of statements that stay together: what stands between the
// loops of the nest. A branch without else, around all that an iteration does,
// may be a *guard*: what it holds is a unit that runs less often. An *order* is
// a tree of sequences and loops with units at its leaves; the user's order is
// one, and another is a candidate. A loop may be cut into pieces: the outer
// half counts the pieces, the inner one the iterations of a piece. Pieces of a
// few iterations innermost in all other loops are *jams*: compilers unroll them
// (Allen and Cocke 1971, unroll-and-jam).
#pragma once

#include "ir/Program.h"
#include "support/Policy.h"
#include "transformation/nest/Tiles.h"
#include "transformation/pins/Pins.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hocket::transformation {

struct Unit {
  std::vector<ir::NodeId> nodes; ///< in a row
  std::vector<ir::NodeId> loops; ///< of the nest, around it, outermost first
  /// Declarations before it that it needs and computes for itself, in front of
  /// its nodes (Repeatable.h).
  std::vector<ir::NodeId> repeated = {};
};

struct Order {
  enum class Kind : uint8_t {
    Sequence, ///< of `children`
    Whole,    ///< a loop as the user has it, around its one child
    Pieces,   ///< counts pieces of the loop
    Piece,    ///< the iterations of one piece
    Unit,
    Tiles, ///< the nest's one child, cut into `tiles`; at the root alone
  };
  Kind kind = Kind::Sequence;
  ir::NodeId loop = ir::NodeId::None; ///< Whole, Pieces, Piece
  std::size_t unit = 0;               ///< Unit: position in Nest::units
  /// Pieces, Piece: a piece has the iterations with one quotient by it...
  int64_t size = 0;
  std::vector<Order> children;
  std::optional<transformation::Tiles> tiles = {};
  /// ... of their distance from this one, less than `size` and not negative.
  int64_t offset = 0;

  bool isLoop() const {
    return kind == Kind::Whole || kind == Kind::Pieces || kind == Kind::Piece;
  }
  /// Pieces of a loop that is jammed have a second child: the loop as it was,
  /// for the iterations that are left. `unit` is one that it was jammed for.
  bool hasRest() const { return kind == Kind::Pieces && children.size() == 2; }
  /// The few iterations that run side by side.
  bool isJam() const {
    return kind == Kind::Piece && size <= policy.transform.jam;
  }
  bool operator==(const Order &) const = default;
};

/// A scalar variable of which each iteration of a loop has a value of its own:
/// nothing of it is read before it is written there, or afterwards.
struct OwnScalar {
  ir::ObjectId object = ir::ObjectId::None;
  ir::NodeId loop = ir::NodeId::None;
  std::vector<std::size_t> units; ///< that touch it, in order; two or more
  bool isPointer = false;
};

/// A scalar whose last value in each iteration of a loop is stored in memory
/// that nothing else touches in that iteration: it may be there all the time.
struct InPlaceScalar {
  ir::ObjectId object = ir::ObjectId::None;
  ir::NodeId loop = ir::NodeId::None;
  ir::StmtId store = ir::StmtId::None;
  std::vector<std::size_t> units; ///< that touch it, in order
};

/// Cells of memory that the nest reads and nothing in it writes, copied before
/// it into an order in which one of its loops walks along them.
struct Table {
  std::size_t unit = 0;          ///< that reads them
  std::vector<ir::NodeId> loops; ///< dimensions; the last one varies fastest
  std::string type;              ///< of an element
  /// What reads them, as the user wrote it: all at one address.
  struct Read {
    ir::StmtId stmt = ir::StmtId::None;
    ir::TextRange text;
  };
  std::vector<Read> reads;
};

struct Nest {
  ir::NodeId root = ir::NodeId::None;
  std::vector<ir::NodeId> loops; ///< of the nest, outer before inner
  std::vector<Unit> units;       ///< in order of text
  Order order;                   ///< the user's
  /// Branches whose conditions say which iterations units run in.
  std::vector<ir::NodeId> guards;
  std::vector<OwnScalar> scalars;
  /// Read and written in memory instead (order/InPlace.h); none at first.
  std::vector<InPlaceScalar> inPlace = {};
  /// Read instead of other memory (order/Tables.h); none at first.
  std::vector<Table> tables = {};
  /// Nonempty: floating-point values may come out otherwise in another order,
  /// though no sum is reordered; why, for people.
  std::string bitsChange;
  /// The same, unless its operations are pinned.
  bool needsPins = false;
  /// Variables that each run of a unit has for itself.
  std::vector<ir::ObjectId> ofUnits;
};

/// A loop that was moved inwards.
struct Sunk {
  ir::NodeId loop = ir::NodeId::None;
  std::size_t parts = 1;        ///< that it was divided over
  int64_t size = 1;             ///< iterations of a piece
  std::vector<ir::NodeId> into; ///< loops that it was moved into
  bool isOutermost = false;     ///< its pieces are around the nest

  bool isJam() const { return size <= policy.transform.jam; }
};

/// A scalar that gets an element for each iteration of a piece. Of several for
/// one scalar the first varies fastest in memory.
struct Expanded {
  std::size_t scalar = 0; ///< position in Nest::scalars
  ir::NodeId loop = ir::NodeId::None;
  int64_t size = 1; ///< iterations of a piece

  bool operator==(const Expanded &) const = default;
};

/// Another order, and what it takes.
struct Reordered {
  Order order;
  std::vector<Sunk> sunk;
  std::vector<Expanded> expanded;
  std::vector<Pin> pins = {};
  /// A loop around jams whose sums each keep their order; None: there is none.
  /// A compiler that made vectors of it would take their elements out again,
  /// one by one.
  ir::NodeId chain = ir::NodeId::None;
  /// Loops that have so many iterations at least, as far as the entry can tell.
  std::vector<std::pair<ir::NodeId, int64_t>> leastTrips = {};
};

} // namespace hocket::transformation
