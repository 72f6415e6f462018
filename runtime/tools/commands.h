/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands around the runtime: for `hocket-board`, a small program for
 * boards, and for `hocket`, which has them beside those of the compiler. In C
 * and with libhocket alone.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct hkt_command {
  const char *name;
  const char *argument; /* what it takes, for people */
  const char *help;     /* one line */
  /* Like main: argv[0] is the command's name, argv[argc] is NULL. Returns an
   * exit status: 0, 1 for a wrong use, others by command. */
  int (*run)(int argc, char **argv);
};

/* All of them; the last one has no name. */
extern const struct hkt_command hkt_commands[];

/* Runs the command called argv[0]; -1 if there is none. */
int hkt_run_command(int argc, char **argv);

#ifdef __cplusplus
}
#endif
