// SPDX-License-Identifier: Apache-2.0
//
// Counters that are members of structs: of local ones, through pointers, in
// called functions, beside sums and extremes; steps from one member into the
// next; strings of known lengths that are copied into records.
#include "../digest.h"

#include <string.h>

#define N 24000
#define Width 24

struct tally {
  int n;
  long status[6], hour[24], bytes;
  short kind[8];
  long slowest, at;
  int matches, last[5];
};
static char text[N * Width];
static int v[N];

static void put(char *at, int digits, unsigned number) {
  for (int i = digits - 1; i >= 0; i--, number /= 10)
    at[i] = (char)('0' + number % 10);
}

static long number(const char *at, int digits) {
  long value = 0;
  for (int i = 0; i < digits; i++)
    value = value * 10 + (at[i] - '0');
  return value;
}

static void write_lines(int n) {
  static const char *const words[] = {"in", "out", "forbidden", ""};
  for (int i = 0; i < n; i++) {
    unsigned h = (unsigned)i * 2654435761u;
    char *line = text + i * Width;
    const char *word = words[h >> 7 & 3];
    memset(line, ' ', Width);
    memcpy(line + 8, word, strlen(word));
    put(line, 3, h % 600);
    put(line + 4, 2, h % 24);
    put(line + 18, 4, h >> 3 & 4095);
  }
}

static struct tally summarize(int n) {
  struct tally t;
  memset(&t, 0, sizeof t);
  t.slowest = -1;
  for (int i = 0; i < n; i++) {
    const char *line = text + i * Width;
    t.status[number(line, 3) / 100]++;
    t.hour[number(line + 4, 2)]++;
    t.bytes += number(line + 18, 4);
    t.kind[line[8] & 7] += 3;
    if (number(line + 18, 4) > t.slowest) {
      t.slowest = number(line + 18, 4);
      t.at = i;
    }
    if (line[9] == 'o')
      t.matches++;
  }
  return t;
}

static void count(struct tally *t, int value) {
  if (value & 1)
    t->n++;
  else
    t->hour[value % 24] += value;
}

static void through_pointers(struct tally *t, struct tally *u, int n) {
  for (int i = 0; i < n; i++)
    count(t, v[i]);
  for (int i = 0; i < n; i++) {
    t->status[v[i] % 6]++;
    u->status[v[i] % 5]--;
  }
  for (int i = 0; i < n; i++) {
    (&t->status[v[i] % 6])[1] += v[i];
    t->hour[v[i] & 3] ^= 5;
  }
  for (int i = 0; i < n; i++)
    t->last[v[i] % 5] += i;
  for (int i = 0; i < n; i++) {
    t->kind[v[i] & 7]++;
    v[i] += t->kind[2] & 1;
  }
}

static void show_tally(const struct tally *t) {
  show("status", t->status, sizeof t->status);
  show("hour", t->hour, sizeof t->hour);
  show("kind", t->kind, sizeof t->kind);
  show("last", t->last, sizeof t->last);
  printf("%d %ld %ld %ld %d\n", t->n, t->bytes, t->slowest, t->at, t->matches);
}

int main(void) {
  static const int sizes[] = {0, 1, 5, 130, 4001, N};
  for (int i = 0; i < N; i++)
    v[i] = (int)(i * 48271LL % 9973);
  for (volatile int k = 0; k < 6; k++) { /* no region of its own */
    int n = sizes[k];
    write_lines(n);
    struct tally t = summarize(n), u = t;
    show_tally(&t);
    through_pointers(&t, &u, n);
    through_pointers(&u, &u, n);
    show_tally(&t);
    show_tally(&u);
    show("text", text, sizeof text);
  }
  return 0;
}
