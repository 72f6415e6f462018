/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of commands.
 */
#include "commands.h"

#include "doctor.h"
#include "restore.h"
#include "run.h"

#include <stddef.h>
#include <string.h>

const struct hkt_command hkt_commands[] = {
    {"run", "[OPTIONS] -- PROGRAM...", "run a program on cores of its own",
     hkt_run},
    {"doctor", "[--json] [--cores=LIST]",
     "what this user may do with this machine", hkt_doctor},
    {"restore", "[--list | --dry-run]", "put back what killed programs left",
     hkt_restore},
    {NULL, NULL, NULL, NULL},
};

int hkt_run_command(int argc, char **argv) {
  for (const struct hkt_command *command = hkt_commands; command->name;
       command++)
    if (strcmp(command->name, argv[0]) == 0)
      return command->run(argc, argv);
  return -1;
}
