// SPDX-License-Identifier: Apache-2.0
//
// Places in memory that have been touched, as a walk of the text knows them:
// bytes from where an address expression leads, as long as nothing that the
// expression is computed from is written. What has been touched once stays
// touched to the end of the iteration; only what the expression means changes.
#pragma once

#include "analysis/Effects.h"
#include "dataflow/ProgramIndex.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket::speculation {

/// A part of memory: bytes from the value of an expression on.
struct TouchedPlace {
  unsigned base = 0; ///< number of the expression (PlaceNames)
  int64_t begin = 0;
  int64_t end = 0;
};

/// Numbers for address expressions: those that are written alike have one.
class PlaceNames {
public:
  PlaceNames(const ir::Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects) {}

  /// As the state before the statement has it. Nothing: the address is not
  /// computed from constants, variables and memory alone.
  std::optional<TouchedPlace> placeOf(const ir::Stmt &stmt,
                                      const ir::Access &access);

  /// Objects from which the expression is computed.
  const std::set<ir::ObjectId> &readBy(unsigned base) const {
    return names_[base].reads;
  }
  /// The address of an object with static storage.
  bool isStatic(unsigned base) const { return names_[base].isStatic; }

private:
  struct Name {
    std::set<ir::ObjectId> reads;
    unsigned terms = 0; ///< that are no constants
    bool isStatic = false;
  };

  bool addTerms(const ir::Stmt &stmt, ir::ExprId id, std::string &text,
                Name &name, int64_t &offset) const;
  bool addText(const ir::Stmt &stmt, ir::ExprId id, std::string &text,
               Name &name) const;
  bool addLoad(const ir::Stmt &stmt, const ir::Expr &load, Name &name) const;

  const ir::Program &program_;
  const analysis::Effects &effects_;
  std::map<std::string, unsigned> numbers_;
  std::vector<Name> names_;
};

/// What is known at a point of the text.
class TouchedState {
public:
  /// Of what nothing comes to: all there is has been touched.
  static TouchedState unreachable() {
    TouchedState result;
    result.isReachable_ = false;
    return result;
  }

  bool isReachable() const { return isReachable_; }
  bool has(const TouchedPlace &place) const;
  void add(const TouchedPlace &place);
  void add(const TouchedState &other);
  /// Expressions that no longer mean what they did.
  void forget(const std::function<bool(const TouchedPlace &)> &isChanged);
  /// Known on both ways to here.
  void meet(const TouchedState &other);
  /// Of objects with static storage: what other functions name alike.
  TouchedState ofStatics(const PlaceNames &names) const;

  bool operator==(const TouchedState &) const = default;

private:
  /// By base: bytes [first, second), neither overlapping nor adjacent.
  std::map<unsigned, std::map<int64_t, int64_t>> bytes_;
  bool isReachable_ = true;
};

} // namespace hocket::speculation
