// SPDX-License-Identifier: Apache-2.0
//
// Strings: searching, counting words, reversing, base 64, run lengths, CRC.
#include "../digest.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define N 60000
static char text[N + 1], upper[N + 1], coded[2 * N];
static int fail[32], hits[N], letters[26], runs;
static uint32_t crc_table[256];
static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
  const char *pattern = "abcab";
  int m = (int)strlen(pattern), n = 0, words = 0, o = 0;
  for (int i = 0; i < N; i++)
    text[i] = "abcab cabba.\n"[i * 7 % 13];
  for (int i = 0; i < N; i++)
    upper[i] = (char)toupper((unsigned char)text[N - 1 - i]);
  for (int i = 1, k = 0; i < m; i++) {
    while (k && pattern[k] != pattern[i])
      k = fail[k - 1];
    if (pattern[k] == pattern[i])
      k++;
    fail[i] = k;
  }
  for (int i = 0, k = 0; i < N; i++) {
    while (k && pattern[k] != text[i])
      k = fail[k - 1];
    if (pattern[k] == text[i])
      k++;
    if (k == m) {
      hits[n++] = i;
      k = fail[k - 1];
    }
  }
  for (char *p = text; *p; p++) {
    if (isalpha((unsigned char)*p))
      letters[tolower((unsigned char)*p) - 'a']++;
    if (p > text && isspace((unsigned char)*p) &&
        !isspace((unsigned char)p[-1]))
      words++;
  }
  for (int i = 0; i + 2 < N; i += 3) {
    uint32_t v = (uint32_t)(unsigned char)text[i] << 16 |
                 (uint32_t)(unsigned char)text[i + 1] << 8 |
                 (unsigned char)text[i + 2];
    for (int k = 0; k < 4; k++)
      coded[o++] = alphabet[v >> (18 - 6 * k) & 63];
  }
  for (int i = 1; i < N; i++)
    runs += upper[i] != upper[i - 1];
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    crc_table[i] = c;
  }
  uint32_t crc = ~0u;
  for (int i = 0; i < o; i++)
    crc = crc_table[(crc ^ (unsigned char)coded[i]) & 255] ^ crc >> 8;
  printf("%d %d %d %08x\n", n, words, runs, ~crc);
  show("upper", upper, sizeof upper);
  show("hits", hits, sizeof hits);
  show("letters", letters, sizeof letters);
  return 0;
}
