/* SPDX-License-Identifier: Apache-2.0
 *
 * Asking all probes, and printing what they find.
 */
#define _GNU_SOURCE
#include "doctor.h"

#include "reserve/look/look.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct hkt_probe *const tables[] = {
    hkt_machine_probes, hkt_core_probes, hkt_clock_probes, hkt_other_probes,
    hkt_program_probes};
static const char *const answers[] = {"no", "partly", "yes"};

void hkt_answer(struct hkt_finding *finding, enum hkt_answer answer,
                const char *why, ...) {
  va_list arguments;
  va_start(arguments, why);
  vsnprintf(finding->why, sizeof finding->why, why, arguments);
  va_end(arguments);
  finding->answer = answer;
}

void hkt_grant(struct hkt_finding *finding, const char *how, ...) {
  va_list arguments;
  va_start(arguments, how);
  vsnprintf(finding->grant, sizeof finding->grant, how, arguments);
  va_end(arguments);
}

bool hkt_answer_by(const struct hkt_machine *machine,
                   struct hkt_finding *finding, const char *path) {
  int error = hki_files_may_write(machine->files, path);
  if (error)
    hkt_answer(finding, HKT_NO, "%s: %s", path, strerror(-error));
  else
    hkt_answer(finding, HKT_YES, "%s may be written", path);
  return error == 0;
}

static void print_text(FILE *out, const struct hkt_probe *probe,
                       const struct hkt_finding *finding) {
  fprintf(out, "%-7s %s: %s\n", answers[finding->answer], probe->what,
          finding->why);
  for (const char *line = finding->grant; *line;) {
    size_t length = strcspn(line, "\n");
    fprintf(out, "        %s%.*s\n",
            line == finding->grant ? "grant: " : "       ", (int)length, line);
    line += length + (line[length] == '\n');
  }
}

static void print_string(FILE *out, const char *text) {
  fputc('"', out);
  for (const char *c = text; *c; c++) {
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if ((unsigned char)*c < ' ')
      fprintf(out, "\\u%04x", (unsigned char)*c);
    else
      fputc(*c, out);
  }
  fputc('"', out);
}

static void print_json(FILE *out, const struct hkt_probe *probe,
                       const struct hkt_finding *finding, bool first) {
  fprintf(out, "%s\n  {\"name\": \"%s\", \"what\": ", first ? "" : ",",
          probe->name);
  print_string(out, probe->what);
  fprintf(out, ", \"answer\": \"%s\", \"why\": ", answers[finding->answer]);
  print_string(out, finding->why);
  fputs(", \"grant\": ", out);
  print_string(out, finding->grant);
  fputc('}', out);
}

static void ask_all(const struct hkt_machine *machine, bool json, FILE *out) {
  bool first = true;
  if (json)
    fputc('[', out);
  for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
    for (const struct hkt_probe *probe = tables[i]; probe->name; probe++) {
      struct hkt_finding finding = {.answer = HKT_NO};
      probe->look(machine, &finding);
      if (json)
        print_json(out, probe, &finding, first);
      else
        print_text(out, probe, &finding);
      first = false;
    }
  if (json)
    fputs("\n]\n", out);
}

/* The processors that the examples name: those asked for, or all but the
 * first. */
static bool set_up(struct hkt_machine *machine, const char *cores) {
  const struct hki_files *files = machine->files;
  struct hki_cpus set, none = {{0}};
  if (hki_read_list(files, "/sys/devices/system/cpu/online",
                    &machine->online) != 0 ||
      hki_cpus_count(&machine->online) == 0) {
    fprintf(stderr, "hocket doctor: /sys/devices/system/cpu/online cannot be "
                    "read; is /sys mounted?\n");
    return false;
  }
  set = machine->online;
  if (hki_cpus_count(&set) > 1) {
    hki_cpus_add(&none, hki_cpus_next(&set, 0));
    set = hki_cpus_without(&set, &none);
  }
  if (cores &&
      (hki_cpus_parse_list(&set, cores) != 0 ||
       !hki_cpus_within(&set, &machine->online) || hki_cpus_count(&set) == 0)) {
    fprintf(stderr,
            "hocket doctor: --cores: '%s' is not a list of processors that are "
            "online\n",
            cores);
    return false;
  }
  machine->first = hki_cpus_next(&set, 0);
  machine->nice = hki_is_capable(files, HKI_CAP_SYS_NICE);
  machine->lock = hki_is_capable(files, 14);
  machine->admin = hki_is_capable(files, 21);
  machine->perfmon = hki_is_capable(files, 38) || machine->admin;
  return hki_cpus_list(&set, machine->cores, sizeof machine->cores) == 0;
}

int hkt_doctor_of(const struct hki_files *files, int argc, char **argv,
                  FILE *out) {
  static const struct option table[] = {{"json", no_argument, NULL, 1},
                                        {"cores", required_argument, NULL, 2},
                                        {"help", no_argument, NULL, 3},
                                        {"folder", required_argument, NULL, 4},
                                        {NULL, 0, NULL, 0}};
  const char *cores = NULL, *folder = NULL;
  bool json = false;
  char name[] = "hocket doctor", *own = argv[0];
  int option;
  argv[0] = name; /* that getopt's messages begin with */
  optind = 0;     /* begin anew */
  while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
    if (option == 3)
      fputs("usage: hocket doctor [--json] [--cores=LIST] "
            "[--folder=FOLDER]\n\n"
            "Says what this user may do with this machine. Changes nothing.\n",
            out);
    if (option == 3 || option == '?')
      return option == '?';
    json = json || option == 1;
    cores = option == 2 ? optarg : cores;
    folder = option == 4 ? optarg : folder;
  }
  argv[0] = own;
  if (optind < argc) {
    fprintf(stderr, "hocket doctor: '%s' is one argument too many\n",
            argv[optind]);
    return 1;
  }
  struct hkt_machine machine = {.files = files, .folder = folder};
  if (!set_up(&machine, cores))
    return 1;
  ask_all(&machine, json, out);
  return 0;
}

int hkt_doctor(int argc, char **argv) {
  return hkt_doctor_of(&hki_machine, argc, argv, stdout);
}
