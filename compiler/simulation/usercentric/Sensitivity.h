// SPDX-License-Identifier: Apache-2.0
//
// How much a process matters to the user at the moment (paper 004, section 3.1,
// figure 3). All threads of a process have its sensitivity, from when they are
// forked on.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

enum class Sensitivity : uint8_t {
  Low,    ///< an app in the background, or any while the display is off
  Medium, ///< the app in the foreground; the system, always
  High    ///< the app in the foreground, shortly after a touch
};

class Sensitivities {
public:
  /// \param touchNs how long a touch counts; 500 ms in the paper
  Sensitivities(const Workload &workload, double touchNs);

  void handle(const UserEvent &event);
  /// The process has no threads left: if it is in the foreground, the one that
  /// was there before comes back.
  void ended(uint32_t process);

  Sensitivity of(uint32_t process, double now) const;
  uint32_t foreground() const {
    return history_.empty() ? none : history_.back();
  }
  /// When what was touched becomes medium again; 0: nothing was touched.
  double touchedUntil() const { return touchedUntil_; }

private:
  const Workload &workload_;
  double touchNs_, touchedUntil_ = 0;
  uint32_t touched_ = none; ///< process
  bool isDisplayOn_ = true;
  std::vector<uint32_t>
      history_; ///< apps in the foreground, the last at the end
};

} // namespace hocket::simulation
