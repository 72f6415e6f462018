/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: integers to which its segment only adds. What it adds it adds to
 * its own memory, whatever that holds; the program adds the difference between
 * what is there in the end and what was there at first, modulo the number of
 * values. (A reducer's view that starts from any value: Frigo, Halpern,
 * Leiserson, Lewin-Berlin, Reducers and other Cilk++ hyperobjects, SPAA 2009.)
 * Their bytes have an update to come, as others that are put off (defer.h).
 */
#pragma once

#include "speculate/shadow.h"

/* Before the first iteration. */
void hki_adds_start(void);

/* So many bytes there can be such an integer, beside those that there are. */
bool hki_adds_may(unsigned long at, unsigned long bytes);

/* They are one from now on, and this statement adds `value`. */
void hki_adds_begin(struct hk_spec_site *site, unsigned long at,
                    unsigned long bytes, unsigned long long value);

/* The statement that has begun the integer there, if that is still known. */
struct hk_spec_site *hki_adds_site(unsigned long at);

/* If some of these bytes are such integers: adds the statements that have begun
 * them, with those that update the same places; of one that is not known any
 * more all that have begun some. */
void hki_adds_tell(struct hki_place place, struct hki_sites *sites);

/* None of these bytes, from `at` to `end`, is added to in that way any more:
 * what comes is to be done in its order, behind it. */
void hki_adds_stop(unsigned long at, unsigned long end);

/* Those of the entries from this one on are bytes like others. */
void hki_adds_restart(size_t first_entry);
