// SPDX-License-Identifier: Apache-2.0
//
// Loops that run speculatively: nothing proves that their iterations are
// independent, so a copy of the process runs later iterations ahead, in an
// *instrumented clone* of the loop that tells which memory it touches, and what
// it did counts only if nothing it read was changed meanwhile (runtime:
// docs/runtime/speculation.md). Plain data: what codegen needs to write the
// clones.
#pragma once

#include "ir/Program.h"

#include <string>
#include <vector>

namespace hocket::speculation {

/// What the clone says of an access before or as it makes it.
enum class MarkKind : uint8_t {
  Read,
  Write,        ///< a write by no assignment
  Update,       ///< read and written, or a write that may come before a read
  Assign,       ///< `target = assigned`: written once `assigned` is known
  AssignUpdate, ///< `target op= assigned`
  /// A statement `target op= assigned`, `target++` or `target = formula` of the
  /// target whose value nobody uses:
  /// may be put off until all iterations before have made theirs.
  Defer,
  /// A condition `target < assigned` or `assigned < target`, by any relation:
  /// what counts is not the value but how the comparison comes out.
  Bound,
};

/// A number that a formula needs.
struct MarkOperand {
  ir::TextRange text; ///< the lvalue
  std::string type;
};

struct MemoryMark {
  MarkKind kind = MarkKind::Read;
  ir::TextRange target;   ///< the lvalue
  ir::TextRange assigned; ///< Assign, AssignUpdate, Defer but of `++`, `--`;
                          ///< Bound: what it is compared with
  // Defer, Bound:
  ir::TextRange whole;  ///< from the first to the last token
  std::string op;       ///< "+=", "++", "<"
  bool isOfTwo = false; ///< Bound: `assigned` is a place likewise
  std::string type;     ///< of the target
  std::string computed; ///< in which `target op assigned` is computed
  /// Defer by "=": what is assigned, "@0 * 31u + @1": of the target, and the
  /// operands from number 1 on. They stand in the order of the text.
  std::string formula;
  std::vector<MarkOperand> operands;
};

enum class CallKind : uint8_t {
  Clone,    ///< of the callee's instrumented clone
  Indirect, ///< of the clone of what a pointer leads to
  Wrapper,  ///< of what marks the memory that a library function touches
  GiveUp,   ///< not possible in a copy of the process
};

/// A call whose text changes; the others stay.
struct MarkedCall {
  CallKind kind = CallKind::GiveUp;
  ir::TextRange text; ///< the whole call
  ir::FunctionId callee = ir::FunctionId::None;
  std::string name;      ///< of the callee as written
  ir::TextRange pointer; ///< Indirect: the expression that is called
  /// Arguments that are names of functions: their clones are passed.
  std::vector<std::pair<ir::TextRange, ir::FunctionId>> functions;
  bool neverReturns = false; ///< `exit`
};

/// Bytes around an address that stays the same: `table` in `table[x & 255]`.
struct CoveredRange {
  ir::TextRange base;   ///< an array, a pointer; may be evaluated before
  bool isPlace = false; ///< it is all of the lvalue, and its address is meant
  int64_t begin = 0, end = 0;
};

/// A loop that runs without the marks of `targets` where all that these touch
/// has been touched before (CoveredLoops.h). The address of each place is
/// linear in the iterators of the loop and of the one that it is in, and its
/// text may be evaluated for their first two iterations before the loop.
struct CoveredLoop {
  ir::NodeId loop = ir::NodeId::None;
  bool isCounted = true; ///< else there are ranges alone, and no loops inside
  std::vector<ir::NodeId> inner;      ///< loops inside, next to each other
  std::vector<ir::TextRange> targets; ///< of marks
  std::vector<ir::TextRange> places;  ///< all that they touch,
  std::vector<CoveredRange> ranges;   ///< or some bytes in these
};

/// What changes in a piece of text.
struct Instrumented {
  std::vector<MemoryMark> marks;
  std::vector<MarkedCall> calls;
  std::vector<CoveredLoop> covered;
};

struct InstrumentedFunction {
  ir::FunctionId function = ir::FunctionId::None;
  Instrumented code;
};

/// How the clone of a loop has a variable of the function around.
enum class CaptureKind : uint8_t {
  Value,   ///< nobody changes it: a copy
  Own,     ///< an iteration writes it before it reads it: one of its own
  Tracked, ///< in the frame; its accesses are marked
  Address, ///< the variable itself, by its address
};

struct Capture {
  ir::ObjectId object = ir::ObjectId::None;
  CaptureKind kind = CaptureKind::Value;
  bool isLeft = false; ///< Own: what the last iteration left is needed
  /// Tracked: whenever the loop is entered, its condition gives it a value.
  bool isGivenFirst = false;
};

/// An iteration's parts (IterationParts.h).
struct IterationParts {
  /// From the body's brace on; empty: there is none.
  ir::TextRange prologue;
  /// What the prologue does besides, up to the body's closing brace; empty:
  /// nothing.
  ir::TextRange step;
  bool needsPrologue = false; ///< else only where nothing else helps
  bool isDoubtful = false;    ///< memory may be passed on elsewhere, too
  bool doubtsHeader = false;  ///< namely, what a header needs
  /// Up to the step or the body's closing brace; empty: there is none.
  ir::TextRange epilogue;
  bool needsEpilogue = false; ///< else copies do it, too, until one has failed
  /// Variables that the epilogue has from what is before it, by their values:
  /// the iteration's and, where it is apart, others.
  std::vector<ir::ObjectId> handed;
  bool isApart =
      false; ///< may come behind other iterations' (ApartEpilogues.h)
};

struct SpeculativeLoop {
  ir::NodeId loop = ir::NodeId::None;
  /// It has a plain header, which tells where iterations begin; else copies
  /// come to theirs by what the header does, a part of the prologue.
  bool isCounted = true;
  IterationParts parts;
  std::vector<ir::NodeId> exits; ///< Jumps out of it, in order of text
  std::vector<Capture> captures; ///< in order of id, without the iterator of
                                 ///< a counted loop
  Instrumented code; ///< of its condition, step and body, but for an epilogue
                     ///< that is needed
  std::vector<InstrumentedFunction> functions; ///< all that it may call
  bool hasIndirectCalls = false;
  bool isDoubtful = false; ///< a guess says that iterations depend
  bool keepsMemory = true; ///< nothing it calls may give memory back
  bool epilogueKeepsMemory = true;
};

/// A text in other hands: a region, a function that divides its work.
struct TakenText {
  ir::TextRange text;
  ir::FunctionId function = ir::FunctionId::None; ///< that it is in
  double workNs = 0;                              ///< an estimate for one entry
};

} // namespace hocket::speculation
