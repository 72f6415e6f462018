// SPDX-License-Identifier: Apache-2.0
//
// What some statements may write, their calls included: of each object all of
// it, or some bytes, counted from where it starts; or of all elements of an
// array some bytes.
//
// What called functions write, their own statements tell, as there pointers say
// in which bytes. Blocks that analysis tells apart by who calls the function
// that allocates them are not told apart there: all of them counts.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <map>
#include <set>
#include <string>
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
  /// The same of those in one of its objects.
  bool mayMeet(const analysis::EffectItem &item, ir::ObjectId object) const;
  /// The same; else all that they write of these bytes are numbers, by their
  /// own types.
  bool mayMeetButNumbers(const analysis::EffectItem &item,
                         ir::ObjectId object) const;

private:
  struct Bytes {
    analysis::ObjectPlace begin;
    uint64_t count = 0;
  };
  struct Written {
    bool isNumbers = true; ///< by types of numbers alone
    bool isAnywhere = false;
    std::vector<Bytes> bytes; ///< unless it is anywhere
  };

  void add(const analysis::EffectItem &item);
  void addOfCallees(const analysis::EffectItem &item,
                    const std::set<ir::ObjectId> &ofCallers);
  bool meets(ir::ObjectId object, const analysis::EffectItem &item) const;
  std::vector<Bytes> bytesOf(ir::ObjectId object,
                             const analysis::EffectItem &item) const;

  const ir::Program &program_;
  const analysis::Effects &effects_;
  bool isAnything_ = false;
  std::map<ir::ObjectId, Written> written_;
  std::set<std::string> followed_; ///< functions
};

} // namespace hocket::speculation
