/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of the C library in clones: they do what they do, count what they
 * read, no more and no less, and what they write.
 */
#include "ahead.h"

enum { TRIPS = 40, SIZE = 64 };

static char words[TRIPS][SIZE], copies[TRIPS][SIZE];
static long results[TRIPS][16];
static int numbers[TRIPS][SIZE * 8];

static int sign(int n) { return (n > 0) - (n < 0); }

static int by_last_digit(const void *a, const void *b) {
  int x = *(const int *)a % 10, y = *(const int *)b % 10;
  return (x > y) - (x < y);
}

static int by_last_digit_marked(const void *a, const void *b) {
  int x = R(*(const int *)a) % 10, y = R(*(const int *)b) % 10;
  return (x > y) - (x < y);
}

static int by_value_marked(const void *a, const void *b) {
  int x = R(*(const int *)a), y = R(*(const int *)b);
  return (x > y) - (x < y);
}

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void fill(int *to, int count, long long at) {
  for (int i = 0; i < count; i++)
    to[i] = (int)(at * 7919 + i * 104729) % 1009;
}

static void use(void *unused, long long at) {
  (void)unused;
  char *word = words[at], *copy = copies[at];
  long *result = results[at];
  int *array = numbers[at];
  result[0] = (long)strlen(word);
  result[1] = strchr(word, 'q') - word;
  result[2] = strrchr(word, 'a') - word;
  result[3] = strchr(word, '#') == NULL;
  result[4] = strstr(word, "qu") - word;
  result[5] = strstr(word, "none") == NULL;
  result[6] = sign(strcmp(word, "b"));
  result[7] = sign(strncmp(word, "aquarium", 3));
  result[8] = sign(memcmp(word, "aquatic", 7));
  result[9] = (char *)memchr(word, 'm', SIZE) - word;
  strcpy(copy, word);
  strcat(copy, "/tail");
  strncpy(copy + 30, word, 4);
  memcpy(copy + 40, word, 8);
  memmove(copy + 41, copy + 40, 7);
  memset(copy + 50, '=', 5);
  fill(array, SIZE * 8, at);
  qsort(array, SIZE * 8, sizeof *array, by_last_digit);
  result[10] = array[17];
  qsort(array, SIZE * 8, sizeof *array, by_value);
  int key = array[SIZE];
  result[11] =
      *(int *)bsearch(&key, array, SIZE * 8, sizeof *array, by_value) == key;
}

static void use_marked(void *unused, long long at) {
  (void)unused;
  char *word = words[at], *copy = copies[at];
  long *result = results[at];
  int *array = numbers[at];
  W(result[0], (long)hk_spec_strlen(word));
  W(result[1], hk_spec_strchr(word, 'q') - word);
  W(result[2], hk_spec_strrchr(word, 'a') - word);
  W(result[3], hk_spec_strchr(word, '#') == NULL);
  W(result[4], hk_spec_strstr(word, "qu") - word);
  W(result[5], hk_spec_strstr(word, "none") == NULL);
  W(result[6], sign(hk_spec_strcmp(word, "b")));
  W(result[7], sign(hk_spec_strncmp(word, "aquarium", 3)));
  W(result[8], sign(hk_spec_memcmp(word, "aquatic", 7)));
  W(result[9], (char *)hk_spec_memchr(word, 'm', SIZE) - word);
  hk_spec_strcpy(copy, word);
  hk_spec_strcat(copy, "/tail");
  hk_spec_strncpy(copy + 30, word, 4);
  hk_spec_memcpy(copy + 40, word, 8);
  hk_spec_memmove(copy + 41, copy + 40, 7);
  hk_spec_memset(copy + 50, '=', 5);
  int other[SIZE * 8];
  fill(other, SIZE * 8, at);
  hk_spec_memcpy(array, other, sizeof other);
  hk_spec_qsort(array, SIZE * 8, sizeof *array, by_last_digit_marked);
  W(result[10], R(array[17]));
  hk_spec_qsort(array, SIZE * 8, sizeof *array, by_value_marked);
  int key = R(array[SIZE]);
  int *found =
      hk_spec_bsearch(&key, array, SIZE * 8, sizeof *array, by_value_marked);
  W(result[11], R(*found) == key);
}

AHEAD(uses, use, use_marked);

static void all_functions(void) {
  static char wanted_copies[TRIPS][SIZE];
  static long wanted[TRIPS][16];
  static int wanted_numbers[TRIPS][SIZE * 8];
  for (int i = 0; i < TRIPS; i++)
    snprintf(words[i], SIZE, "aquarium %d", i);
  for (long long at = 0; at < TRIPS; at++)
    use(NULL, at);
  memcpy(wanted_copies, copies, sizeof copies);
  memcpy(wanted, results, sizeof results);
  memcpy(wanted_numbers, numbers, sizeof numbers);
  memset(copies, 0, sizeof copies);
  memset(results, 0, sizeof results);
  memset(numbers, 0, sizeof numbers);
  run_ahead(&uses, NULL, TRIPS);
  check_right(&uses);
  CHECK(memcmp(wanted_copies, copies, sizeof copies) == 0);
  CHECK(memcmp(wanted, results, sizeof results) == 0);
  CHECK(memcmp(wanted_numbers, numbers, sizeof numbers) == 0);
}

/* Iteration 0 changes one byte of `text`, iteration 1, the child's, calls a
 * function for which that byte does or does not matter. */
static char text[32], into[32];
static unsigned changed;

static void change(void *unused, long long at) {
  (void)unused;
  if (at == 0)
    text[changed] ^= 1;
}

static int by_byte(const void *a, const void *b) {
  hk_spec_read(a, 1);
  hk_spec_read(b, 1);
  return *(const char *)a - *(const char *)b;
}

static void call_strlen(void *f, long long at) {
  hk_spec_strlen(text);
  (void)f, (void)at;
}
static void call_strchr(void *f, long long at) {
  hk_spec_strchr(text, 'c');
  (void)f, (void)at;
}
static void call_strrchr(void *f, long long at) {
  hk_spec_strrchr(text, 'a');
  (void)f, (void)at;
}
static void call_strstr(void *f, long long at) {
  hk_spec_strstr(text, "cd");
  (void)f, (void)at;
}
static void call_strcmp(void *f, long long at) {
  hk_spec_strcmp("abx", text);
  (void)f, (void)at;
}
static void call_strncmp(void *f, long long at) {
  hk_spec_strncmp(text, "abcdefgh", 5);
  (void)f, (void)at;
}
static void call_memcmp(void *f, long long at) {
  hk_spec_memcmp(text, "abcx", 4);
  (void)f, (void)at;
}
static void call_memchr(void *f, long long at) {
  hk_spec_memchr(text, 'd', 20);
  (void)f, (void)at;
}
static void call_strcpy(void *f, long long at) {
  hk_spec_strcpy(into, text);
  (void)f, (void)at;
}
static void call_strncpy(void *f, long long at) {
  hk_spec_strncpy(into, text, 3);
  (void)f, (void)at;
}
static void call_strcat(void *f, long long at) {
  hk_spec_strcat(text, "!");
  (void)f, (void)at;
}
static void call_memcpy(void *f, long long at) {
  hk_spec_memcpy(into, text, 13);
  (void)f, (void)at;
}
static void call_memmove(void *f, long long at) {
  hk_spec_memmove(text + 1, text, 3);
  (void)f, (void)at;
}
static void call_qsort(void *f, long long at) {
  hk_spec_qsort(text, 11, 1, by_byte);
  (void)f, (void)at;
}
static void call_bsearch(void *f, long long at) {
  hk_spec_bsearch("e", text, 9, 1, by_byte); /* finds it at once */
  (void)f, (void)at;
}

/* The last byte that matters, and how many more do not. */
static const struct {
  const char *name;
  iteration *call;
  unsigned last;
} calls[] = {{"strlen", call_strlen, 10},   {"strchr", call_strchr, 2},
             {"strrchr", call_strrchr, 10}, {"strstr", call_strstr, 3},
             {"strcmp", call_strcmp, 2},    {"strncmp", call_strncmp, 4},
             {"memcmp", call_memcmp, 3},    {"memchr", call_memchr, 3},
             {"strcpy", call_strcpy, 10},   {"strncpy", call_strncpy, 2},
             {"strcat", call_strcat, 10},   {"memcpy", call_memcpy, 12},
             {"memmove", call_memmove, 2},  {"qsort", call_qsort, 10},
             {"bsearch", call_bsearch, 4}};

static void what_matters(unsigned i, unsigned byte) {
  struct ahead ahead = {{.name = calls[i].name, .body = body, .always = 1},
                        change,
                        calls[i].call};
  memset(text, 0, sizeof text);
  strcpy(text, "abcdefghij");
  changed = byte;
  run_ahead(&ahead, NULL, 2);
  if (byte <= calls[i].last)
    check_wrong(&ahead, HKI_CHANGED);
  else
    check_right(&ahead);
}

int main(void) {
  begin_test();
  all_functions();
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
    what_matters(i, calls[i].last);
    what_matters(i, calls[i].last + 1);
  }
  return 0;
}
