// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/CallStates.h"

#include <algorithm>
#include <utility>

namespace hocket::speculation {

using ir::FunctionId;

void CallStates::add(FunctionId function, bool isOpen) {
  States &states = states_[function];
  states.isOpen = isOpen;
  if (isOpen)
    states.known.entry = states.found.entry = TouchedState();
}

void CallStates::beginRound() {
  for (auto &[function, states] : states_) {
    states.known = std::exchange(states.found, Ends());
    if (states.isOpen)
      states.found.entry = TouchedState();
  }
}

bool CallStates::isSettled() const {
  return std::all_of(states_.begin(), states_.end(), [](const auto &entry) {
    return entry.second.known == entry.second.found;
  });
}

void CallStates::forgetAll() {
  for (auto &[function, states] : states_)
    states.known = {TouchedState(), TouchedState()};
}

const TouchedState &CallStates::entry(FunctionId function) const {
  return states_.at(function).known.entry;
}

const TouchedState *CallStates::exit(FunctionId function) const {
  auto known = states_.find(function);
  return known == states_.end() ? nullptr : &known->second.known.exit;
}

void CallStates::foundCall(FunctionId function, const TouchedState &state) {
  if (auto known = states_.find(function); known != states_.end())
    known->second.found.entry.meet(state);
}

void CallStates::foundExit(FunctionId function, const TouchedState &state) {
  states_.at(function).found.exit.meet(state);
}

} // namespace hocket::speculation
