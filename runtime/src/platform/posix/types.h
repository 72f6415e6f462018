/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

typedef pthread_t hki_thread;

struct hki_signals {
  sigset_t mask;
};

struct hki_coroutine {
  jmp_buf here; /* where it goes on */
};
