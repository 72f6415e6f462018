/* SPDX-License-Identifier: Apache-2.0
 *
 * What children write to stdout appears where the program would have written
 * it, once, and in the same words; strings among the arguments count as read.
 * Other files are not for children.
 */
#include "ahead.h"

enum { TRIPS = 50 };

static char names[TRIPS][24];
static char lines[TRIPS][64];

static void print(void *unused, long long at) {
  (void)unused;
  int i = (int)at;
  printf("%d: %-8s|%.*s|%5.2f %c%% %#lx %+lld %zu %Lg\n", i, names[i], 3,
         names[i], (double)at / 3, 'a' + i % 26, (unsigned long)at, at,
         (size_t)at, (long double)at / 4);
  fprintf(stdout, "%*d %hhd %s\n", 6, i, i, at % 2 ? names[i] : "even");
  putchar('0' + i % 10);
  putc('-', stdout);
  fputc('\n', stdout);
  puts(names[i]);
  fputs(names[i], stdout);
  fwrite(names[i], 2, 3, stdout);
  fflush(stdout);
  sprintf(lines[i], "<%s>", names[i]);
  printf("%s %d\n", lines[i], snprintf(lines[i], 6, "%s-%d", names[i], i));
}

static void print_marked(void *unused, long long at) {
  (void)unused;
  int i = (int)at;
  hk_spec_printf("%d: %-8s|%.*s|%5.2f %c%% %#lx %+lld %zu %Lg\n", i, names[i],
                 3, names[i], (double)at / 3, 'a' + i % 26, (unsigned long)at,
                 at, (size_t)at, (long double)at / 4);
  hk_spec_fprintf(stdout, "%*d %hhd %s\n", 6, i, i, at % 2 ? names[i] : "even");
  CHECK(hk_spec_putchar('0' + i % 10) == '0' + i % 10);
  hk_spec_putc('-', stdout);
  hk_spec_fputc('\n', stdout);
  CHECK(hk_spec_puts(names[i]) >= 0);
  hk_spec_fputs(names[i], stdout);
  CHECK(hk_spec_fwrite(names[i], 2, 3, stdout) == 3);
  hk_spec_fflush(stdout);
  CHECK(hk_spec_sprintf(lines[i], "<%s>", names[i]) ==
        2 + (int)strlen(names[i]));
  int size = hk_spec_snprintf(lines[i], 6, "%s-%d", names[i], i);
  hk_spec_printf("%s %d\n", lines[i], size);
}

/* A name that the iteration before writes, in each of the ways to read it. */
static unsigned way;

static void name(void *unused, long long at) {
  (void)unused;
  if (at + 1 < TRIPS)
    strcpy(names[at + 1], "changed");
  if (way == 4)
    snprintf(lines[0], sizeof lines[0], "%s", names[at]);
}

static void name_marked(void *unused, long long at) {
  (void)unused;
  if (at + 1 < TRIPS)
    hk_spec_strcpy(names[at + 1], "changed");
  if (way == 0)
    hk_spec_printf("%5s", names[at]);
  else if (way == 1)
    hk_spec_puts(names[at]);
  else if (way == 2)
    hk_spec_fwrite(names[at], 1, 1, stdout);
  else if (way == 3)
    hk_spec_fprintf(stdout, "%d%.1s", 0, names[at]);
  else
    hk_spec_snprintf(lines[0], sizeof lines[0], "%s", names[at]);
}

static void print_elsewhere(void *unused, long long at) {
  (void)unused;
  fprintf(stderr, "%s", at < 0 ? "never" : "");
}

static void print_elsewhere_marked(void *unused, long long at) {
  (void)unused;
  (void)at;
  hk_spec_fprintf(stderr, "what a child says\n");
}

static void count_marked(void *unused, long long at) {
  (void)unused;
  int count;
  hk_spec_printf("%lld%n", at, &count);
}

static void nothing(void *unused, long long at) {
  (void)unused;
  (void)at;
}

AHEAD(prints, print, print_marked);
AHEAD(elsewhere, print_elsewhere, print_elsewhere_marked);
AHEAD(counts, nothing, count_marked);

static void run_prints(void) {
  run_ahead(&prints, NULL, TRIPS);
  check_right(&prints);
}

static void run_plainly(void) {
  for (long long at = 0; at < TRIPS; at++)
    print(NULL, at);
}

static void run_ways(void) {
  for (way = 0; way < 5; way++) {
    struct ahead names_ahead = {
        {.name = "way", .body = body, .always = 1}, name, name_marked};
    memset(names, 0, sizeof names);
    strcpy(names[0], "changed");
    run_ahead(&names_ahead, NULL, 2);
    check_wrong(&names_ahead, HKI_CHANGED);
  }
}

static void run_elsewhere(void) {
  run_ahead(&elsewhere, NULL, TRIPS);
  check_wrong(&elsewhere, HKI_GAVE_UP);
  run_ahead(&counts, NULL, TRIPS);
  check_wrong(&counts, HKI_GAVE_UP);
}

/* What `run` writes to stdout, in a process of its own. */
static char *output_of(void (*run)(void)) {
  enum { MOST = 100000 };
  char *text = calloc(1, MOST);
  FILE *file = tmpfile();
  fflush(stdout);
  int before = dup(STDOUT_FILENO);
  CHECK(text && file && dup2(fileno(file), STDOUT_FILENO) >= 0);
  CHECK(in_child(run) == 0);
  CHECK(dup2(before, STDOUT_FILENO) >= 0);
  rewind(file);
  CHECK(fread(text, 1, MOST - 1, file) > 0 || run != run_prints);
  fclose(file);
  return text;
}

int main(void) {
  begin_test();
  for (int i = 0; i < TRIPS; i++)
    snprintf(names[i], sizeof names[i], "name%d of %d", i * i, i);
  char *wanted = output_of(run_plainly), *got = output_of(run_prints);
  CHECK(strcmp(wanted, got) == 0);
  free(output_of(run_ways));
  CHECK(*output_of(run_elsewhere) == 0);
  free(wanted);
  free(got);
  return 0;
}
