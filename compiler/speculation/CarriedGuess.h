// SPDX-License-Identifier: Apache-2.0
//
// A guess whether iterations of a loop pass something on in memory. Nothing
// depends on it but which loops are tried: those that surely fail would take
// the place of the loops inside them.
//
// The idea. In the order of the text, calls followed: what an iteration reads
// before it surely writes it, and surely writes some time, comes from the
// iteration before; what it writes first is a work buffer. Updates, `x += e`,
// count as neither. Where all that writes it makes one step of a state after
// the other, the same number in each iteration, copies can foresee it. Memory
// is told apart by object and member. Accesses whose text depends on the loop's
// iterator are taken for each iteration's own; on its *cursors*, where no
// header counts: variables that it writes and that its condition needs, or one
// that ends it.
#pragma once

#include "analysis/Effects.h"

#include <vector>

namespace hocket::speculation {

enum class Carried {
  Nothing, ///< as far as is known
  States,  ///< only what copies may foresee (StateSteps.h)
  Values
};

/// A place that iterations pass on: an object, or a member of some name.
struct CarriedPlace {
  ir::ObjectId object = ir::ObjectId::None;
  Carried how = Carried::Values;
  bool isAutomatic = false; ///< a variable of the function around the loop
  bool isSure = true;       ///< else not each iteration writes it
  bool isElement = false;   ///< of an array, by a subscript: it may be another
                            ///< one that is written than that which is read
  /// Children of the loop's body, by number, that touch it: the first, the first
  /// and last that write it, and the last that reads it but to update it. -1: the header, if the loop has cursors, of
  /// which an iteration begins with the step, but for the first.
  int first = 0, firstWrite = 0, lastWrite = 0, lastRead = 0;
};

/// Memory that the header of a loop with cursors alone writes.
inline bool isOfHeader(const CarriedPlace &place) {
  return place.lastWrite < 0;
}

/// \param whole the loop, or the Block of its parts: all are of child 0 then
std::vector<CarriedPlace> carriedPlaces(const ir::Program &program,
                                        const analysis::Effects &effects,
                                        ir::NodeId loop, ir::NodeId whole);

/// Of all that is no automatic variable (Captures.h looks at these), is sure,
/// and is not the header's.
/// \param whole the loop, or the Block of its parts
Carried guessCarried(const ir::Program &program,
                     const analysis::Effects &effects, ir::NodeId loop,
                     ir::NodeId whole);

} // namespace hocket::speculation
