// SPDX-License-Identifier: Apache-2.0
//
// Output, files and the environment: what each iteration does must be seen in
// order, whatever the data of the loop allow.
#include "../../digest.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static unsigned a[600];
static int say(unsigned v) { return printf("%u,", v); }
int main(void) {
  FILE *f = tmpfile();
  int total = 0;
  for (int i = 0; i < 600; i++)
    a[i] = (unsigned)i * 7u % 101u;
  for (int i = 0; i < 300; i++)
    total += say(a[i]);
  for (int i = 0; i < 300; i++) {
    a[i] += 1u;
    if (a[i] % 50 == 0)
      fprintf(i & 64 ? stderr : stdout, "%d ", i);
  }
  for (int i = 0; i < 300; i++)
    fwrite(&a[i], sizeof a[i], 1, f);
  rewind(f);
  for (int i = 299; i >= 0; i--)
    if (fread(&a[i], sizeof a[i], 1, f) != 1)
      return 1;
  for (int i = 0; i < 300; i++) {
    char text[20];
    snprintf(text, sizeof text, "%u", a[i]);
    if (i % 40 == 3)
      setenv("TRAP", text, 1);
    const char *e = getenv("TRAP");
    a[i] += e ? (unsigned)strlen(e) + (unsigned)e[0] : 0;
  }
  fflush(stdout);
  for (int i = 0; i < 20; i++) {
    char c = (char)('a' + i);
    if (write(1, &c, 1) != 1)
      return 1;
  }
  for (int i = 0; i < 300; i++)
    putchar('0' + (int)(a[i] & 7));
  printf("\n%d\n", total);
  show("a", a, sizeof a);
  fclose(f);
  return 0;
}
