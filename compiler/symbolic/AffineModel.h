// SPDX-License-Identifier: Apache-2.0
//
// The values and iteration domains of a part of the program, as isl sets.
//
// A model has a root: the loop that is judged, or the root of a region. Values
// are taken relative to one entry of the root: what the root does not change is
// a parameter, named after its value on entry; the iterators of counted loops
// from the root down are variables. Both, and products of parameters, and
// quotients and the like ("derived"), are *atoms*. An index expression is a
// polynomial over atoms (Poly.h); atoms are isl parameters by name, and every
// isl set here is a parameter set { : constraints }. A second instance of a
// statement is had by renaming the atoms that differ between instances
// (`instance`), so that no code ever counts dimensions.
//
// Scalars are followed to their one reaching definition within the root (def in
// an earlier statement of an enclosing block), so `row = a + i * n; row[j]` is
// known as a[i * n + j].
//
// Assumptions beyond C's own rules (signed arithmetic and pointers do not
// overflow): (1) an address computed in unsigned arithmetic as wide as a
// pointer may be taken modulo 2^width: that two different index values of one
// loop nest differ by a multiple of 2^width would take index values beyond any
// object's size; constant factors over 2^48 are refused. (2) 64-bit unsigned
// loops with a step over 1 end before their iterator wraps, as 2^63 iterations
// never end. All other unsigned or narrow arithmetic counts only where isl
// proves from the domain that it does not wrap.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "ir/Inductions.h"
#include "support/Isl.h"
#include "symbolic/Poly.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket::polyhedral {

struct Value;

/// What an address is relative to.
struct Root {
  enum class Kind : uint8_t {
    Object,     ///< the address of `object`
    Pointer,    ///< value on entry of the pointer variable `object`
    Loaded,     ///< a pointer in memory that the root does not change
    Row,        ///< the same, but which one depends on the iteration: `m[i]`
    Allocation, ///< what an allocating call inside the root returned: new each
                ///< time
  };
  Kind kind = Kind::Object;
  /// Equal keys are equal roots; of Rows, in the same iteration of all loops.
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
struct Atom {
  enum class Kind : uint8_t {
    Parameter, ///< an integer with one value for the whole root
    Iterator,  ///< of the counted loop `loop`
    Derived,   ///< a function of other atoms, given by `definition`
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
  std::optional<std::pair<Root, Root>> between;
  std::optional<isl::set>
      definition;            ///< Derived: { : name = function of others };
                             ///< Bounded, if there is one: { : bounds }
  std::optional<Root> array; ///< Element
  Poly address;              ///< Element: in bytes from `array`
};

/// `root` (if any) plus `poly`. With wrapBits w > 0 the true value is only
/// known to be congruent to this modulo 2^w.
struct Value {
  std::optional<Root> root;
  Poly poly;
  unsigned wrapBits = 0;
};

/// A place in the execution: what statement `stmt` of `node` sees, or (None)
/// just before `node`.
struct Point {
  ir::NodeId node = ir::NodeId::None;
  ir::StmtId stmt = ir::StmtId::None;
};

/// When a node runs, over the atoms. `exact`: for each point of `set` once, all
/// of it; else `set` is more than what happens.
struct Domain {
  isl::set set;
  bool exact = true;
};

/// A counted loop whose iterator is understood.
struct LoopShape {
  AtomId iterator = 0;
  int64_t step = 1;
  std::optional<Poly> lower, bound;
  ir::Compare compare = ir::Compare::Lt;
  std::optional<isl::set> constraints; ///< on the iterator, for one iteration
  bool exact = true;                   ///< `constraints` say all
  /// The iterator is not a variable's value but the number of the iteration,
  /// from 0 in steps of 1; `bound` is the trip count, ceil(way / pace).
  bool isNumbered = false;
  std::optional<Poly> way;
  int64_t pace = 1;
  std::optional<Poly> unknownPace; ///< instead of `pace`; at least 1
  bool atLeastOnce = false;        ///< a do loop
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
  /// A load and a write with different roots may be taken to be apart; see
  /// AffineModel::assumptions.
  bool mayAssumeApart = false;
  /// Where isl cannot prove that a value stays in its type, it is assumed; see
  /// AffineModel::rangeAssumptions.
  bool mayAssumeRanges = false;
  /// Pointers that were assigned before the root are told as what they were
  /// given (OutsideValues.cpp).
  bool followsPointers = false;
};

/// Of an integer, wherever the root computes it.
struct RangeAssumption {
  Poly poly;
  std::optional<int64_t> low, high;                  ///< inclusive
  int64_t divisor = 1;                               ///< of every value
  std::string meaning;                               ///< for people
  std::optional<Poly> unknownDivisor = std::nullopt; ///< of every value
};

/// A read and a write that were taken not to meet because their roots differ:
/// so the memory read keeps its value.
struct ApartAssumption {
  Root read, write;
};

/// Suffixes of the two instances in conflict sets.
inline constexpr const char *kFirst = "'1";
inline constexpr const char *kSecond = "'2";

class AffineModel {
public:
  AffineModel(const ProgramIndex &index, isl::ctx ctx, ModelScope scope);

  const ProgramIndex &index() const { return index_; }
  const ir::Program &program() const { return index_.program(); }
  ir::NodeId root() const { return scope_.root; }
  /// Statements of the root.
  const std::vector<ir::StmtId> &stmts() const { return stmts_; }
  const Atom &atom(AtomId id) const { return atoms_[id]; }
  AtomId numAtoms() const { return AtomId(atoms_.size()); }

  std::optional<Value> value(ir::ExprId expr, Point point);
  std::optional<Value> valueAt(ir::ExprId expr, ir::StmtId stmt) {
    return value(expr, {index_.nodeOf(stmt), stmt});
  }
  /// Superset of the points where the condition is (not) true.
  Domain condition(ir::ExprId expr, Point point, bool truth);
  Domain domain(ir::NodeId node);
  /// Nothing if the loop is not counted or its iterator may do anything else.
  const LoopShape *loopShape(ir::NodeId loop);
  /// What counts the loop, or null. The iterations of a search are at most
  /// these.
  const ir::Counted *countOf(ir::NodeId loop) const {
    return program()[loop].as<ir::Loop>()->header();
  }

  /// Value of the iterator at a place in the loop's iterations, as if there
  /// were enough of them. Nothing if the model cannot say it.
  std::optional<Poly> iteratorAt(ir::NodeId loop, const LoopShape &shape,
                                 const ir::IterationPoint &point);

  /// The loop, the model's root, may write memory that its first value is read
  /// from: evaluated again while it runs, that may be another one. Scalars that
  /// are only touched by their names are not looked at.
  bool startMayChange(ir::NodeId loop) const;

  /// No monomial multiplies something that varies.
  bool isLinear(const Poly &poly) const;
  bool isVariant(const Poly &poly) const;
  /// Its root or its polynomial differs between instances.
  bool isVariant(const Value &value) const;
  /// The linear polynomial on all of the parameter space.
  /// \param suffix of the instance whose atoms are meant; empty: the plain
  /// ones.
  isl::pw_aff toIsl(const Poly &poly, const std::string &suffix = "") const;
  /// { : definitions of all derived and bounded atoms in poly }.
  isl::set definitions(const Poly &poly) const;
  isl::set universe() const { return isl::set::universe(space_); }
  isl::pw_aff constant(int64_t value) const;
  /// The set with every variant atom renamed for an instance.
  isl::set instance(const isl::set &set, const std::string &suffix) const;
  std::string instanceName(AtomId atom, const std::string &suffix) const;
  /// `set` and what the C types of its parameters say.
  isl::set withTypeRanges(const isl::set &set) const;

  /// { : the instances '1 and '2 read the same elements wherever an Element of
  /// instance '1 is named in `set` }; then its value is the one of '2. Likewise
  /// of partners `i ^ d`.
  isl::set sameElements(const isl::set &set) const;
  /// { : what holds of the partners `i ^ d` of instances '1 and '2 }, of those
  /// that `set` names.
  isl::set exchangeFacts(const isl::set &set) const;
  std::size_t atomCount() const { return atoms_.size(); }
  /// An unknown of which only bounds are known. Not for what must happen: that
  /// it may have a value says nothing of whether it ever does.
  AtomId bounded(const std::string &name, uint8_t bits, bool isSigned,
                 std::optional<isl::set> bounds = std::nullopt);
  /// The pointer in the cell of a Row as an unknown integer, an Element; the
  /// cell stands in no row itself.
  AtomId pointerElement(const Root &row);

  /// What an address is relative to, even where the offset is not known.
  std::optional<Root> rootOf(ir::ExprId address, ir::StmtId stmt);
  /// What values rest on. To be proved or tested by who uses them.
  const std::vector<ApartAssumption> &assumptions() const {
    return assumptions_;
  }
  /// Likewise, of integers.
  const std::vector<RangeAssumption> &rangeAssumptions() const {
    return rangeAssumptions_;
  }
  /// One of them would have helped.
  bool wantsRanges() const { return wantsRanges_; }
  /// ModelScope::followsPointers would have made a difference.
  bool hasOutsidePointers() const { return hasOutsidePointers_; }

  /// Some statement of the root may change the object.
  bool mayBeWritten(ir::ObjectId object);
  /// Types keep the two apart, given that their addresses have different roots.
  bool typesExclude(const analysis::EffectItem &a,
                    const std::optional<Value> &addressA,
                    const analysis::EffectItem &b,
                    const std::optional<Value> &addressB) const;
  std::optional<Value> addressOf(const analysis::EffectItem &item,
                                 ir::StmtId stmt) {
    return addressOf(item, Point{index_.nodeOf(stmt), stmt});
  }
  /// As seen from another point.
  std::optional<Value> addressOf(const analysis::EffectItem &item, Point point);

private:
  struct WriteRef {
    ir::StmtId stmt;
    const analysis::EffectItem *item;
  };

  // Atoms.cpp
  bool findWrite(ir::ObjectId object);
  AtomId intern(Atom atom);
  std::optional<Value> parameter(const std::string &name, ir::ExprId expr,
                                 ir::StmtId at);
  std::optional<Poly> derived(const std::string &key, const isl::pw_aff &aff,
                              const std::vector<Poly> &from);
  std::optional<Poly>
  derivedFrom(const std::string &key, const std::vector<Poly> &from,
              bool alwaysVariant,
              const std::function<isl::set(isl::pw_aff)> &def);

  // AffineValues.cpp
  std::optional<Value> evaluate(ir::ExprId expr, Point point);
  std::optional<Value> evaluateSum(const ir::Expr &expr, Point point);
  std::optional<Value> evaluateProduct(const ir::Expr &expr, Point point);
  std::optional<Value> evaluateQuotient(const ir::Expr &expr, Point point);
  std::optional<Value> evaluateMask(const ir::Expr &expr, Point point);
  std::optional<Value> evaluateChoice(ir::ExprId id, Point point);
  std::optional<Value> evaluateCast(const ir::Expr &expr, Point point);
  std::optional<Value> evaluateCall(const ir::Expr &expr, Point point);
  std::optional<Value> opaqueParameter(ir::ExprId expr, Point point);
  std::optional<Value> element(const std::string &name, ir::ExprId load,
                               ir::StmtId at, const Value &address);
  std::optional<std::string> invariantKey(ir::ExprId expr, Point point);
  std::optional<Value> operand(const ir::Expr &user, std::size_t position,
                               Point point);
  std::optional<Poly> exactInteger(ir::ExprId expr, Point point);
  std::optional<Poly> exactLinear(ir::ExprId expr, Point point);
  bool makeExact(Value &value, const ir::Expr &type, Point point);
  bool provesExact(Value &value, const ir::Expr &type, Point point);
  static RangeAssumption typeRange(const Value &value, const ir::Expr &type);

  // Exchanges.cpp
  /// self = from ^ mask.
  struct Exchange {
    AtomId self = 0;
    std::string key; ///< the type it is computed in
    Poly from, mask;
  };
  std::optional<Value> evaluateXor(const ir::Expr &expr, Point point);
  bool namesExchange(const isl::set &set) const;

  // NumberedLoops.cpp
  struct InductionAt {
    bool applies = false;
    std::optional<Value> value;
  };
  InductionAt inductionAt(ir::ObjectId object, Point point);
  ir::NodeId loopThatMoves(ir::ObjectId object, Point point) const;
  int64_t movedBefore(ir::NodeId loop, const ir::Induction &induction,
                      Point point) const;
  std::optional<Value> startOf(ir::NodeId loop, const ir::Induction &induction);
  std::optional<Value> inductionValue(ir::NodeId loop,
                                      const ir::Induction &induction,
                                      int64_t ahead);
  bool isTested(ir::NodeId loop, const ir::Induction &induction) const;
  std::optional<Poly> numberOf(const LoopShape &shape);
  std::optional<LoopShape> makeNumberedShape(ir::NodeId loop);
  bool initStays(ir::NodeId loop);
  std::optional<Poly> wayOf(ir::NodeId loop);
  std::optional<Poly> distanceBetween(const Root &from, const Root &to);
  std::optional<Poly> tripsOf(const LoopShape &shape);
  isl::set numbers(const LoopShape &shape);
  bool endsUnwrapped(ir::NodeId loop, const LoopShape &shape);
  bool fitsType(const Poly &poly, ir::NodeId loop, const isl::set &given);
  bool staysInType(ir::NodeId loop, const LoopShape &shape,
                   const isl::set &given);

  // UnknownPace.cpp
  std::optional<Poly> stepOf(const ir::Induction &induction);
  std::optional<Poly> unknownTrips(const LoopShape &shape);
  bool paceIsPositive(ir::NodeId loop, LoopShape &shape);
  bool meetsBound(ir::NodeId loop, const LoopShape &shape,
                  const isl::set &given);

  // ReachingValues.cpp, Loads.cpp
  std::optional<Value> variable(ir::ExprId id, Point point);
  std::optional<Value> entryValue(ir::ExprId id, Point point);
  std::optional<Value> loaded(ir::ExprId id, Point point);
  std::optional<Value> definitionIn(ir::NodeId sibling, ir::ObjectId object);
  std::optional<Value> definedBy(ir::StmtId stmt, ir::NodeId node,
                                 ir::ObjectId object);
  std::optional<Value> definitionInBlock(const ir::Block &block,
                                         ir::ObjectId object);
  const analysis::EffectItem *itemOfLoad(ir::ExprId address, Point point) const;
  bool loadMayChange(const analysis::EffectItem &item, const Value &address);
  bool writeMissesLoad(const WriteRef &write, const analysis::EffectItem &load,
                       const Value &address,
                       std::vector<ApartAssumption> &assumed);
  std::optional<Value> pointerUsed(ir::ExprId address, ir::StmtId stmt) const;
  bool canVary(const ir::Expr &load, const analysis::EffectItem &item,
               const Value &address) const;
  bool isOutside(ir::NodeId child) const;
  bool writesItself(ir::StmtId stmt, ir::ObjectId object) const;
  bool stmtWrites(ir::StmtId stmt, ir::ObjectId object) const;
  bool nodeWrites(ir::NodeId node, ir::ObjectId object) const;
  bool loopWrites(ir::NodeId loop, ir::ObjectId object) const;

  // OutsideValues.cpp
  ir::ExprId definitionOutside(ir::ObjectId object);
  ir::StmtId lastWriteBefore(ir::ObjectId object,
                             std::vector<ir::NodeId> &passed) const;
  bool isSettled(ir::ExprId expr, const std::vector<ir::NodeId> &passed);

  // LoopDomains.cpp
  std::optional<LoopShape> makeShape(ir::NodeId loop);
  void restrictToPart(LoopShape &shape, ir::NodeId loop);
  bool iteratorIsClean(ir::NodeId loop, const ir::Counted &counted) const;
  bool isInvariantIn(ir::ExprId expr, ir::NodeId loop);
  bool loadIsInvariantIn(ir::ExprId address, ir::NodeId loop);
  bool mayBeEnteredInside(ir::NodeId node) const;
  bool endsByItself(ir::NodeId loop, const ir::Counted &counted,
                    const LoopShape &shape);
  isl::set iterations(const ir::Counted &counted, const LoopShape &shape);
  Domain makeDomain(ir::NodeId node);
  Domain passesEarlierExits(const ir::Block &block, ir::NodeId child);
  Domain passesBy(ir::NodeId sibling);
  bool proves(const isl::set &given, const isl::set &violation) const;
  bool assume(RangeAssumption assumption, ir::NodeId where);
  bool allAreAround(const Poly &poly, ir::NodeId where) const;

  // EntryContext.cpp
  isl::set entryContext();
  isl::set stillHolds(ir::ExprId condition, bool truth, ir::NodeId inside);
  isl::set startsFrom(ir::NodeId loop);
  bool isUntouchedIn(ir::ExprId expr, ir::NodeId node) const;

  const ProgramIndex &index_;
  isl::ctx ctx_;
  isl::space space_;
  ModelScope scope_;
  std::vector<ir::StmtId> stmts_;
  std::vector<WriteRef> writes_;
  std::vector<Atom> atoms_;
  std::map<std::string, AtomId> atomByName_;
  /// Questions in progress may meet themselves; then the answer is no. What is
  /// found meanwhile is forgotten when the outermost one is answered.
  class Pending {
  public:
    explicit Pending(AffineModel &model) : model_(model) { ++model_.pending_; }
    ~Pending() {
      if (--model_.pending_ == 0)
        model_.forgetProvisional();
    }
    Pending(const Pending &) = delete;
    Pending &operator=(const Pending &) = delete;

  private:
    AffineModel &model_;
  };
  void forgetProvisional();
  template <typename Map> void dropProvisional(Map &map) {
    std::erase_if(map,
                  [](const auto &entry) { return entry.second.isProvisional; });
  }
  template <typename T> struct Memo {
    T value;
    bool isProvisional = false;
  };

  std::vector<ApartAssumption> assumptions_;
  std::map<ir::NodeId, Memo<std::optional<LoopShape>>> shapes_;
  std::map<ir::NodeId, Memo<Domain>> domains_;
  std::map<std::pair<ir::ExprId, ir::StmtId>, Memo<std::optional<Value>>>
      values_;
  std::map<ir::ObjectId, Memo<bool>> written_;
  std::vector<RangeAssumption> rangeAssumptions_;
  bool wantsRanges_ = false;
  std::map<ir::ObjectId, ir::ExprId> outside_;
  bool hasOutsidePointers_ = false;
  std::vector<Exchange> exchanges_;
  unsigned pending_ = 0;
  std::set<ir::ObjectId> pendingWrites_;
  std::set<ir::ExprId> pendingLoads_;
  std::set<ir::NodeId> pendingShapes_;
  unsigned depth_ = 0;
};

} // namespace hocket::polyhedral
