// SPDX-License-Identifier: Apache-2.0
//
// Units in object files and archives (ELF): put in, found, and checked against
// the object that carries them.
#pragma once

#include "driver/units/Unit.h"

#include "llvm/Support/MemoryBufferRef.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::driver {

/// Puts the unit, but for its digest, into the object file. On an error the
/// file is what it was.
llvm::Error attachUnit(const std::string &path, Unit unit);

/// An object with a unit that was found.
struct CarriedUnit {
  std::string member; ///< of an archive; empty: the file itself
  Unit unit;
};

/// An object that stays code which is not seen.
struct UnreadObject {
  std::string path; ///< with its member in parentheses
  std::string reason;
  bool isDamaged = false; ///< what it carries, or of another version
};

/// The units of an object or an archive, of which each fits its object. None
/// for files of other kinds; what is wrong with others goes to `unread`.
std::vector<CarriedUnit> findUnits(const std::string &path,
                                   std::vector<UnreadObject> &unread);

} // namespace hocket::driver
