/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

typedef int hki_thread;

struct hki_signals {
  int none;
};

struct hki_coroutine {
  int none;
};
