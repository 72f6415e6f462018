// SPDX-License-Identifier: Apache-2.0
//
// A blocked signal never arrives, whoever handles it; programs that we start
// inherit that, as they would have inherited SIG_IGN.
#include "driver/system/Signals.h"

#include <csignal>
#include <initializer_list>

namespace hocket::driver {

void keepIgnoredSignals() {
  for (int signal : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) != 0 ||
        action.sa_handler != SIG_IGN)
      continue;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    sigprocmask(SIG_BLOCK, &set, nullptr);
  }
}

} // namespace hocket::driver
