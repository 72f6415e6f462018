// SPDX-License-Identifier: Apache-2.0
//
// Memory that no iteration of a loop changes: reads of it need no marks.
//
// Two facts say so: the objects that an access may fall into are none that the
// loop writes (points-to); or the access reads a pointer, and all that the loop
// writes in those objects are numbers, by their own types. What was stored as a
// number is not read as a pointer (C11 6.5p7), but for members of unions: a
// program that names such members has no facts of the second kind.
#pragma once

#include "analysis/Effects.h"

#include <map>

namespace hocket::speculation {

class SteadyMemory {
public:
  /// Of the statements below `loop`, their calls included.
  SteadyMemory(const ir::Program &program, const analysis::Effects &effects,
               ir::NodeId loop, bool strictAliasing);

  /// The access, a read of the statement's own, finds what was there before the
  /// loop, or what its own iteration has put there.
  bool isSteady(ir::StmtId stmt, const ir::Access &access) const;

private:
  void add(const analysis::EffectItem &item);

  const ir::Program &program_;
  const analysis::Effects &effects_;
  bool writesAnything_ = false;
  bool typesTell_ = false;
  /// What is written, and whether by types of numbers alone.
  std::map<ir::ObjectId, bool> written_;
};

} // namespace hocket::speculation
