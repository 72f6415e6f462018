/* SPDX-License-Identifier: Apache-2.0
 *
 * The checking runtime alone: two pieces of code on two cores, in no order or
 * in one. Each case runs in a child, which must end with status 66 if the two
 * conflict and with 0 if not. This file is instrumented as emitted C is. */
#include "hocket/abi.h"
/* What abi_check.h declares; abi.h has brought in abi_order.h. */
void check_wait(struct hk_flag *flag,
                unsigned target) __asm__("__hocket_check_wait");
void check_signal(struct hk_flag *flag,
                  unsigned number) __asm__("__hocket_check_signal");

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char a[64], b[64];
static int numbers[16];
static atomic_int counter;
static char *volatile block;
struct pair {
  long x, y;
} pair, other; /* visible to others: nothing is left out */

static void keep(int value) {
  volatile int here = value;
  (void)here;
}

/* --- what the cores do -----------------------------------------------------
 */

static void nothing(void) {}
static void write_a(void) { a[5] = 1; }
static void write_a_far(void) { a[40] = 1; }
static void read_a(void) { keep(a[5]); }
static void read_a_far(void) { keep(a[40]); }
static void write_neighbour(void) { a[6] = 1; }
static void write_int_over_a(void) { memcpy(a + 3, b, 4); }
static void write_pair(void) { pair = other; }
static void write_half(void) { pair.y = 1; }
static void write_other(void) { other.x = 1; }
static void count_up(void) { counter++; }
static void set_errno(void) { errno = 7; }
static void set_a(void) { memset(a, 'x', 63); }
static void set_two(void) { memset(a + 8, 'x', 2); }
static void copy_from_a(void) { memcpy(b, a, 6); }
static void copy_to_a(void) { memmove(a, b, 6); }
static void copy_beyond(void) { memcpy(a + 6, b + 6, 6); }
static void length_of_a(void) { keep((int)strlen(a)); }
static void text_to_a(void) { strcpy(a, "four five"); }
static void more_text(void) { strcat(a, "!"); }
static void compare_a(void) { keep(strcmp(a, "abc")); }
static void compare_bytes(void) { keep(memcmp(a, "\1\2\3\4\5\6", 6)); }
static void find_in_a(void) { keep(strchr(a, 'q') != NULL); }
static void number_in_a(void) { keep((int)strtol(a, NULL, 10)); }
static void print_a(void) { printf("%d %s %g\n", 7, a, 1.5); }
static void print(void) { puts("text"); }
static void format_to_a(void) { snprintf(a, sizeof a, "%d", 1234567); }
static void format_from_a(void) { snprintf(b, sizeof b, "%s", a); }
static int ascending(const void *x, const void *y) {
  return *(const int *)x - *(const int *)y;
}
static void sort(void) { qsort(numbers, 16, sizeof(int), ascending); }
static void read_number(void) { keep(numbers[9]); }
static void random_number(void) { keep(rand()); }
static void use_heap(void) {
  char *mine = malloc(100);
  memset(mine, 1, 100);
  mine[7] = 2;
  free(mine);
}
static void make_block(void) { block = malloc(32); }
static void drop_block(void) { free(block); }
static void use_block(void) { block[3] = 1; }

/* --- the cases -------------------------------------------------------------
 */

enum { NONE = 0, CONFLICT = 66 };

static const struct {
  const char *name;
  void (*first)(void), (*second)(void);
  int expected;
} cases[] = {
    {"nothing", nothing, nothing, NONE},
    {"write and read", write_a, read_a, CONFLICT},
    {"read and write", read_a, write_a, CONFLICT},
    {"write and write", write_a, write_a, CONFLICT},
    {"read and read", read_a, read_a, NONE},
    {"elsewhere", write_a, read_a_far, NONE},
    {"neighbouring bytes", write_a, write_neighbour, NONE},
    {"several bytes over one", write_int_over_a, write_a, CONFLICT},
    {"one byte over several", write_a, write_int_over_a, CONFLICT},
    {"several bytes beside one", write_int_over_a, write_a_far, NONE},
    {"structures", write_pair, write_half, CONFLICT},
    {"source of a structure", write_other, write_pair, CONFLICT},
    {"atomics make no order", count_up, count_up, CONFLICT},
    {"errno is each core's", set_errno, set_errno, NONE},
    {"memset", set_a, read_a, CONFLICT},
    {"memset elsewhere", set_two, read_a, NONE},
    {"memcpy reads", copy_from_a, write_a, CONFLICT},
    {"memcpy reads, twice", copy_from_a, copy_from_a, CONFLICT}, /* of b */
    {"memcpy reads no further", copy_from_a, write_neighbour, NONE},
    {"memmove writes", copy_to_a, read_a, CONFLICT},
    {"memmove writes no further", copy_to_a, copy_beyond, NONE},
    {"strlen", length_of_a, write_a, CONFLICT},
    {"strlen ends", length_of_a, write_a_far, NONE},
    {"strcpy", text_to_a, read_a, CONFLICT},
    {"strcpy ends", text_to_a, read_a_far, NONE},
    {"strcat", more_text, length_of_a, CONFLICT},
    {"strcat appends", more_text, read_a, NONE},
    {"strcmp", compare_bytes, write_a_far, NONE},
    {"strcmp stops", compare_a, write_a, NONE},
    {"strchr", find_in_a, write_a, CONFLICT},
    {"strtol", number_in_a, set_a, CONFLICT},
    {"printf reads", print_a, write_a, CONFLICT},
    {"two tasks print", print, print_a, CONFLICT},
    {"snprintf writes", format_to_a, read_a, CONFLICT},
    {"snprintf writes no further", format_to_a, read_a_far, NONE},
    {"snprintf reads", write_a, format_from_a, CONFLICT},
    {"qsort", sort, read_number, CONFLICT},
    {"rand", random_number, random_number, CONFLICT},
    {"blocks handed out again", use_heap, use_heap, NONE},
    {"free", make_block, drop_block, CONFLICT}, /* of `block` itself */
    {"free and use", drop_block, use_block, CONFLICT},
};

static struct hk_flag flags[3];
static void (*first)(void), (*second)(void);

static void core0(struct hk_core *core, void *frame) {
  (void)frame;
  unsigned n = ++core->epoch;
  check_signal(&flags[2], n); /* orders nothing that matters */
  first();
  check_signal(&flags[0], n);
}

static void core1(struct hk_core *core, void *frame) {
  (void)frame;
  second();
  check_wait(&flags[0], core->epoch + 1);
}

static void core1_after(struct hk_core *core, void *frame) {
  (void)frame;
  check_wait(&flags[0], core->epoch + 1);
  second();
}

static hk_core_program *const unordered[] = {core0, core1};
static hk_core_program *const ordered[] = {core0, core1_after};
static struct hk_region regions[] = {{"unordered", 2, unordered, 0, 0, 0},
                                     {"ordered", 2, ordered, 0, 0, 0}};

/* Core 0 runs ahead to its end before core 1 goes on: what core 1 waits for
 * must not put it after all that. */
static void ahead(struct hk_core *core, void *frame) {
  (void)frame;
  unsigned n = core->epoch;
  for (int i = 1; i <= 8; i++) {
    numbers[i] = i;
    check_signal(&flags[0], n + (unsigned)i);
  }
  core->epoch += 8;
}

static int late; /* how much further than it waits for core 1 reads */

static void behind(struct hk_core *core, void *frame) {
  (void)frame;
  unsigned n = core->epoch;
  for (int i = 1; i <= 6; i++) {
    check_wait(&flags[0], n + (unsigned)i);
    keep(numbers[i + late]);
  }
}

static hk_core_program *const chase[] = {ahead, behind};
static struct hk_region chased = {"chase", 2, chase, 0, 0, 0};

/* 0 before 1 before 2: order is handed on. */
static void hand_on(struct hk_core *core, void *frame) {
  (void)frame;
  check_wait(&flags[0], core->epoch + 1);
  check_signal(&flags[1], core->epoch + 1);
}

static void last(struct hk_core *core, void *frame) {
  (void)frame;
  check_wait(&flags[1], core->epoch + 1);
  second();
}

static hk_core_program *const chain[] = {core0, hand_on, last};
static struct hk_region chained = {"chain", 3, chain, 0, 0, 0};

/* --- running them ----------------------------------------------------------
 */

static int status_of(struct hk_region *region) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    int sinkhole = open("/dev/null", O_WRONLY);
    dup2(sinkhole, 1);
    dup2(sinkhole, 2);
    for (int entry = 0; entry < 3; entry++)
      if (!hk_run(region, NULL))
        _exit(3);
    exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int failures;

static void expect(const char *what, const char *name, int expected, int got) {
  if (got == expected)
    return;
  fprintf(stderr, "%s, %s: status %d, expected %d\n", name, what, got,
          expected);
  failures++;
}

int main(void) {
  block = malloc(32);
  strcpy(a, "12345 ");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *name = cases[i].name;
    first = cases[i].first;
    second = cases[i].second;
    expect("unordered", name, cases[i].expected, status_of(&regions[0]));
    if (strncmp(name, "free", 4) == 0)
      continue; /* freed thrice, used when freed */
    expect("ordered", name, NONE, status_of(&regions[1]));
    expect("handed on", name, NONE, status_of(&chained));
  }
  expect("in step", "chase", NONE, status_of(&chased));
  late = 1;
  expect("too early", "chase", CONFLICT, status_of(&chased));
  return failures != 0;
}
