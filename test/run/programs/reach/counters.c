// SPDX-License-Identifier: Apache-2.0
//
// Histograms and sums of rows into arrays: chosen by data, by an inner loop,
// through pointers whose index has a small range.
#include "../digest.h"

#define N 20000
struct cell {
  int count;
  unsigned short weight;
};
static int data[N], bins[256], columns[50], pairs[16][16];
static unsigned char text[N], used[256];
static struct cell cells[32];
static int longest[64];
static unsigned outside[300];

static void letters(unsigned *count, const unsigned char *s, int n) {
  for (int i = 0; i < n; i++)
    count[s[i]]++;
}

static void letters_of(const char *s, int n, int *count) {
  for (int i = 0; i < n; i++)
    if (s[i] > 0)
      count[s[i] & 127] += i;
}

/* Read while it is counted. */
static int ranks(int n) {
  int late = 0;
  for (int i = 0; i < n; i++)
    if (bins[data[i] & 255]++ > 40)
      late++;
  for (int i = 0; i < n; i++) {
    bins[data[i] & 255]++;
    late += bins[7];
  }
  for (int i = 0; i < n; i++)
    bins[bins[data[i] & 255] & 255]++;
  return late;
}

/* Counts itself, where the caller wants so. */
static void of_itself(unsigned char *count, unsigned char *s, int n) {
  for (int i = 0; i < n; i++)
    count[s[i]]++;
}

static void all(int n) {
  int own[128] = {0}, odd = 0;
  for (int i = 0; i < n; i++)
    bins[data[i] & 255]++;
  for (int i = 0; i < n; i++) {
    int at = (data[i] >> 4) & 63;
    own[at] += data[i];
    odd += data[i] & 1;
  }
  for (int i = 0; i < n / 50; i++)
    for (int j = 0; j < 50; j++)
      columns[j] += data[i * 50 + j];
  for (int i = 1; i < n; i++)
    pairs[data[i - 1] & 15][data[i] & 15] ^= i;
  for (int i = 0; i < n; i++)
    cells[(unsigned)data[i] % 32].count -= data[i];
  for (int i = 0; i < n; i++)
    cells[text[i] >> 3].weight += text[i];
  for (int i = 0; i < n; i++)
    used[text[i]] |= (unsigned char)(1 << (i & 7));
  for (int i = 0; i < n; i++)
    if (longest[text[i] & 63] < data[i])
      longest[text[i] & 63] = data[i];
  letters(outside + 44, text, n);
  letters_of((const char *)text, n, own);
  show("own", own, sizeof own);
  printf("%d\n", odd);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 9, 100, 3333, N};
  for (int i = 0; i < N; i++) {
    data[i] = (int)((i * 2654435761u) >> 12);
    text[i] = (unsigned char)(data[i] % 61 * 3);
  }
  for (volatile int k = 0; k < 7; k++) { /* no region of its own */
    all(sizes[k]);
    show("bins", bins, sizeof bins);
    printf("%d\n", ranks(sizes[k] / 8));
  }
  of_itself(used, text, N);
  of_itself(text + 40, text, N - 300);
  show("bins", bins, sizeof bins);
  show("columns", columns, sizeof columns);
  show("pairs", pairs, sizeof pairs);
  for (int i = 0; i < 32; i++)
    printf("%d %d\n", cells[i].count, cells[i].weight);
  show("used", used, sizeof used);
  show("longest", longest, sizeof longest);
  show("outside", outside, sizeof outside);
  show("text", text, sizeof text);
  return 0;
}
