// SPDX-License-Identifier: Apache-2.0
//
// Which objects each address of a program may fall into: points-to sets for the
// whole program, without regard to the order of statements (Andersen 1994),
// sensitive to constant offsets (see PointsToSolver.h).
//
// Needs: a Program. Promises: in every run, an access at an address falls into
// one of `objectsAt` (or that set is `unknown`), as long as the program has no
// undefined behaviour. Code that we do not see is one object, hidden.external:
// it holds, and may store anywhere it can reach, all pointers that ever came to
// it. Values of which nothing is known (va_arg, ...) may point to every object
// whose address is taken. Pointers that leave the program as bytes through
// streams and come back that way are not followed.
#pragma once

#include "analysis/library/LibraryTable.h"
#include "analysis/objects/ObjectPlace.h"
#include "analysis/objects/ObjectSet.h"
#include "analysis/pointsto/CallTargets.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace hocket::analysis {

class PointsToBuilder;

/// Whether the sets are computed. Of a program of which they were beyond the
/// budget, they are so of its rewritten forms, too, and are not tried again.
enum class PointersAre : uint8_t { Followed, BeyondBudget };

class PointsTo {
public:
  PointsTo(const ir::Program &program, const LibraryTable &library,
           PointersAre pointers = PointersAre::Followed);
  ~PointsTo();
  PointsTo(PointsTo &&) noexcept;

  /// Where an access at `address` may fall. Nothing found means unknown (a
  /// pointer that is only ever null, memory at a fixed address).
  ObjectSet objectsAt(ir::StmtId stmt, ir::ExprId address) const;
  /// The same, for a value that need not be a pointer: nothing found means
  /// none.
  ObjectSet pointees(ir::StmtId stmt, ir::ExprId value) const;
  /// Where in objects an access at `address` may begin; nothing: more is not
  /// known than which objects, or these are too many to say.
  std::vector<ObjectPlace> placesAt(ir::StmtId stmt, ir::ExprId address) const;
  /// True if `value` is always null or the first byte of an object that is no
  /// scalar: what is reached from two such pointers is the same object or has
  /// no byte in common. False for an expression of a call's result.
  bool isStart(ir::ExprId value) const;
  /// What the pointers in those objects point to.
  ObjectSet contents(const ObjectSet &objects) const;

  CallTargets targets(ir::StmtId stmt, const ir::CallSite &call) const;
  /// The functions that `value` may point to.
  CallTargets functionsAt(ir::StmtId stmt, ir::ExprId value) const;

  /// Everything that code outside can reach, hidden.external among it.
  const ObjectSet &reachableOutside() const;
  /// Every object whose address may be known somewhere.
  const ObjectSet &exposed() const;
  /// Functions that code outside may call.
  const std::vector<ir::FunctionId> &calledFromOutside() const;

  /// Automatic variables pointers to which stand, at any time, in automatic
  /// scalars alone whose own address is not taken; for each those of the same
  /// function that may hold one.
  std::map<ir::ObjectId, std::vector<ir::ObjectId>> heldByScalars() const;

  /// Where pointers to the heap stand, for each Heap object that is in no other
  /// place: variables and Heap objects. Values on their way in an expression
  /// are no place.
  std::map<ir::ObjectId, std::vector<ir::ObjectId>> heapHolders() const;

  /// True: over budget; every set is unknown.
  bool gaveUp() const;

private:
  std::unique_ptr<PointsToBuilder> builder_;
};

} // namespace hocket::analysis
