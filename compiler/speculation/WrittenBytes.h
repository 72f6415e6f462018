// SPDX-License-Identifier: Apache-2.0
//
// What some statements may write, their calls included: of each object all of
// it, or some bytes, counted from where it starts.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::speculation {

class WrittenBytes {
public:
  WrittenBytes(const ir::Program &program, const analysis::Effects &effects,
               const std::vector<ir::StmtId> &stmts);

  /// They may write anything.
  bool isAnything() const { return isAnything_; }
  /// They may write bytes that the item touches.
  bool mayMeet(const analysis::EffectItem &item) const;
  /// The same; else all that they write of these bytes are numbers, by their
  /// own types.
  bool mayMeetButNumbers(const analysis::EffectItem &item) const;

private:
  /// Bytes of an object, from its start.
  struct Bytes {
    int64_t begin = 0, end = 0;
  };
  struct Written {
    bool isNumbers = true; ///< by types of numbers alone
    bool isAnywhere = false;
    std::vector<Bytes> bytes; ///< unless it is anywhere
  };

  void add(const analysis::EffectItem &item);
  bool meets(ir::ObjectId object, const std::optional<Bytes> &bytes) const;
  std::optional<Bytes> bytesOf(const analysis::EffectItem &item) const;

  const ir::Program &program_;
  const analysis::Effects &effects_;
  bool isAnything_ = false;
  std::map<ir::ObjectId, Written> written_;
};

} // namespace hocket::speculation
