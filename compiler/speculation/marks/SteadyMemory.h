// SPDX-License-Identifier: Apache-2.0
//
// Memory that no iteration of a loop changes: reads of it need no marks.
//
// Three facts say so: the objects that an access may fall into are none that
// the loop writes (points-to); or the bytes of them are others, counted from
// where they start; or the access reads a pointer, and all that the loop writes
// in those objects are numbers, by their own types. What was stored as a number
// is not read as a pointer (C11 6.5p7), but for members of unions: a program
// that names such members has no facts of the second kind.
#pragma once

#include "analysis/Effects.h"
#include "speculation/marks/WrittenBytes.h"

#include <optional>

namespace hocket::speculation {

class SteadyMemory {
public:
  /// Of the statements below `loop`, their calls included.
  SteadyMemory(const ir::Program &program, const analysis::Effects &effects,
               ir::NodeId loop, bool strictAliasing);

  /// Of nothing: no access is steady.
  explicit SteadyMemory(const analysis::Effects &effects) : effects_(effects) {}

  /// The access, a read of the statement's own, finds what was there before the
  /// loop, or what its own iteration has put there.
  bool isSteady(ir::StmtId stmt, const ir::Access &access) const;

  /// The same as far as the access falls into one of the objects that its
  /// effect names.
  bool isSteady(const ir::Access &access, const analysis::EffectItem &item,
                ir::ObjectId object) const;

private:
  const analysis::Effects &effects_;
  const std::optional<WrittenBytes> written_;
  const bool typesTell_ = false;
};

} // namespace hocket::speculation
