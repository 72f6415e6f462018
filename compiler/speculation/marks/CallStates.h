// SPDX-License-Identifier: Apache-2.0
//
// What functions have in common wherever they are called: the variables with
// static storage that have been touched where they begin and return. Found in
// rounds of walks: each uses what the last one has found.
#pragma once

#include "speculation/marks/TouchedPlaces.h"

#include <map>

namespace hocket::speculation {

class CallStates {
public:
  /// \param isOpen it may be called from anywhere
  void add(ir::FunctionId function, bool isOpen);
  /// What was found is what is known; nothing is found so far.
  void beginRound();
  /// What was found is what this was found from.
  bool isSettled() const;
  /// Nothing is known anywhere.
  void forgetAll();

  /// Unreachable: no call has been found. Of a function that was added.
  const TouchedState &entry(ir::FunctionId function) const;
  /// Null: it was not added.
  const TouchedState *exit(ir::FunctionId function) const;
  void foundCall(ir::FunctionId function, const TouchedState &state);
  void foundExit(ir::FunctionId function, const TouchedState &state);

private:
  struct Ends {
    TouchedState entry = TouchedState::unreachable(),
                 exit = TouchedState::unreachable();
    bool operator==(const Ends &) const = default;
  };
  struct States {
    bool isOpen = false;
    Ends known, found;
  };
  std::map<ir::FunctionId, States> states_;
};

} // namespace hocket::speculation
