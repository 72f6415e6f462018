// SPDX-License-Identifier: Apache-2.0
//
// Whether plain char has a sign depends on the machine that the program is for:
// so does which elements are counted in.
#include "../digest.h"

#include <limits.h>

#define SIZE 40000

static char text[SIZE];
static int count[512], squares[256];
static short by_sign[128];

static void count_all(void) {
  for (int i = 0; i < SIZE; i++)
    count[text[i] + 128]++;
}

/* The lowest and the highest character, and how many are negative. */
static void extremes(void) {
  char least = CHAR_MAX, most = CHAR_MIN;
  long negative = 0;
  for (int i = 0; i < SIZE; i++) {
    if (text[i] < least)
      least = text[i];
    if (text[i] > most)
      most = text[i];
    negative += text[i] < 0;
  }
  printf("%d %d %ld\n", least, most, negative);
}

/* A char that counts. */
static void by_char(void) {
  for (char c = 0; c < 120; c++)
    squares[c + 128] = c * c;
  for (int i = 0; i < SIZE; i++)
    by_sign[text[i] < 0 ? -text[i] - 1 : text[i] & 127] += 3;
}

int main(void) {
  for (int i = 0; i < SIZE; i++)
    text[i] = (char)(i * 7 + i / 300);
  count_all();
  extremes();
  by_char();
  show("text", text, sizeof text);
  show("count", count, sizeof count);
  show("squares", squares, sizeof squares);
  show("by_sign", by_sign, sizeof by_sign);
  return 0;
}
