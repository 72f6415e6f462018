// SPDX-License-Identifier: Apache-2.0
// Documents of a collection: words, letters, a hash of the distinct words in a
// table of each document's own, and how alike documents are to a query.
//
// SMALL: -DDOCUMENTS=12 -DLENGTH=600
//
// Documents are independent; each fills a small hash table and is scored.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef DOCUMENTS
#define DOCUMENTS 3000
#define LENGTH 24000
#endif

enum { Slots = 1024 };

typedef struct {
  int words, distinct, score;
  unsigned hash;
} Facts;

static char text[DOCUMENTS][LENGTH + 1];
static Facts facts[DOCUMENTS];

static void write_documents(void) {
  for (int d = 0; d < DOCUMENTS; d++) {
    unsigned state = 31u * d + 5;
    int at = 0;
    while (at < LENGTH) {
      state = state * 1664525u + 1013904223u;
      unsigned word = (state >> 16) % (200 + d % 300);
      int length = 2 + (int)(word % 7);
      for (int i = 0; i < length && at < LENGTH; i++) {
        text[d][at++] = (char)('a' + (word + 5 * i) % 26);
        word /= 3;
      }
      if (at < LENGTH)
        text[d][at++] = state >> 28 == 0 ? '.' : ' ';
    }
    text[d][LENGTH] = '\0';
  }
}

static int is_letter(char c) { return c >= 'a' && c <= 'z'; }

static Facts examine(const char *p, const unsigned *query, int queries) {
  unsigned table[Slots];
  short count[Slots];
  Facts f = {0, 0, 0, 2166136261u};
  memset(table, 0, sizeof table);
  memset(count, 0, sizeof count);
  while (*p) {
    while (*p && !is_letter(*p))
      p++;
    if (!*p)
      break;
    unsigned h = 2166136261u;
    while (is_letter(*p))
      h = (h ^ (unsigned char)*p++) * 16777619u;
    f.words++;
    h |= 1;
    unsigned slot = h >> 22;
    while (table[slot] != 0 && table[slot] != h)
      slot = (slot + 1) % Slots;
    if (table[slot] == 0 && f.distinct < Slots - 1) {
      table[slot] = h;
      f.distinct++;
      f.hash = f.hash * 31 + h;
    }
    count[slot]++;
  }
  for (int q = 0; q < queries; q++) {
    unsigned slot = query[q] >> 22;
    while (table[slot] != 0 && table[slot] != query[q])
      slot = (slot + 1) % Slots;
    f.score += count[slot] * (q + 1);
  }
  return f;
}

int main(void) {
  static const char *const words[] = {"af", "bfk", "cfkp", "hh"};
  unsigned query[4];
  for (int q = 0; q < 4; q++) {
    query[q] = 2166136261u;
    for (const char *p = words[q]; *p; p++)
      query[q] = (query[q] ^ (unsigned char)*p) * 16777619u;
    query[q] |= 1;
  }
  write_documents();
  for (int d = 0; d < DOCUMENTS; d++)
    facts[d] = examine(text[d], query, 4);
  long total = 0, distinct = 0;
  int best = 0;
  unsigned hash = 0;
  for (int d = 0; d < DOCUMENTS; d++) {
    total += facts[d].words;
    distinct += facts[d].distinct;
    hash ^= facts[d].hash;
    if (facts[d].score > facts[best].score)
      best = d;
  }
  printf("%ld words, %ld distinct, hash %08x, best %d with %d\n", total,
         distinct, hash, best, facts[best].score);
  return 0;
}
