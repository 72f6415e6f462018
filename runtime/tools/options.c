/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading the options of `hocket run`.
 */
#define _GNU_SOURCE
#include "options.h"

#include "machine/files/files.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_USE = 1, DEFAULT_FIFO = 10 };

static const char help[] =
    "usage: hocket run [OPTIONS] [--] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs a program on cores of its own, as far as this user may have them.\n"
    "\n"
    "  --cores=LIST    these processors: 2-7 or 1,3\n"
    "  --count=N       any N processors; default: all that are not kept\n"
    "  --keep=LIST     processors that stay with the system; default: one\n"
    "  --level=LEVEL   auto, isolated, root, cpuset or affinity; one that "
    "cannot\n"
    "                  be had is replaced by the next\n"
    "  --exactly       ... is an error instead\n"
    "  --pinned        the program pins its threads, one to a processor\n"
    "  --fifo[=PRIO]   run it as SCHED_FIFO, priority 10 or PRIO\n"
    "  --replug        take the processors offline and online again first\n"
    "  --within=GROUP  in this control group; tasks elsewhere are left alone\n"
    "  --dry-run       print what would be done\n"
    "  --verbose       say what is done\n"
    "  --quiet         do not say what is gone without\n";

enum option_name {
  CORES = 1,
  COUNT,
  KEEP,
  LEVEL,
  EXACTLY,
  PINNED,
  FIFO,
  REPLUG,
  WITHIN,
  DRY_RUN,
  VERBOSE,
  QUIET,
  HELP
};

static const struct option table[] = {
    {"cores", required_argument, NULL, CORES},
    {"count", required_argument, NULL, COUNT},
    {"keep", required_argument, NULL, KEEP},
    {"level", required_argument, NULL, LEVEL},
    {"exactly", no_argument, NULL, EXACTLY},
    {"pinned", no_argument, NULL, PINNED},
    {"fifo", optional_argument, NULL, FIFO},
    {"replug", no_argument, NULL, REPLUG},
    {"within", required_argument, NULL, WITHIN},
    {"dry-run", no_argument, NULL, DRY_RUN},
    {"verbose", no_argument, NULL, VERBOSE},
    {"quiet", no_argument, NULL, QUIET},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static int wrong(const char *option, const char *value, const char *wanted) {
  fprintf(stderr, "hocket run: --%s: '%s' is not %s\n", option, value, wanted);
  return WRONG_USE;
}

/* A list of processors; the memory is the caller's. */
static int read_list(const char *option, const char *value, unsigned **cpus,
                     unsigned *count) {
  free(*cpus);
  *cpus = calloc(HKI_MOST_CPUS, sizeof **cpus);
  int number = *cpus ? hki_files_parse_cpus(value, *cpus, HKI_MOST_CPUS) : -1;
  if (number <= 0)
    return wrong(option, value, "a list of processors such as 2-7 or 1,3");
  *count = (unsigned)number;
  return -1;
}

static int read_number(const char *option, const char *value, long most,
                       long *number) {
  char *end;
  *number = strtol(value, &end, 10);
  char wanted[64];
  snprintf(wanted, sizeof wanted, "a number from 1 to %ld", most);
  bool right = *value && !*end && *number >= 1 && *number <= most;
  return right ? -1 : wrong(option, value, wanted);
}

static int read_level(const char *value, struct hk_reserve_request *request) {
  if (hk_reserve_level_named(value, &request->level) == 0 &&
      request->level != HK_RESERVE_OFF)
    return -1;
  return wrong("level", value, "auto, isolated, root, cpuset or affinity");
}

/* long: one case for each option. */
static int read_option(int name, const char *value,
                       struct hkt_run_options *options) {
  struct hk_reserve_request *request = &options->request;
  long number = 0;
  int status = -1;
  switch (name) {
  case CORES:
    status = read_list("cores", value, &options->cpus, &request->num_cpus);
    request->cpus = options->cpus;
    return status;
  case COUNT:
    status = read_number("count", value, HKI_MOST_CPUS, &number);
    request->num_cpus = (unsigned)number;
    return status;
  case KEEP:
    status = read_list("keep", value, &options->keep, &request->num_keep);
    request->keep = options->keep;
    return status;
  case LEVEL:
    return read_level(value, request);
  case FIFO:
    number = DEFAULT_FIFO;
    if (value)
      status = read_number("fifo", value, 99, &number);
    request->fifo = (int)number;
    return status;
  case WITHIN:
    request->within = value;
    return value[0] == '/' && (value[1] == 0 || hki_files_is_path(value))
               ? -1
               : wrong("within", value, "a path such as /user.slice");
  case EXACTLY:
    request->flags |= HK_RESERVE_EXACTLY;
    return -1;
  case PINNED:
    request->flags |= HK_RESERVE_PINNED;
    return -1;
  case REPLUG:
    request->flags |= HK_RESERVE_REPLUG;
    return -1;
  case DRY_RUN:
    request->flags |= HK_RESERVE_DRY_RUN;
    options->dry_run = true;
    return -1;
  case VERBOSE:
    options->verbose = true;
    return -1;
  case QUIET:
    options->quiet = true;
    return -1;
  case HELP:
    fputs(help, stdout);
    return 0;
  default: /* getopt has said what is wrong */
    return WRONG_USE;
  }
}

/* What does not go together. */
static int check(const struct hkt_run_options *options, bool has_count) {
  const char *problem = NULL;
  if (options->cpus && has_count)
    problem = "--cores and --count exclude each other";
  else if (!options->dry_run && !options->program[0])
    problem = "no program is given; 'hocket run --help' shows how";
  if (problem)
    fprintf(stderr, "hocket run: %s\n", problem);
  return problem ? WRONG_USE : -1;
}

int hkt_run_options(int argc, char **argv, struct hkt_run_options *options) {
  *options = (struct hkt_run_options){.request.level = HK_RESERVE_AUTO};
  char name[] = "hocket run";
  char *own = argv[0];
  argv[0] = name; /* that getopt's messages begin with */
  optind = 0;     /* begin anew */
  int option, status = -1;
  bool has_count = false;
  while (status < 0 &&
         (option = getopt_long(argc, argv, "+", table, NULL)) != -1) {
    has_count = has_count || option == COUNT;
    status = read_option(option, optarg, options);
  }
  argv[0] = own;
  options->program = argv + optind;
  if (status < 0)
    status = check(options, has_count);
  if (status >= 0)
    hkt_run_options_free(options);
  return status;
}

void hkt_run_options_free(struct hkt_run_options *options) {
  free(options->cpus);
  free(options->keep);
  options->cpus = options->keep = NULL;
}
