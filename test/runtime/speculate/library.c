/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of the C library in clones: they do what they do, count what they
 * read, no more and no less, and what they write.
 */
#define _GNU_SOURCE
#include "ahead.h"

enum { TRIPS = 40, SIZE = 64, RESULTS = 40 };

static char words[TRIPS][SIZE], copies[TRIPS][SIZE];
static long results[TRIPS][RESULTS];
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
  result[12] = (long)strnlen(word, 5);
  result[13] = (long)strspn(word, "aqui");
  result[14] = (long)strcspn(word, "m0");
  result[15] = strpbrk(word, "0123456789") - word;
  result[16] = strpbrk(word, "#") == NULL;
  result[17] = sign(strcasecmp(word, "AQUATIC"));
  result[18] = sign(strncasecmp(word, "AQUAtic", 4));
  result[19] = strtol(word + 8, NULL, 10);
  result[20] = (long)strtoul(word + 8, NULL, 16);
  result[21] = (long)strtoll(word, NULL, 36);
  result[22] = (long)strtoull(word + 8, NULL, 0);
  result[23] = (long)(strtod(word + 8, NULL) * 8);
  result[24] = (long)(strtof(word + 9, NULL) * 4);
  result[25] = atoi(word + 8);
  result[26] = atol(word);
  result[27] = (long)atoll(word + 9);
  result[28] = (long)(atof(word + 8) * 3);
  char *end;
  result[29] = strtol(word + 8, &end, 10);
  result[30] = end - word;
  result[31] = (long)strtod(word, &end);
  result[32] = end - word;
  *stpcpy(copy + 55, "ab") = '+';
  strncat(copy + 55, word, 2);
  *(char *)mempcpy(copy + 36, word, 2) = '?';
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
  W(result[12], (long)hk_spec_strnlen(word, 5));
  W(result[13], (long)hk_spec_strspn(word, "aqui"));
  W(result[14], (long)hk_spec_strcspn(word, "m0"));
  W(result[15], hk_spec_strpbrk(word, "0123456789") - word);
  W(result[16], hk_spec_strpbrk(word, "#") == NULL);
  W(result[17], sign(hk_spec_strcasecmp(word, "AQUATIC")));
  W(result[18], sign(hk_spec_strncasecmp(word, "AQUAtic", 4)));
  W(result[19], hk_spec_strtol(word + 8, NULL, 10));
  W(result[20], (long)hk_spec_strtoul(word + 8, NULL, 16));
  W(result[21], (long)hk_spec_strtoll(word, NULL, 36));
  W(result[22], (long)hk_spec_strtoull(word + 8, NULL, 0));
  W(result[23], (long)(hk_spec_strtod(word + 8, NULL) * 8));
  W(result[24], (long)(hk_spec_strtof(word + 9, NULL) * 4));
  W(result[25], hk_spec_atoi(word + 8));
  W(result[26], hk_spec_atol(word));
  W(result[27], (long)hk_spec_atoll(word + 9));
  W(result[28], (long)(hk_spec_atof(word + 8) * 3));
  char *end;
  W(result[29], hk_spec_strtol(word + 8, &end, 10));
  W(result[30], end - word);
  W(result[31], (long)hk_spec_strtod(word, &end));
  W(result[32], end - word);
  W(*hk_spec_stpcpy(copy + 55, "ab"), '+');
  hk_spec_strncat(copy + 55, word, 2);
  W(*(char *)hk_spec_mempcpy(copy + 36, word, 2), '?');
}

AHEAD(uses, use, use_marked);

static void all_functions(void) {
  static char wanted_copies[TRIPS][SIZE];
  static long wanted[TRIPS][RESULTS];
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

static void call_strnlen(void *f, long long at) {
  hk_spec_strnlen(text, 5);
  (void)f, (void)at;
}
static void call_strncat(void *f, long long at) {
  W(into[0], 0);
  hk_spec_strncat(into, text, 3);
  (void)f, (void)at;
}
static void call_stpcpy(void *f, long long at) {
  hk_spec_stpcpy(into, text);
  (void)f, (void)at;
}
static void call_mempcpy(void *f, long long at) {
  hk_spec_mempcpy(into, text, 4);
  (void)f, (void)at;
}
static void call_strspn(void *f, long long at) {
  hk_spec_strspn(text, "abc");
  (void)f, (void)at;
}
static void call_strcspn(void *f, long long at) {
  hk_spec_strcspn(text, "xd");
  (void)f, (void)at;
}
static void call_strpbrk(void *f, long long at) {
  hk_spec_strpbrk(text, "ef");
  (void)f, (void)at;
}
static void call_strcasecmp(void *f, long long at) {
  hk_spec_strcasecmp("ABX", text);
  (void)f, (void)at;
}
static void call_strncasecmp(void *f, long long at) {
  hk_spec_strncasecmp(text, "ABCDEF", 4);
  (void)f, (void)at;
}

/* Of "abcdefghij" as a number of base 13 "abc", of 8 characters more none
 * counts. */
static void call_strtol(void *f, long long at) {
  hk_spec_strtol(text, NULL, 13);
  (void)f, (void)at;
}
static void call_strtod(void *f, long long at) {
  hk_spec_strtod(text, NULL);
  (void)f, (void)at;
}

/* The last byte that matters, and how many more do not. */
static const struct {
  const char *name;
  iteration *call;
  unsigned last;
} calls[] = {
    {"strlen", call_strlen, 10},        {"strchr", call_strchr, 2},
    {"strrchr", call_strrchr, 10},      {"strstr", call_strstr, 3},
    {"strcmp", call_strcmp, 2},         {"strncmp", call_strncmp, 4},
    {"memcmp", call_memcmp, 3},         {"memchr", call_memchr, 3},
    {"strcpy", call_strcpy, 10},        {"strncpy", call_strncpy, 2},
    {"strcat", call_strcat, 10},        {"memcpy", call_memcpy, 12},
    {"memmove", call_memmove, 2},       {"qsort", call_qsort, 10},
    {"bsearch", call_bsearch, 4},       {"strnlen", call_strnlen, 4},
    {"strncat", call_strncat, 2},       {"stpcpy", call_stpcpy, 10},
    {"mempcpy", call_mempcpy, 3},       {"strspn", call_strspn, 3},
    {"strcspn", call_strcspn, 3},       {"strpbrk", call_strpbrk, 4},
    {"strcasecmp", call_strcasecmp, 2}, {"strncasecmp", call_strncasecmp, 3},
    {"strtol", call_strtol, 10},        {"strtod", call_strtod, 7}};

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

/* `0b101` is 5 to some headers of the C library, and 0 to others. */
static void read_binary(void *unused, long long at) {
  (void)unused;
  results[at][0] = strtol("  +0b101", NULL, 0);
}

static void read_binary_marked(void *unused, long long at) {
  (void)unused;
  W(results[at][0], hk_spec_strtol("  +0b101", NULL, 0));
}

AHEAD(binaries, read_binary, read_binary_marked);

int main(void) {
  begin_test();
  run_ahead(&binaries, NULL, TRIPS);
  check_wrong(&binaries, HKI_GAVE_UP);
  all_functions();
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
    what_matters(i, calls[i].last);
    what_matters(i, calls[i].last + 1);
  }
  return 0;
}
