// SPDX-License-Identifier: Apache-2.0
//
// Where members are: long long and double begin at multiples of 8 on some
// machines, of 4 on others; long double and wchar_t have sizes of their own,
// and so have pointers.
#include "../digest.h"

#include <stddef.h>
#include <wchar.h>

#define SIZE 6000

struct mixed {
  char tag;
  long long wide;
  int narrow;
  double real;
  short pair[3];
  long number;
  struct mixed *next;
  unsigned flag : 3, size : 17;
  char end;
};

union either {
  long long wide;
  long words[2];
  char bytes[12];
};

static struct mixed items[SIZE];
static union either choices[SIZE];
static wchar_t wide[SIZE];
static long double longest[SIZE];
static long long totals[64];

static void fill(void) {
  for (int i = 0; i < SIZE; i++) {
    items[i].tag = (char)(i % 100);
    items[i].wide = (long long)i * i * i;
    items[i].narrow = i % 97;
    items[i].real = i * 0.25;
    items[i].pair[i % 3] = (short)i;
    items[i].number = 3L * i;
    items[i].next = &items[(i + 1) % SIZE];
    items[i].flag = i & 7;
    items[i].size = (unsigned)i * 5;
    items[i].end = 'e';
    choices[i].wide = items[i].wide;
    choices[i].words[1] ^= i;
    wide[i] = (wchar_t)(i * 31);
    longest[i] = i / (long double)7;
  }
}

static void walk(void) {
  double sum = 0;
  long double most = -1;
  unsigned flags = 0;
  for (int i = 0; i < SIZE; i++) {
    totals[items[i].narrow % 64] += items[i].wide + items[i].next->narrow;
    flags += items[i].flag * items[i].size;
  }
  for (int i = 0; i < SIZE; i++)
    if (longest[i] > most)
      most = longest[i];
  for (int i = 0; i < SIZE; i++)
    sum += items[i].real;
  printf("%.17g %u %.15Lg\n", sum, flags, most);
}

int main(void) {
  fill();
  walk();
  printf("%zu %zu %zu %zu\n", sizeof(struct mixed), sizeof(union either),
         sizeof(wchar_t), sizeof(long double));
  printf("%zu %zu %zu\n", offsetof(struct mixed, wide),
         offsetof(struct mixed, real), offsetof(struct mixed, next));
  for (int i = 0; i < SIZE; i++)
    items[i].next = NULL;
  unsigned long long text = 0;
  for (int i = 0; i < SIZE; i++)
    text += (unsigned long long)wide[i] * (unsigned)(i % 9);
  printf("%llu %d\n", text, (wchar_t)-1 < 0);
  show("totals", totals, sizeof totals);
  show("choices", choices, sizeof choices);
  long long check = 0;
  for (int i = 0; i < SIZE; i++)
    check += items[i].wide ^ items[i].number ^ items[i].pair[i % 3];
  printf("%lld\n", check);
  return 0;
}
