// What is copied with the length of one of some known strings is no longer than
// the longest; beside it a string that may be any.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t
// | %FileCheck %s
#include <string.h>
#define N 20000
char text[N * 16], other[N * 16];

void known(void) {
  static const char *const words[] = {"loop", "region", "macro-task"};
  // CHECK: [[#@LINE+1]]:3 known: doall
  for (int i = 0; i < N; i++) {
    const char *word = words[i % 3];
    memcpy(text + 16 * i, word, strlen(word));
  }
  // Eleven bytes with the end of the longest, so these may meet.
  // CHECK: [[#@LINE+1]]:3 known: sequential
  for (int i = 0; i < N; i++) {
    const char *word = words[i % 3];
    memcpy(text + 10 * i, word, strlen(word));
  }
  // CHECK: [[#@LINE+1]]:3 known: sequential
  for (int i = 0; i < N; i++) {
    const char *word = words[i % 3];
    memcpy(text + 16 * i, word, strlen(word) + strlen(words[0]));
  }
}

void any(const char *const *words) {
  // CHECK: [[#@LINE+1]]:3 any: sequential
  for (int i = 0; i < N; i++) {
    const char *word = words[i];
    memcpy(text + 16 * i, word, strlen(word));
  }
}
