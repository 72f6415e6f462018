/* SPDX-License-Identifier: Apache-2.0
 *
 * What it costs to sleep in the kernel on this machine.
 */
#pragma once

/* Nanoseconds from waking a thread that sleeps in the kernel on one of these
 * cores until it runs, found by trying, in some tenths of a millisecond; 0: not
 * to be found, on one core for instance. */
unsigned long long hki_sleep_cost(const unsigned *cpus, unsigned count);
