/* SPDX-License-Identifier: Apache-2.0
 *
 * libhocket: what a parallel C program needs to run the same static schedule on
 * several cores. The one public header; emitted C uses only the part in abi.h.
 *
 *   hk_run       runs one program on each of several cores, returns when all
 *                are done (abi.h)
 *   hk_wait,     order tasks between cores: flags that only count up (abi.h)
 *   hk_signal
 *   hk_chunk     static bounds of the chunks of a loop (abi.h)
 *   hk_barrier   all of a number of threads, or processes, meet (barrier.h)
 *   hk_cores     how many cores are to be had
 *   hk_reserve   cores for this program alone (reserve.h)
 *   hk_power_*   frequencies of cores (power.h)
 *   hk_gate_*,   how a core waits, by the length of the gap (gate.h)
 *   hk_gap_*
 *
 * Conventions. Every function may be called from any thread. The caller owns
 * all storage it passes in; nothing is kept after the call, except that the
 * threads of the team, made at the first hk_run, stay until the process ends.
 * Functions that can fail return a negative errno value. There is nothing to
 * initialize and nothing to free. Link with libhocket.a and -pthread.
 * docs/runtime.md has the environment variables and the limits.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "hocket/abi.h"
#include "hocket/barrier.h"
#include "hocket/gate.h"
#include "hocket/power.h"
#include "hocket/reserve.h"
#include "hocket/trace.h"

/* The number of cores that hk_run uses without putting two on one processor:
 * the processors in the calling thread's affinity mask, or HOCKET_CORES if that
 * is less. At least 1. */
unsigned hk_cores(void);

#ifdef __cplusplus
}
#endif
