/* SPDX-License-Identifier: Apache-2.0
 *
 * Traces: what each core did and when, in the format that Chrome, Perfetto and
 * `hocket trace` read. HOCKET_TRACE=FILE in the environment has one written at
 * exit. docs/runtime/traces.md describes the file.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "hocket/abi.h"

/* Writes what has been recorded until now to the file that HOCKET_TRACE names,
 * in one step. (After _exit, abort or a signal FILE.part holds what had been
 * recorded, for `hocket trace`.) May be called from any thread, and again; not
 * from a signal handler. Returns 0; 1 if nothing is recorded (no HOCKET_TRACE,
 * no region entered yet, a forked child without "%p" in the name); -EBUSY if
 * another thread is writing; else what went wrong, a negative errno value. */
int hk_trace_write(void);

#ifdef __cplusplus
}
#endif
