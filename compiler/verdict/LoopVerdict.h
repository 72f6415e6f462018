// SPDX-License-Identifier: Apache-2.0
//
// The verdict on each loop: may its iterations run in any order, and what that
// takes.
// Iterations that have to keep their order may still run as chunks one after
// another (SequentialLoop::isDoacross), so that chunks of different iterations
// of a loop around them can overlap. This is analysis alone ("is it
// parallel?"); whether it pays and how it runs is decided later. Plain data: no
// isl from here on.
//
// What a verdict promises: a loop called Doall or Reduction gives
// the sequential result, bit for bit, when its iterations run as any number of
// contiguous chunks at the same time, provided that the `checks` and
// `conditions` hold, that each private object is private to a chunk, and that
// reductions are combined in order of chunks. Of a Search any iterations that
// its header would allow may run in any order with private objects of their
// own, up to where they would end the loop; the loop itself, started before the
// first iteration that does, gives the result. Iterations of a Pipeline may run
// at the same time on several cores if each passes the ordered stages after the
// one before it; the last one has the private objects' last values. What is not
// proved, or costs more than the isl budget, is Sequential with a remark.
#pragma once

#include "analysis/Effects.h"
#include "checks/RunTimeChecks.h"
#include "ir/FunctionClones.h"
#include "ir/Program.h"
#include "support/Remarks.h"

#include <string>
#include <variant>
#include <vector>

namespace hocket::polyhedral {

/// LoopKinds.def has them, each with its traits, in the order of
/// LoopVerdict::Of.
enum class LoopKind : uint8_t {
#define LOOP_KIND(name, ...) name,
#include "verdict/LoopKinds.def"
};

/// How a loop of some kind is cut into tasks.
enum class LoopCutting : uint8_t {
  No,     ///< it is not: its iterations keep their order
  Chunks, ///< contiguous parts of its iterations
  Stages, ///< by iterations, which wait for each other inside
};

/// What later stages ask about a kind.
struct LoopTraits {
  const char *name;       ///< in dumps
  const char *reportName; ///< in reports
  LoopCutting cutting;
  /// Something is always left to do after all chunks.
  bool combines;
  /// Chunks run iterations that the program may not get to, and leave nothing
  /// but where the loop ends; the task after them runs the loop itself, from
  /// shortly before there.
  bool looksAhead;
};

const LoopTraits &traitsOf(LoopKind kind);

/// Bytes of a record, relative to its first, or to the pointer to it.
struct RecordBytes {
  int64_t begin = 0, end = 0; ///< `end` exclusive
};

/// A pointer in a record of which a chunk has a copy. The copy's leads to
/// memory of the chunk's own, for the bytes from lo to hi relative to it.
struct PrivateLink {
  int64_t at = 0; ///< in the record
  CheckExpr lo, hi;
};

/// An object of which each chunk uses a copy of its own.
struct PrivateObject {
  ir::ObjectId object = ir::ObjectId::None;
  /// Declared inside the loop's body (the copy exists by itself).
  bool isLocalToBody = false;
  /// The value after the loop is needed (or may be): the chunk with the last
  /// iteration leaves its copy's value in the shared object.
  bool isLastprivate = false;
  /// Only some iterations write it, each before it reads it. The last chunk in
  /// which one did has the last value; if there is none, the shared object
  /// keeps its own. Scalars only.
  bool isConditional = false;
  /// `object` is a pointer variable, and what is private are the bytes from lo
  /// to hi (exclusive) relative to it, not the variable.
  bool isPointee = false;
  /// The copy's extent, evaluated on entry to the region, where the copies are
  /// allocated. No `lo`: from the object's first byte; no `hi`: the copy stands
  /// on the stack.
  CheckExpr lo = {}, hi = {};
  /// Of a record: what the copy has from the shared one when its chunk begins.
  /// No iteration writes it. Pointers with a copy of what they lead to are not
  /// among it.
  std::vector<RecordBytes> copied = {};
  std::vector<PrivateLink> links = {};

  bool isOnHeap() const { return bool(hi); }
  bool isCopiedIn() const { return !copied.empty() || !links.empty(); }
};

/// A variable that each iteration moves by the same amount. Each chunk has a
/// copy of its own that starts from entry + step * (number of its first
/// iteration), "entry" being its value once the loop's init is done.
struct InductionObject {
  ir::ObjectId object = ir::ObjectId::None;
  int64_t step = 0; ///< in bytes for pointers
  /// The step is a multiple of this variable, which stays as it is.
  ir::ObjectId by = ir::ObjectId::None;
  /// `by` bounds a loop inside: less than 0 of it counts as 0.
  bool byIsCount = false;
  /// The loop's init sets it (and may declare it): nothing is read from before.
  bool isSetByInit = false;
  /// What the last, failing test adds: `while (n--)` leaves -1.
  int64_t addedAtEnd = 0;
  /// The value after the loop is needed (or may be).
  bool isLastprivate = false;
  /// It moves by no step: the chunk's warm-up leaves its first value
  /// (LoopVerdict::warmUp), starting from the value on entry.
  bool isRecomputed = false;
};

/// An lvalue in the loop's text that is the target of a reduction.
struct ReductionPlace {
  ir::StmtId stmt = ir::StmtId::None;
  ir::TextRange text;
  bool isWritten = false;
};

/// What iterations only accumulate into: a scalar variable, one place in memory
/// (`s->sum`, `acc[k]`), or places of an object that data chooses (`h[a[i]]`).
/// Each chunk starts from the operation's identity; the partial results are
/// combined in order of chunks.
struct ReductionObject {
  ir::ObjectId object = ir::ObjectId::None; ///< None: memory, see `places`
  std::string name; ///< as the user wrote it; for remarks
  ir::UpdateOp op = ir::UpdateOp::Add;
  bool isFloat = false;
  bool keepsFirst = false; ///< as Update::keepsFirst
  std::string type;        ///< C type of the target
  bool isSigned = true;
  unsigned bits = 0; ///< 1: _Bool
  /// Memory: every lvalue to be replaced by the chunk's own. A variable:
  /// nonempty if only chunks that assigned may be combined.
  std::vector<ReductionPlace> places;
  /// Nonzero: each chunk has a copy of so many elements, which begin `offset`
  /// bytes from the base.
  uint64_t elements = 0;
  /// The base: a pointer variable, or an array.
  ir::ObjectId baseObject = ir::ObjectId::None;
  int64_t offset = 0;
  /// Or: a copy of the bytes from lo to hi (exclusive) relative to the base,
  /// evaluated on entry to the region, where the copies are allocated if they
  /// are at most so many bytes each.
  CheckExpr lo = {}, hi = {}, most = {};
  /// Of a pipeline: what is combined is not a partial result but each update by
  /// itself, in order; its value has this type. `places` has all lvalues.
  /// Empty: a partial result for each block.
  std::string logged = {};
  /// Memory: what combining touches, as `stmt` sees it.
  analysis::EffectItem item;
  ir::StmtId stmt = ir::StmtId::None;

  bool isOnHeap() const { return bool(hi); }
  bool isArray() const { return elements != 0 || isOnHeap(); }
  bool isMemory() const { return !isValid(object); }
};

/// The place that an item of a statement is, or null.
const ReductionPlace *placeOf(const std::vector<ReductionPlace> &places,
                              ir::StmtId stmt,
                              const analysis::EffectItem &item);
inline const ReductionPlace *placeOf(const ReductionObject &reduction,
                                     ir::StmtId stmt,
                                     const analysis::EffectItem &item) {
  return placeOf(reduction.places, stmt, item);
}

/// A place in memory that a selection assigns, the same in each iteration.
struct SelectedPlace {
  std::string name; ///< as the user wrote it; for remarks
  /// Every lvalue to be replaced by the chunk's own.
  std::vector<ReductionPlace> places;
  /// The assignment, as `stmt` sees it.
  analysis::EffectItem item;
  ir::StmtId stmt = ir::StmtId::None;
};

/// The best value so far and what belongs to it: chunks select from the value
/// on entry onwards; the best of their selections is taken in order of chunks
/// by the same comparison. A chunk reads the value on entry where the user's
/// text first does; so a chunk that never gets there reads nothing.
struct SelectionObject {
  ir::Selection selection;
  std::vector<ir::TextRange> marks; ///< of all its branches in the loop
  /// Beside selection.targets; empty for variables.
  std::vector<SelectedPlace> places;

  /// The targets that are variables.
  std::vector<ir::ObjectId> objects() const;
  /// The variable whose value a chunk starts from; None if that is in memory.
  ir::ObjectId start() const { return selection.first().object; }
  /// The variable that its alternative asks; it has one.
  ir::ObjectId none() const {
    return selection.targets[*selection.none].object;
  }
  std::string nameOf(const ir::Program &program, std::size_t target) const;
};

/// Places where a loop could be cut so that one dependence in its way is gone.
struct LoopCut {
  std::vector<ir::IterationPoint> points;
  std::vector<char> isLong; ///< by part, one more than points: not a few
                            ///< iterations that are peeled
  std::string how;          ///< for people: "peeling its first iteration"
};

/// A part of a pipeline's body.
struct PipelineStage {
  /// What stands in the body, blocks taken apart; in order of text.
  std::vector<ir::NodeId> items;
  /// An iteration begins it when the one before has left it.
  bool isOrdered = false;
};

// What only one kind of loop has.

struct SequentialLoop {
  /// It may be cut all the same: chunks that run one after the other, on
  /// whatever core, give the sequential result, each with copies of `privates`
  /// (DOACROSS).
  bool isDoacross = false;
  /// Not one attempt came to its end within the isl budget.
  bool isUndecided = false;
  /// Refused for one dependence: what would take that away.
  std::vector<LoopCut> cuts = {};
};

struct DoallLoop {};

struct ReductionLoop {
  std::vector<ReductionObject> reductions;
  std::vector<SelectionObject> selections;
};

/// A first pass over all chunks runs `firstPass` alone and leaves each chunk's
/// total; then each chunk runs as it is from the combination of all before it.
struct ScanLoop {
  std::vector<ReductionObject> totals; ///< whose value on the way is used too
  std::vector<ir::NodeId> firstPass;   ///< children of the body, or the body
};

/// Chunks note the number of the iteration in the place of an exit.
struct SearchLoop {
  /// Sides of branches that end with a jump out of the loop.
  std::vector<ir::NodeId> exits;
};

/// Iterations run on any core, each as a whole, with `privates` for each core.
/// Or, with `ordered`, blocks of them: no stage is in order then, but behind
/// each block stands one that makes the block's updates.
struct PipelineLoop {
  std::vector<PipelineStage> stages; ///< all of the body, in order of text
  std::vector<ReductionObject> ordered = {};
};

/// A pointer or an integer in memory that iterations load and none changes, and
/// that a compiler would load again in each of them: it does not know that, or
/// not that the load can do no harm where the user's text does not make it.
struct KeptLoad {
  CheckExpr load;   ///< a Load
  std::string type; ///< what stands before the name: "float *"
  /// A loop with an iteration may begin with the load if one of these holds, or
  /// there is none; if none of them holds, no iteration makes it.
  std::vector<CheckExpr> ways;
};

struct LoopVerdict {
  using Of = std::variant<SequentialLoop, DoallLoop, ReductionLoop, ScanLoop,
                          SearchLoop, PipelineLoop>;

  ir::NodeId loop = ir::NodeId::None;
  Of of = SequentialLoop{};
  std::vector<PrivateObject> privates;
  std::vector<InductionObject> inductions;
  /// Children of the body that a chunk runs for the last `warmUpDepth`
  /// iterations before its first, or all of them if there are fewer.
  std::vector<ir::NodeId> warmUp;
  unsigned warmUpDepth = 0;
  std::vector<AliasCheck> checks;
  std::vector<EntryCondition> conditions;
  std::vector<KeptLoad> keptLoads; ///< in order of text
  /// Iterations may set errno (and none reads it): after the loop it is what
  /// the last chunk that set it left there.
  bool writesErrno = false;
  /// Exactly one remark: loop-doall, loop-reduction, or the reason against.
  Remark remark{};

  LoopKind kind() const { return static_cast<LoopKind>(of.index()); }
  const LoopTraits &traits() const { return traitsOf(kind()); }
  /// Something is left to do after all chunks, in their order.
  bool needsCombine() const;

  // What its kind has; empty, or false, if it is of another kind.
  const std::vector<ReductionObject> &reductions() const;
  const std::vector<SelectionObject> &selections() const;
  const std::vector<ReductionObject> &totals() const;
  const std::vector<ir::NodeId> &firstPass() const;
  const std::vector<ir::NodeId> &exits() const;
  const std::vector<PipelineStage> &stages() const;
  const std::vector<ReductionObject> &ordered() const;
  const std::vector<LoopCut> &cuts() const;
  bool isDoacross() const;
  bool isUndecided() const;
};

/// The clones of called functions that chunks call: private copies have other
/// names there, and partial results stand for what is accumulated into.
ir::CloneNeeds cloneNeeds(const LoopVerdict &verdict);

} // namespace hocket::polyhedral
