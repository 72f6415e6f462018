// SPDX-License-Identifier: Apache-2.0
//
// What each statement may read and must or may write, its calls included.
//
// Whatever a statement can touch in any run is in its items (or `unknown`), in
// terms of objects; and where an address can be said in the statement's own
// expressions, as that address. ComputeEffects.h fills them in.
//
// How to read the items:
// - Two items conflict if one writes and their `objects` meet, unless their
//   addresses prove otherwise. A set that holds hidden.external lists every
//   object that code outside can reach; so such sets meet where they have to,
//   and `unknown` remains for values of which nothing at all is known.
// - A statement that may not return writes hidden.control. Every statement
//   reads it; that is not listed. Whoever reorders has to keep the order of a
//   write of hidden.control and anything else.
// - A statement that reads a clock, or sleeps, orders output like any other;
//   and nothing may move past it, for the program wants to know how long what
//   stands around it takes. `readsClock` says so of its calls, too.
// - errno belongs to the thread. If nobody reads it, writing it is no effect;
// if
//   somebody may, it is one, and what touches it has to run where the program
//   looks for it, or hand on what it left.
// - Memory that a function allocates for itself alone (its locals) is gone when
//   it returns and does not appear at its calls.
// - `free` writes the memory it frees: it comes after every use.
#pragma once

#include "analysis/objects/ObjectPlace.h"
#include "analysis/objects/ObjectSet.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::analysis {

/// One effect. Hidden objects appear as items without an address.
struct EffectItem {
  ir::AccessKind kind = ir::AccessKind::Read;
  bool must = false; ///< as Access::must
  bool isVolatile = false;
  bool isCommutative =
      false; ///< order among such items is invisible (allocator)
  ir::ExprId address =
      ir::ExprId::None; ///< in the statement's own expressions; None: anywhere
                        ///< in `objects`
  int64_t offset = 0;   ///< the bytes begin at address + offset
  uint32_t size = 0;    ///< bytes from there; 0: unknown extent
  ObjectSet objects;    ///< where it may fall
  /// Of an access of the statement itself: where in these objects it begins, if
  /// following pointers tells; empty: anywhere.
  std::vector<ObjectPlace> places;
  std::string type; ///< as Access::type; empty: any
  std::string via;  ///< the function called, if by a call
  SourceLocation location;
  ir::TextRange text;
};

struct StmtEffects {
  std::vector<EffectItem> items;
  /// May not come back (exit, abort, longjmp, a loop that may not end by
  /// exiting): also an item that writes hidden.control.
  bool mayNotReturn = false;
  /// Must run on the program's own thread: thread-local objects, setjmp, ...
  bool needsCallingThread = false;
  /// Asks for the time, or lets it pass: stays where it is relative to all
  /// other statements.
  bool readsClock = false;
  /// May touch anything; `unknownWhy` names the function or construct.
  bool isUnknown = false;
  std::string unknownWhy;
};

/// Effects of a whole program. All vectors are indexed by the id's index.
struct Effects {
  std::vector<StmtEffects> stmts; ///< by StmtId
  /// Of statements with seen-through calls: the items without those that such
  /// a call brings. They are the items of the statements below Node::inlined.
  std::map<ir::StmtId, std::vector<EffectItem>> seenThrough;
  std::vector<std::vector<ir::FunctionId>>
      callees;                   ///< by FunctionId: who it may call
  std::vector<char> isRecursive; ///< by FunctionId
  /// By ObjectId: of each of its blocks, one place in memory alone holds
  /// pointers (HeldOnce.h).
  std::vector<char> isHeldOnce;
  /// By ObjectId, pointer variables, and by ExprId, loads of pointers: always
  /// null or where an object starts (PointsTo::isStart).
  std::vector<char> holdsStart, loadsStart;
  /// PointsTo::heldByScalars: nothing but their names and these scalars leads
  /// to them while their function runs.
  std::map<ir::ObjectId, std::vector<ir::ObjectId>> heldByScalars;
  /// A function's variables are gone when the statement that called it is over,
  /// and what runs meanwhile it has called: nobody uses setjmp, nor functions
  /// that `exit` runs. (Those of signals and threads: threadUnsafe.)
  bool callsAreNested = false;
  /// PointsTo::heapHolders: empty unless callsAreNested.
  std::map<ir::ObjectId, std::vector<ir::ObjectId>> heapHolders;
  /// Nonempty: the program as a whole must not run in parallel, as in "changes
  /// the floating-point environment by 'fesetround'".
  std::string threadUnsafe;
  SourceLocation threadUnsafeAt;
};

/// What effects depend on besides the program.
struct EffectOptions {
  bool mathErrno = true; ///< false: -fno-math-errno, -ffast-math
};

} // namespace hocket::analysis
