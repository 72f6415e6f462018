/* SPDX-License-Identifier: Apache-2.0
 *
 * A forked process shares the memory of its parent until one of them writes;
 * what the parent then writes to is there twice. So the watchdog, which lives
 * as long as the program, gives back its half: else a program that fills the
 * memory of its machine would no longer fit.
 */
#pragma once

/* Gives back all large pieces of private memory without a file, but for the
 * stack and the thread's own block: they read as 0 from then on, heap and large
 * static arrays too. Only the system's calls may be used after that. Under a
 * sanitizer it does nothing: its own state is in such memory. */
void hki_memory_give_back(void);
