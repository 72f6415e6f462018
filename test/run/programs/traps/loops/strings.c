// SPDX-License-Identifier: Apache-2.0
//
// Loops over text whose end the loop finds, makes or moves.
#include "../../digest.h"
#include <ctype.h>
#include <string.h>
static char s[2000], t[2000];
static void fill(int n) {
  for (int i = 0; i < n; i++)
    s[i] = "Hocket, a loop of  words. "[i % 26];
  s[n] = 0;
}
int main(void) {
  fill(1500);
  for (size_t i = 0; i < strlen(s); i++)
    s[i] = (char)toupper((unsigned char)s[i]);
  show("upper", s, sizeof s);
  for (size_t i = 0; i < strlen(s); i++)
    if (i == 900)
      s[1000] = 0; /* ends earlier */
    else
      s[i] ^= 1;
  show("shorter", s, sizeof s);
  fill(1500);
  for (char *p = s; *p; p++)
    if (*p == 'l')
      *p = 'L';
  for (int i = 0; s[i]; i++)
    t[i] = s[i];
  for (int i = 0; (t[i] = s[i]); i++)
    ;
  char *out = t;
  for (const char *p = s; *p; p++)
    if (!isspace((unsigned char)*p))
      *out++ = *p;
  *out = 0;
  show("packed", t, sizeof t);
  unsigned words = 0, in = 0;
  for (int i = 0; i < 1500; i++) {
    if (isalpha((unsigned char)s[i])) {
      if (!in)
        words++;
      in = 1;
    } else
      in = 0;
  }
  for (int i = 0, j = 1499; i < j; i++, j--) {
    char c = s[i];
    s[i] = s[j];
    s[j] = c;
  }
  for (int i = 0; i < 1000; i++)
    strcpy(t + i, i & 1 ? "a" : "b"); /* each ends the one before */
  for (int i = 0; i < 300; i++)
    strcat(t, "xy");
  printf("%u %zu\n", words, strlen(t));
  show("s", s, sizeof s);
  show("t", t, sizeof t);
  return 0;
}
