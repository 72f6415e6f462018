/* SPDX-License-Identifier: Apache-2.0
 *
 * How libhocket talks to the user.
 */
#pragma once

/* Writes "hocket: ...\n" to standard error, in one piece. */
void hki_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
