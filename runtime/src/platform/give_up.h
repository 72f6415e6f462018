/* SPDX-License-Identifier: Apache-2.0
 *
 * What a forked child does not free.
 */
#pragma once

/* In a forked child: the object is the parent's and is never freed, with all
 * that it refers to. A checker for lost memory is told so. */
void hki_give_up(const void *object);
