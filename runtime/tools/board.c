/* SPDX-License-Identifier: Apache-2.0
 *
 * hocket-board: those commands of `hocket` that need no compiler, for the
 * machine that the programs run on.
 */
#include "commands.h"

#include <stdio.h>
#include <string.h>

static void print_help(FILE *out) {
  fprintf(out, "usage: hocket-board COMMAND [ARGUMENT]\n\n");
  for (const struct hkt_command *command = hkt_commands; command->name;
       command++) {
    char use[64];
    snprintf(use, sizeof use, "%s %s", command->name, command->argument);
    fprintf(out, "  %-30s %s\n", use, command->help);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    print_help(stderr);
    return 1;
  }
  if (strcmp(argv[1], "--help") == 0) {
    print_help(stdout);
    return 0;
  }
  int status = hkt_run_command(argc - 1, argv + 1);
  if (status >= 0)
    return status;
  fprintf(stderr,
          "hocket-board: unknown command '%s'; 'hocket-board --help' lists "
          "the commands\n",
          argv[1]);
  return 1;
}
