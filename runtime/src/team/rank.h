/* SPDX-License-Identifier: Apache-2.0
 *
 * Which processor is for which core of a region, on the chip that a program was
 * compiled for.
 */
#pragma once

#include "hocket/abi_chip.h"

/* Puts the processors into the order in which regions are to use them: the k-th
 * for core k. Where all of the chip's are there, that is the order of the
 * schedule. For one that is not there, the last one of its kind stands in, so
 * that the others stay as they are; where its kind is used up, the last one of
 * the next kind. So whatever is there, the first cores, which the schedule took
 * to be the fastest, have the fastest. What the chip does not know comes last.
 *
 * Returns the kinds of the processors in their new order, to be freed; NULL if
 * all are alike, or without memory, and then nothing has moved. */
unsigned *hki_rank(const struct hk_chip *chip, unsigned *processors,
                   unsigned count);
