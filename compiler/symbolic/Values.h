// SPDX-License-Identifier: Apache-2.0
//
// What a model of a part of the program says (AffineModel.h), as plain data:
// values, their unknowns, loops and domains.
#pragma once

#include "ir/Inductions.h"
#include "support/Isl.h"
#include "symbolic/Polynomial.h"

#include "analysis/Effects.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

struct Value;

/// What an address is relative to.
struct Base {
  enum class Kind : uint8_t {
    Object,     ///< the address of `object`
    Pointer,    ///< value on entry of the pointer variable `object`
    Loaded,     ///< a pointer in memory that the root does not change
    Row,        ///< the same, but which one depends on the iteration: `m[i]`
    Allocation, ///< what an allocating call inside the root returned: new each
                ///< time
  };
  Kind kind = Kind::Object;
  /// Equal keys are equal bases; of Rows, in the same iteration of all loops.
  std::string key;
  ir::ObjectId object = ir::ObjectId::None;
  ir::ExprId expr = ir::ExprId::None; ///< Loaded, Row: the Load
  ir::StmtId at = ir::StmtId::None;   ///< Loaded, Row, Allocation
  /// Loaded, Row: the address of the pointer in memory. No statement of the
  /// model's root changes what is there.
  std::shared_ptr<const Value> cell = nullptr;
  const analysis::EffectItem *load = nullptr; ///< the access to the cell
};

/// One unknown of the polynomials.
struct Symbol {
  enum class Kind : uint8_t {
    Parameter, ///< an integer with one value for the whole root
    Iterator,  ///< of the counted loop `loop`
    Derived,   ///< a function of other symbols, given by `definition`
    Element,   ///< what stands at `array` + `address`, which varies, in memory
               ///< that the root does not change: a function of the address
    Bounded,   ///< any number that `definition` allows, a new one each time
  };
  Kind kind = Kind::Parameter;
  std::string name;                   ///< of the isl parameter
  bool isVariant = false;             ///< differs between instances
  ir::NodeId loop = ir::NodeId::None; ///< Iterator
  ir::ExprId expr =
      ir::ExprId::None; ///< Parameter, Element: an expression with this value
  ir::StmtId at =
      ir::StmtId::None; ///< Parameter, Element: a statement that computes it
  uint8_t bits = 64;    ///< Parameter, Element, Bounded: its type
  bool isSigned = true; ///< Parameter, Element, Bounded, Iterator
  /// Parameter: the bytes from the first pointer to the second.
  std::optional<std::pair<Base, Base>> between;
  std::optional<isl::set>
      definition;            ///< Derived: { : name = function of others };
                             ///< Bounded, if there is one: { : bounds }
  std::optional<Base> array; ///< Element
  Polynomial address;        ///< Element: in bytes from `array`
};

/// `root` (if any) plus `polynomial`. With wrapBits w > 0 the true value is
/// only known to be congruent to this modulo 2^w.
struct Value {
  std::optional<Base> base;
  Polynomial polynomial;
  unsigned wrapBits = 0;
};

/// A place in the execution: what statement `stmt` of `node` sees, or (None)
/// just before `node`.
struct Point {
  ir::NodeId node = ir::NodeId::None;
  ir::StmtId stmt = ir::StmtId::None;
};

/// When a node runs, over the symbols. `exact`: for each point of `set` once,
/// all of it; else `set` is more than what happens. `exactStep`: what the
/// node's parent decides of that is exact; where all steps up to some node
/// above are, the node runs at each point of `set` at which that one runs.
struct Domain {
  isl::set set;
  bool exact = true;
  bool exactStep = true;
};

/// A counted loop whose iterator is understood.
struct LoopShape {
  SymbolId iterator = 0;
  int64_t step = 1;
  std::optional<Polynomial> lower, bound;
  ir::Compare compare = ir::Compare::Lt;
  std::optional<isl::set> constraints; ///< on the iterator, for one iteration
  bool exact = true;                   ///< `constraints` say all
  /// The iterator is not a variable's value but the number of the iteration,
  /// from 0 in steps of 1; `bound` is the trip count, ceil(way / stepSize).
  bool isNormalized = false;
  std::optional<Polynomial> way;
  int64_t stepSize = 1;
  std::optional<Polynomial>
      unknownStepSize;      ///< instead of `stepSize`; at least 1
  bool atLeastOnce = false; ///< a do loop
};

/// What a model describes.
struct ModelScope {
  ir::NodeId root = ir::NodeId::None;
  /// The root's own init statement belongs to it (regions); else a root loop is
  /// entered after its init (loop analysis).
  bool ownInit = false;
  /// Nonempty: of the root, a Block, only these children in a row.
  std::vector<ir::NodeId> children;
  bool strictAliasing = true;
  /// A load and a write with different bases may be taken to be apart; see
  /// AffineModel::assumptions.
  bool mayAssumeDisjoint = false;
  /// Where isl cannot prove that a value stays in its type, it is assumed; see
  /// AffineModel::rangeAssumptions.
  bool mayAssumeRanges = false;
  /// Pointers that were assigned before the root are told as what they were
  /// given (model/OutsideValues.h).
  bool followsPointers = false;
};

/// Of an integer, wherever the root computes it.
struct RangeAssumption {
  Polynomial polynomial;
  std::optional<int64_t> low, high;                        ///< inclusive
  int64_t divisor = 1;                                     ///< of every value
  std::string meaning;                                     ///< for people
  std::optional<Polynomial> unknownDivisor = std::nullopt; ///< of every value
};

/// A read and a write that were taken not to meet because their bases differ:
/// so the memory read keeps its value.
struct DisjointAssumption {
  Base read, write;
};

/// Suffixes of the two instances in conflict sets.
inline constexpr const char *kFirst = "'1";
inline constexpr const char *kSecond = "'2";

} // namespace hocket::polyhedral
