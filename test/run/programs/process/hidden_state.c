// SPDX-License-Identifier: Apache-2.0
//
// Functions of the library with hidden state: rand, strtok, errno, setlocale,
// getenv, static buffers.
#include "../digest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N 20000
static int a[N], b[N];
static double d[N];
static char words[N * 2];

int main(void) {
  int errors = 0;
  srand(1);
  for (int i = 0; i < N; i++)
    a[i] = rand() % 1000;
  for (int i = 0; i < N; i++) {
    words[2 * i] = (char)('a' + a[i] % 26);
    words[2 * i + 1] = a[i] % 7 ? ',' : ' ';
  }
  words[2 * N - 1] = 0;
  int n = 0;
  for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
    b[n++] = (int)strlen(w);
  for (int i = 0; i < N; i++) {
    char text[32];
    snprintf(text, sizeof text, "%d%s", a[i],
             i % 50 == 0 ? "999999999999999999999" : "");
    errno = 0;
    long v = strtol(text, NULL, 10);
    if (errno == ERANGE)
      errors++;
    d[i] = v % 1000;
  }
  for (int i = 0; i < N; i++)
    if (rand() % 2)
      a[i] = -a[i];
  for (int i = 0; i < 500; i++) {
    time_t when = (time_t)i * 86400;
    b[i] += gmtime(&when)->tm_yday + (int)strlen(asctime(gmtime(&when)));
  }
  setenv("HOCKET_TEST_VALUE", "17", 1);
  for (int i = 0; i < 1000; i++)
    a[i] += atoi(getenv("HOCKET_TEST_VALUE"));
  printf("%d %d\n", n, errors);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("d", d, sizeof d);
  return 0;
}
