// SPDX-License-Identifier: Apache-2.0
#include "simulation/usercentric/Sensitivity.h"

#include <algorithm>

namespace hocket::simulation {

Sensitivities::Sensitivities(const Workload &workload, double touchNs)
    : workload_(workload), touchNs_(touchNs) {}

void Sensitivities::handle(const UserEvent &event) {
  switch (event.kind) {
  case UserEvent::Kind::Foreground:
    ended(event.process); // it stands in the history once
    history_.push_back(event.process);
    break;
  case UserEvent::Kind::Touch:
    touchedUntil_ = event.time + touchNs_;
    touched_ = foreground();
    break;
  case UserEvent::Kind::DisplayOff:
    isDisplayOn_ = false;
    break;
  case UserEvent::Kind::DisplayOn:
    isDisplayOn_ = true;
    break;
  }
}

void Sensitivities::ended(uint32_t process) {
  history_.erase(std::remove(history_.begin(), history_.end(), process),
                 history_.end());
}

Sensitivity Sensitivities::of(uint32_t process, double now) const {
  if (workload_.processes[process].isSystem)
    return Sensitivity::Medium;
  if (!isDisplayOn_ || process != foreground())
    return Sensitivity::Low;
  return process == touched_ && now < touchedUntil_ ? Sensitivity::High
                                                    : Sensitivity::Medium;
}

} // namespace hocket::simulation
