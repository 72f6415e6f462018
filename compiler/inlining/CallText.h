// SPDX-License-Identifier: Apache-2.0
//
// The text of a statement with a call written out. `y = f(a + 1, n);` becomes
//
//   { double f_1; { int k = (a + 1); { <body of f, with n for its n> } }
//     y = f_1; }
//
// A parameter that the function never changes is not declared where the
// argument is a variable of the same type: the variable is named in its place,
// so that who asks what is known before the region finds it. Nor is it where
// the argument is `&x`, or an array: a pointer that may be passed on hides what
// it points to from a compiler, `(&x)->width` does not.
#pragma once

#include "inlining/Inlinable.h"
#include "ir/Text.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace hocket::inlining {

/// Where a text stands: what variables are called there, and which names are
/// taken.
struct Scope {
  std::map<ir::ObjectId, std::string> renamed;
  std::set<std::string_view> names;
};

class CallText {
public:
  using Chooser = std::function<bool(const ir::CallPoint &)>;

  /// \param mayFuse see InliningOptions
  /// \param isChosen whether a call inside a copy is to be inlined too.
  CallText(const ir::Program &program, bool mayFuse, Chooser isChosen)
      : program_(program), mayFuse_(mayFuse), isChosen_(std::move(isChosen)) {}

  /// For the node's whole text; nothing where a name would mean something else,
  /// or the returns cannot be followed.
  std::optional<ir::Replacement> write(const ir::CallPoint &place,
                                       const Scope &scope);

  /// `like_1`, or whatever no text of the unit has yet.
  std::string freshName(const std::string &like, ir::UnitId unit);

private:
  struct Parameters {
    std::string declarations;
    Scope inside;
  };

  Parameters bind(const ir::CallInstance &call, const Scope &scope);
  std::string inPlaceOf(const ir::BoundArgument &bound, ir::FunctionId callee,
                        const std::string &text) const;
  std::optional<std::string> body(ir::FunctionId callee, const Scope &scope,
                                  const std::string &result);
  bool mayBeFused(const ir::CallInstance &call) const;
  ir::Filler fillerOf(const Scope &scope) const;

  const ir::Program &program_;
  const bool mayFuse_;
  Chooser isChosen_;
  /// Words of each unit, and what was added.
  std::map<ir::UnitId, std::set<std::string>> words_;
  std::set<std::string> kept_; ///< storage of names that scopes refer to
};

} // namespace hocket::inlining
